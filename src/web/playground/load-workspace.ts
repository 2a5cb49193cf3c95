/** The document view loads after the start page, because its libraries are larger. */
import { signal } from '@preact/signals'
import { loadModule, loadStyle } from '../client/load-module.ts'

/** Address of the styles, set by the build. */
declare const DOCUMENT_STYLE: string

/** `null` until it is loaded. */
export const workspace = signal<typeof import('./workspace.tsx').Workspace | null>(null)

export async function loadWorkspace(): Promise<void> {
  const [{ Workspace }] = await Promise.all([loadModule(() => import('./workspace.tsx')), loadStyle(DOCUMENT_STYLE)])
  workspace.value = Workspace
}
