export const UNKNOWN_CHARACTER = 0xfffd

export function isSpace(code: number): boolean {
  return (
    code === 0x20 ||
    code === 0xa0 ||
    code === 0x09 ||
    code === 0x3000 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x202f ||
    code === 0x205f
  )
}

/** These characters draw nothing and would only split words. */
export function isInvisible(code: number): boolean {
  return isControl(code) || (code >= 0x200b && code <= 0x200f) || code === 0x2060 || code === 0xfeff
}

export function isUnreadable(code: number): boolean {
  return code === UNKNOWN_CHARACTER || isControl(code) || (code >= 0xe000 && code <= 0xf8ff) || code >= 0xf0000
}

/** Converters map unknown glyphs to these reserved code points, such as U+FFFF. */
export function isNoncharacter(code: number): boolean {
  return (code & 0xfffe) === 0xfffe || (code >= 0xfdd0 && code <= 0xfdef)
}

function isControl(code: number): boolean {
  return code < 0x20 || (code >= 0x7f && code < 0xa0)
}
