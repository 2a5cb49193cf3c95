import { fromBase64 } from '../../../model/bytes.ts'

/** Returns `null` for other addresses, because the parser fetches nothing. */
export function decodeDataImage(address: string): Uint8Array | null {
  const match = /^data:image\/[\w.+-]+((?:;[\w-]+=[^;,]*)*)(;base64)?,/i.exec(address.slice(0, 200))
  if (match === null) return null
  const body = address.slice(match[0].length)
  try {
    if (match[2] === undefined) return new TextEncoder().encode(decodeURIComponent(body))
    const base64 = body.includes('%') ? decodeURIComponent(body) : body
    return fromBase64(base64.replace(/\s+/g, ''))
  } catch {
    return null
  }
}
