/** Doubtful hyphens and doubtful ends of Korean words become soft hyphens; `assemble/line-ends.ts` decides. */

/** Ideographs, kana and full-width forms, which are written without spaces. */
const cjk = /[\u2e80-\u303f\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uffef\u{20000}-\u{323af}]/u

export function startsWithCjk(text: string): boolean {
  return cjk.test(String.fromCodePoint(text.codePointAt(0) ?? 0))
}

export function endsWithCjk(text: string): boolean {
  return cjk.test([...text.slice(-2)].at(-1) ?? '')
}

/** Korean syllables, which are written with spaces between words. */
export function isHangul(char: string | undefined): boolean {
  return char !== undefined && char >= '\uac00' && char <= '\ud7a3'
}

/** Length in Latin letters: an ideograph says as much as two of them. */
export function textLength(text: string): number {
  let length = 0
  for (const char of text) length += cjk.test(char) ? 2 : char.length
  return length
}

const hyphenatedEnd = /([\p{L}\p{M}]+)[-\u2010]$/u
const MAX_WORD = 60
export function joinLines(texts: readonly string[]): string {
  return joinBrokenLines(texts.map((text) => ({ text })))
}

/** After `noSpaceAfter`, lines join without a space; where it is known, others end with one. */
export function joinBrokenLines(lines: readonly { readonly text: string; readonly noSpaceAfter?: true }[]): string {
  const areSpacesKnown = lines.some(({ noSpaceAfter }) => noSpaceAfter === true)
  let parts: string[] = []
  let direct = false
  for (const { text, noSpaceAfter } of lines) {
    const last = parts.at(-1) ?? ''
    if (text !== '') {
      if (direct || last === '') parts.push(text)
      else if (endsWithHyphen(last)) parts = [joinContinuation(parts.join(''), text)]
      else parts.push(`${areSpacesKnown && isHangul(text[0]) ? ' ' : spaceBetween(last, text)}${text}`)
    }
    direct = noSpaceAfter === true
  }
  return parts.join('')
}

export function joinContinuation(left: string, right: string): string {
  if (left === '') return right
  if (right === '') return left
  if (!endsWithHyphen(left)) return `${left}${spaceBetween(left, right)}${right}`
  if (isInIdentifier(left, right)) return left + right
  const cut = hyphenatedEnd.exec(left.slice(-MAX_WORD))
  if (cut === null || !/^\p{L}/u.test(right)) {
    if (/\p{N}[-\u2010\u2013]$/u.test(left.slice(-3)) && /^\p{N}/u.test(right)) return left + right
    return `${left} ${right}`
  }
  if (!/^\p{Ll}/u.test(right)) return left + right
  // "state-of-the-" + "art" keeps the hyphen.
  if (new RegExp(`[-\\u2010]${literal(cut[1]!)}[-\\u2010]$`, 'u').test(left.slice(-MAX_WORD * 2))) return left + right
  return `${left.slice(0, -1)}\u00ad${right}`
}

function endsWithHyphen(left: string): boolean {
  const end = left.at(-1)
  return end === '-' || end === '\u2010' || end === '\u2013'
}

function spaceBetween(left: string, right: string): string {
  if (isHangul(left.at(-1)) && isHangul(right[0])) return '\u00ad'
  return (endsWithCjk(left) && startsWithCjk(right)) || continuesUrl(left, right) ? '' : ' '
}

const MAX_URL = 300
const wordAtEnd = /\S+$/
/** Rest of a URL, as opposed to the next word of the sentence. */
const urlPart = /^[\w%~][\w%~-]*(?:[/_=&?#]|\.\w{2}|[-.]\w+[/_=&?#])/

/** URLs are broken at punctuation without a hyphen. */
function continuesUrl(left: string, right: string): boolean {
  if (left.endsWith(':')) return right.startsWith('//') && /(?:https?|ftp):$/.test(left)
  if (!left.slice(-MAX_URL).includes('://')) return false
  const start = lastWord(left)
  if (!start.includes('://')) return false
  if (/^[/?#&=_]\w/.test(right)) return /\w$/.test(start)
  return /[/_=&?#%~.]$/.test(start) && urlPart.test(right)
}

function isInIdentifier(left: string, right: string): boolean {
  const start = lastWord(left)
  const whole = start + (/^\S+/.exec(right.slice(0, MAX_URL))?.[0] ?? '')
  return /^\w/.test(right) && /:\/\/|\/\S*\/|\w_\w/.test(whole) && /\w-$/.test(start)
}

function lastWord(text: string): string {
  return wordAtEnd.exec(text.slice(-MAX_URL))?.[0] ?? ''
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
