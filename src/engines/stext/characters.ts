/** Kinds of characters in a text layer, by code point alone. */

/** What stands for a character without a Unicode value. */
export const unknown = 0xfffd

/** Blanks of any width; they all become an ordinary one. */
export function isBlank(code: number): boolean {
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

/** Characters without a mark of their own that would only break words: control codes, zero-width blanks, byte order mark. */
export function isInvisible(code: number): boolean {
  return isControl(code) || (code >= 0x200b && code <= 0x200f) || code === 0x2060 || code === 0xfeff
}

/** No Unicode value known, a font's private code, or a control code: nothing that a human could have meant. */
export function isUnreadable(code: number): boolean {
  return code === unknown || isControl(code) || (code >= 0xe000 && code <= 0xf8ff) || code >= 0xf0000
}

function isControl(code: number): boolean {
  return code < 0x20 || (code >= 0x7f && code < 0xa0)
}
