/** `data:` addresses → bytes. Addresses of any other kind are nobody's business here: nothing is ever fetched. */

export function dataPicture(address: string): Uint8Array | null {
  const match = /^data:image\/[\w.+-]+((?:;[\w-]+=[^;,]*)*)(;base64)?,/i.exec(address.slice(0, 200))
  if (match === null) return null
  const body = address.slice(match[0].length)
  try {
    if (match[2] !== undefined) return fromBase64(body.replace(/\s+/g, ''))
    return new TextEncoder().encode(decodeURIComponent(body))
  } catch {
    return null
  }
}

function fromBase64(text: string): Uint8Array {
  const binary = atob(text.includes('%') ? decodeURIComponent(text) : text)
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at)
  return bytes
}
