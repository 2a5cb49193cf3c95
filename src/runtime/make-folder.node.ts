import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates the folder and its parents. With `recursive`, `mkdir` of Node never returns if a parent exists but refuses the
 * folder with ENOENT: below /proc, or a link to nothing.
 */
export function makeFolder(path: string, options: { mode?: number } = {}): void {
  if (isFolder(path)) return
  const parent = dirname(path)
  if (parent !== path && !existsSync(parent)) makeFolder(parent, options)
  try {
    mkdirSync(path, options)
  } catch (error) {
    // Another process may have created it.
    if (!isFolder(path)) throw error
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
