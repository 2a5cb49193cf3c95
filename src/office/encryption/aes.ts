/** What ways of encryption share: AES in CBC mode as files have it, which is without the padding that Web Crypto wants. */

import { concatenate } from '../../model/bytes.ts'

export type Bytes = Uint8Array<ArrayBuffer>

/** CBC without padding, which Web Crypto does not have: a last block is added that decrypts to a whole block of padding. */
export async function decryptCbc(key: Bytes, vector: Bytes, data: Bytes): Promise<Bytes> {
  if (data.length === 0) return data
  const imported = await crypto.subtle.importKey('raw', key, 'AES-CBC', false, ['encrypt', 'decrypt'])
  const last = data.slice(-16)
  // Encrypting sixteen bytes of 16 under the last block as vector gives the block that is missing.
  const padding = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-CBC', iv: last }, imported, new Uint8Array(0)))
  return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-CBC', iv: vector }, imported, concatenate([data, padding])))
}

export function base64(text: string): Bytes {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}
