/** An isolate has no memory for a second PDF engine. */
import type { SecondReader } from './second-reader.ts'

export async function openPdfjs(_bytes: Uint8Array, _password: string | null): Promise<SecondReader | null> {
  return null
}
