import { concatBytes, fromBase64 } from '../../model/bytes.ts'
import { ParseError } from '../../model/errors.ts'

export type Bytes = Uint8Array<ArrayBuffer>

const BLOCK_BYTES = 16
export const keySizes: readonly number[] = [16, 24, 32]

/** CBC without padding. Web Crypto requires padding, so an encrypted block of padding is appended. */
export async function decryptCbc(key: Bytes, vector: Bytes, data: Bytes): Promise<Bytes> {
  if (data.length === 0) return data
  if (data.length % BLOCK_BYTES !== 0 || vector.length !== BLOCK_BYTES || !keySizes.includes(key.length))
    throw damagedEncryption()
  const imported = await crypto.subtle.importKey('raw', key, 'AES-CBC', false, ['encrypt', 'decrypt'])
  const last = data.slice(-BLOCK_BYTES)
  const padding = new Uint8Array(
    await crypto.subtle.encrypt({ name: 'AES-CBC', iv: last }, imported, new Uint8Array(0)),
  )
  return new Uint8Array(
    await crypto.subtle.decrypt({ name: 'AES-CBC', iv: vector }, imported, concatBytes([data, padding])),
  )
}

/** Throws `ParseError` 1106 for invalid base64. */
export function base64(text: string): Bytes {
  try {
    return fromBase64(text)
  } catch {
    throw damagedEncryption()
  }
}

function damagedEncryption(): ParseError {
  return new ParseError(1106, 'The protected file is damaged: its encryption parameters are inconsistent.')
}
