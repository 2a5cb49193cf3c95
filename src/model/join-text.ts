/**
 * Pieces of text → one text: lines of a paragraph, parts of a paragraph on two pages. Words cut at the end are made
 * whole. Knows no dictionary: only the text itself can show that a hyphen is a real one.
 */

/** Ideographs, kana and full-width forms: scripts written without blanks. */
const cjk = /[\u2e80-\u303f\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uffef]/

export function isCjk(char: string | undefined): boolean {
  return char !== undefined && cjk.test(char)
}

/** A cut word: letters, hyphen, end of line. The soft hyphen was turned into a plain one when the line was made. */
const cutWord = /([\p{L}\p{M}]+)[-\u2010]$/u
const MAX_WORD = 60
/** First parts that keep their hyphen in the languages that print them; too short to be a syllable break otherwise. */
const keptPrefix = /^(?:self|non|well|half|ex|all|cross|quasi|pseudo|anti|e|x|t)$/i

/** Joins the rows' texts into one. Line breaks become blanks, except between ideographs. */
export function joinLines(texts: readonly string[]): string {
  return joinBrokenLines(texts.map((text) => ({ text })))
}

/** The same where it is known of some lines that they were broken where nothing stands: what follows them follows directly. */
export function joinBrokenLines(lines: readonly { readonly text: string; readonly goesOn?: true }[]): string {
  /** In pieces: a text that grows while its end is looked at would be copied with each line. */
  let pieces: string[] = []
  let direct = false
  for (const { text, goesOn } of lines) {
    const last = pieces.at(-1) ?? ''
    if (text !== '') {
      if (direct || last === '') pieces.push(text)
      else if (mayBeCut(last)) pieces = [joinContinuation(pieces.join(''), text)]
      else pieces.push(`${blankBetween(last, text)}${text}`)
    }
    direct = goesOn === true
  }
  return pieces.join('')
}

/** `left` continued by `right`, which began on a new line (or page). */
export function joinContinuation(left: string, right: string): string {
  if (left === '') return right
  if (right === '') return left
  if (!mayBeCut(left)) return `${left}${blankBetween(left, right)}${right}`
  if (keepsItsSigns(left, right)) return left + right
  // A word is short: looking at the end alone keeps long paragraphs linear.
  const cut = cutWord.exec(left.slice(-MAX_WORD))
  const next = /^[\p{L}\p{M}]+(?:[-\u2010][\p{L}\p{M}]+)?/u.exec(right)
  if (cut === null || next === null) {
    // "2009-" + "2012", "and/" + "or", an address broken at its slash: nothing was added at the break.
    if (/\p{N}[-\u2010\u2013]$/u.test(left.slice(-3)) && /^\p{N}/u.test(right)) return left + right
    return `${left} ${right}`
  }
  if (!/^\p{Ll}/u.test(right)) return left + right
  const stem = cut[1]!
  if (keepsHyphen(stem, next[0], left, right)) return left + right
  return left.slice(0, -1) + right
}

/** Whether the end may be that of a cut word or a broken chain; only then does more than the end matter. */
function mayBeCut(left: string): boolean {
  const end = left.at(-1)
  return end === '-' || end === '\u2010' || end === '\u2013'
}

function blankBetween(left: string, right: string): string {
  return (isCjk(left.at(-1)) && isCjk(right[0])) || goesOnAsAddress(left, right) ? '' : ' '
}

/** Addresses are longer than words, and no longer than this. */
const MAX_ADDRESS = 300
const wordAtEnd = /\S+$/
/** A part of an address, not a word that happens to follow one: signs inside it, and none of a sentence. */
const addressPart = /^[\w%~][\w%~-]*(?:[/_=&?#]|\.\w{2}|[-.]\w+[/_=&?#])/

/** Web addresses are broken at their signs, and nothing is added there. */
function goesOnAsAddress(left: string, right: string): boolean {
  if (left.endsWith(':')) return right.startsWith('//') && /(?:https?|ftp):$/.test(left)
  if (!left.slice(-MAX_ADDRESS).includes('://')) return false
  const start = lastWord(left)
  if (!start.includes('://')) return false
  if (/^[/?#&=_]\w/.test(right)) return /\w$/.test(start)
  return /[/_=&?#%~.]$/.test(start) && addressPart.test(right)
}

/** A hyphen in an address or a path, or in a name with underscores, is one of its signs. */
function keepsItsSigns(left: string, right: string): boolean {
  const start = lastWord(left)
  const whole = start + (/^\S+/.exec(right.slice(0, MAX_ADDRESS))?.[0] ?? '')
  return /^\w/.test(right) && /:\/\/|\/\S*\/|\w_\w/.test(whole) && /\w-$/.test(start)
}

function lastWord(text: string): string {
  return wordAtEnd.exec(text.slice(-MAX_ADDRESS))?.[0] ?? ''
}

function keepsHyphen(stem: string, next: string, left: string, right: string): boolean {
  if (keptPrefix.test(stem)) return true
  // "state-of-the-" + "art": a chain of hyphens goes on.
  if (
    new RegExp(`[-\\u2010]${literal(stem)}[-\\u2010]$`, 'u').test(left.slice(-MAX_WORD * 2)) ||
    /[-\u2010]/.test(next)
  )
    return true
  const around = `${left.slice(0, -stem.length - 1)} ${right.slice(next.length)}`.toLowerCase()
  return around.includes(`${stem}-${next}`.toLowerCase())
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
