/** No second PDF engine in an isolate: it would add 0.6 MB to the bundle and its memory to the 128 MB. */
import type { SecondReader } from './second-reader.ts'

export async function openPdfjs(_bytes: Uint8Array, _password: string | null): Promise<SecondReader | null> {
  return null
}
