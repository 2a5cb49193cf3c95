export function isWhitespace(code: number): boolean {
  if (code < 0xa0) return code === 0x20 || (code >= 0x09 && code <= 0x0d)
  return (
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000 ||
    code === 0xfeff
  )
}

/** A fast estimate, which includes the marks and digits of other scripts. */
export function isProbablyLetter(code: number): boolean {
  return (
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0xc0 && (code < 0x2000 || code > 0x2bff))
  )
}

export function countDigits(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code >= 0x30 && code <= 0x39) count++
  }
  return count
}

export function countLetters(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code >= 0x80) return text.match(/\p{L}/gu)?.length ?? 0
    if ((code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)) count++
  }
  return count
}

export function countNonWhitespace(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; at++) if (!isWhitespace(text.charCodeAt(at))) count++
  return count
}

/** In UTF-16 units. */
export function charsOf(texts: readonly { readonly text: string }[]): number {
  return texts.reduce((sum, { text }) => sum + text.length, 0)
}
