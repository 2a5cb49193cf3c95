/**
 * One span → trimmed pieces without wide holes, and pieces → the text of a line.
 * Knows blanks, letter-spacing, scripts without blanks and soft hyphens; knows nothing of other lines.
 */

import { isWhitespace } from '../../model/character-classes.ts'
import { isCjk } from '../../model/join-text.ts'
import type { Span } from '../../model/raw-page.ts'
import { findRaisedText } from './raised-text.ts'

/** A span (or a part of one) without blanks at its ends. */
export interface Piece {
  readonly span: Span
  /** Place in content order; parts of one span share the whole number. */
  readonly order: number
  readonly blankBefore: boolean
  readonly blankAfter: boolean
}

/** A visible gap: the narrowest blanks of text fonts are a fifth of an em, kerning stays below a tenth. */
const BLANK_EM = 0.16
/** Between ideographs, which have side bearings of their own, only a gap like this is meant. */
const CJK_BLANK_EM = 0.6
/** Recognized ideographs come in boxes narrower than they are: a blank is as wide as one of them, or nearly. */
const READ_CJK_BLANK_EM = 0.85
/** Beside marks that OCR takes for those of Latin text (the wide : and its kin look alike), in whose boxes their white is not counted. */
const READ_MARK_BLANK_EM = 0.7
const narrowMark = /[:;,.!?()[\]%/]/
/** Marks as wide as an ideograph, of which they fill a half or less: the white belongs to them. */
const wideMark = /[\u3001-\u3003\u3008-\u3011\u3014-\u301b\uff01\uff08\uff09\uff0c\uff0e\uff1a\uff1b\uff1f]/
/** On a page written to the left, lines with this share of its script are written so too; others quote a word of it. */
const RTL_PAGE_RATIO = 0.2

/** x of the left edge of a span's UTF-16 unit, interpolated where the engine gives none. */
export function edgeAt(span: Span, index: number): number {
  const { edges, box, text } = span
  if (edges !== undefined) return edges[index] ?? box.x1
  if (text.length === 0) return box.x0
  const step = (box.x1 - box.x0) / text.length
  return isRtl(text) ? box.x1 - step * (index + 1) : box.x0 + step * index
}

/** Cuts a span at holes wider than `splitEm` and trims the blanks. */
export function splitSpan(span: Span, order: number, splitEm: number): Piece[] {
  const { text } = span
  const pieces: Piece[] = []
  const cuttable = span.rotation === 0 && !span.vertical && !isRtl(text)
  let start = 0
  for (let index = 0; cuttable && index < text.length; index++) {
    if (!isWhitespace(text.charCodeAt(index))) continue
    const from = index
    while (index + 1 < text.length && isWhitespace(text.charCodeAt(index + 1))) index++
    const end = index + 1
    if (from === 0 || end === text.length) continue
    if (edgeAt(span, end) - edgeAt(span, from) <= splitEm * span.size) continue
    pieces.push(trimmed(span, { start, end: from, order: order + start / (text.length + 1) }))
    start = end
  }
  pieces.push(trimmed(span, { start, end: text.length, order: order + start / (text.length + 1) }))
  return pieces
}

function trimmed(span: Span, part: { start: number; end: number; order: number }): Piece {
  const { text: full } = span
  if (
    part.start === 0 &&
    part.end === full.length &&
    full !== '' &&
    !isWhitespace(full.charCodeAt(0)) &&
    !isWhitespace(full.charCodeAt(full.length - 1))
  )
    return { span, order: part.order, blankBefore: false, blankAfter: false }
  const whole = span.text.slice(part.start, part.end)
  const lead = whole.length - whole.trimStart().length
  const start = part.start + lead
  const end = part.start + whole.trimEnd().length
  const blankBefore = lead > 0 || part.start > 0
  const blankAfter = end < part.end || part.end < span.text.length
  if (start === 0 && end === span.text.length) return { span, order: part.order, blankBefore: false, blankAfter: false }
  const box = cutBox(span, start, end)
  const text = span.text.slice(start, end)
  const { edges, ...rest } = span
  const cut: Span =
    edges === undefined ? { ...rest, text, box } : { ...rest, text, box, edges: edges.slice(start, end + 1) }
  return { span: cut, order: part.order, blankBefore, blankAfter }
}

/** The box of the units from `start` to `end`. Right-to-left text comes in logical order: its edges run down. */
function cutBox(span: Span, start: number, end: number): Span['box'] {
  if (span.rotation !== 0 || span.vertical) return span.box
  if (isRtl(span.text)) {
    const x0 = end >= span.text.length ? span.box.x0 : edgeAt(span, end - 1)
    return {
      ...span.box,
      x0: Math.min(x0, span.box.x1),
      x1: start === 0 ? span.box.x1 : Math.max(x0, edgeAt(span, start - 1)),
    }
  }
  return { ...span.box, x0: edgeAt(span, start), x1: Math.max(edgeAt(span, start), edgeAt(span, end)) }
}

const rtlLetter = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/g

/** More than this share of the letters are Hebrew, Arabic or their kin: most of them, unless told. */
export function isRtl(text: string, share = 0.5): boolean {
  const rtl = text.match(rtlLetter)?.length ?? 0
  return rtl > 0 && rtl > share * (text.match(/\p{L}/gu)?.length ?? 0)
}

/** The text of a line from its pieces, which come from left to right; `leftwards` when its page is written to the left. */
export function joinSpans(pieces: readonly Piece[], leftwards = false): string {
  const [first] = pieces
  // Most lines are one span, which is no script of another.
  if (first !== undefined && pieces.length === 1 && !isRtl(first.span.text, leftwards ? RTL_PAGE_RATIO : undefined))
    return cleanText(tighten(showHyphens(first.span)))
  const whole = pieces.map(({ span }) => span.text).join('')
  const rtl = isRtl(whole, leftwards ? RTL_PAGE_RATIO : undefined)
  const spans = pieces.map(({ span }) => span)
  const scripts = rtl ? null : findRaisedText(spans, (at) => hasBlank(pieces[at - 1]!, pieces[at]!))
  let text = ''
  let last: Piece | undefined
  for (const [at, piece] of (rtl ? readLeftwards(pieces) : pieces).entries()) {
    if (last !== undefined && hasBlank(last, piece)) text += ' '
    text += rtl ? mendLigatures(trailMarks(piece.span)) : (scripts?.get(at) ?? tighten(showHyphens(piece.span)))
    last = piece
  }
  return cleanText(rtl ? mirrorBrackets(text) : text)
}

const mirrored: Readonly<Record<string, string>> = { '(': ')', ')': '(', '[': ']', ']': '[', '{': '}', '}': '{' }
const brackets = /[()[\]{}]/g

/** Some programs name brackets of text written to the left by what they look like: those that make sense only the other way round are turned. */
function mirrorBrackets(text: string): string {
  const signs = text.match(brackets) ?? []
  if (signs.length === 0 || areNested(signs) || !areNested(signs.map((sign) => mirrored[sign]!))) return text
  return text.replace(brackets, (sign) => mirrored[sign]!)
}

/** Each bracket that is opened is closed, and none before. */
function areNested(signs: readonly string[]): boolean {
  const open: string[] = []
  for (const sign of signs) {
    if ('([{'.includes(sign)) open.push(sign)
    else if (open.pop() !== mirrored[sign]) return false
  }
  return open.length === 0
}

/** From right to left, but for runs of words that are themselves written to the right. */
function readLeftwards(pieces: readonly Piece[]): Piece[] {
  const ordered: Piece[] = []
  let run: Piece[] = []
  for (const piece of [...pieces].reverse()) {
    if (/[\p{L}\p{N}]/u.test(piece.span.text) && !rtlLetterIn(piece.span.text)) run.unshift(piece)
    else {
      ordered.push(...run, piece)
      run = []
    }
  }
  return [...ordered, ...run]
}

/** Marks that stand at the left of a word written to the right close it: in the line they come after it. */
function trailMarks(span: Span): Span {
  const marks = /^([.,:;!?)\]}»%]+)\s*(?=[\p{L}\p{N}(])/u.exec(span.text)
  if (marks === null || rtlLetterIn(span.text)) return span
  const { edges: _, ...rest } = span
  return { ...rest, text: span.text.slice(marks[0].length).trimEnd() + [...marks[1]!].reverse().join('') }
}

function rtlLetterIn(text: string): boolean {
  return text.search(rtlLetter) >= 0
}

/**
 * The lam-alef ligature comes apart in drawing order. An alef without width of its own stands after its lam; without
 * edges only an alef after an alef shows it, which no Arabic word has.
 */
function mendLigatures(span: Span): string {
  if (span.edges === undefined) return span.text.replace(/\u0627([\u0622\u0623\u0625\u0627])\u0644/g, '\u0627\u0644$1')
  let text = ''
  for (let index = 0; index < span.text.length; index++) {
    const pair = span.text.slice(index, index + 2)
    const before = index === 0 ? span.box.x1 : edgeAt(span, index - 1)
    if (/^[\u0622\u0623\u0625\u0627]\u0644$/.test(pair) && edgeAt(span, index) >= before - 0.02 * span.size) {
      text += pair[1]! + pair[0]!
      index++
    } else text += span.text[index]!
  }
  return text
}

function hasBlank(left: Piece, right: Piece): boolean {
  const em = Math.min(left.span.size, right.span.size)
  const gap = Math.max(right.span.box.x0 - left.span.box.x1, left.span.box.x0 - right.span.box.x1)
  const [before, after] = [left.span.text.at(-1) ?? '', right.span.text[0] ?? '']
  const read = left.span.source === 'ocr' && right.span.source === 'ocr'
  if (read) return !readsOn(left.span, right.span)
  if (isCjk(before) && isCjk(after)) return gap > CJK_BLANK_EM * em
  if (left.blankAfter || right.blankBefore) return true
  // Engines drop the blank after a Latin word in Arabic text; before one, a prefix may well be written close.
  if (rtlLetterIn(after) && /\p{sc=Latin}$/u.test(left.span.text)) return true
  return left.span.rotation === 0 && gap > BLANK_EM * em
}

/**
 * OCR gives words, and whatever stands between two of them is a blank; but for ideographs, and marks beside ideographs, that are
 * written without one. The spans are neighbors on a line, the left one first.
 */
export function readsOn(left: Span, right: Span): boolean {
  if (left.source !== 'ocr' || right.source !== 'ocr') return false
  const [before, after] = [left.text.at(-1) ?? '', right.text[0] ?? '']
  const [isWide, goesOnWide] = [isCjk(before), isCjk(after)]
  if (!isWide && !goesOnWide) return false
  const gap = (right.box.x0 - left.box.x1) / Math.min(left.size, right.size)
  if (isWide && goesOnWide) return wideMark.test(before + after) || gap <= READ_CJK_BLANK_EM
  return narrowMark.test(isWide ? after : before) && gap <= READ_MARK_BLANK_EM
}

/** Hyphens are a quarter of an em and wider; one that is not drawn leaves its place to the next letter. */
const DRAWN_EM = 0.1
/** Least number of single letters in a row that shows letter-spacing ("C O N T E N T S"). */
const SPACED_LETTERS = 4

/** Takes the engine's blanks out of letter-spaced words; a wider gap than the usual one is a real blank. */
function tighten(span: Span): string {
  const { text } = span
  if (!/^\S(?: \S){3}/u.test(text) && !/\s\S(?: \S){3}/u.test(text)) return text
  return text.replace(/(?<!\S)[\p{L}\p{N}&](?:\s+[\p{L}\p{N}&](?!\S)){3,}/gu, (run: string, at: number) => {
    const gaps: { index: number; length: number; width: number }[] = []
    for (const blank of run.matchAll(/\s+/g)) {
      const from = at + blank.index
      // From the left edge of the letter before: its own width is part of the pitch, which evens out over a run.
      gaps.push({
        index: blank.index,
        length: blank[0].length,
        width: edgeAt(span, from + blank[0].length) - edgeAt(span, from),
      })
    }
    if (gaps.length + 1 < SPACED_LETTERS) return run
    const widths = gaps.map(({ width }) => width).sort((a, b) => a - b)
    if (isRow(run, (widths.at(-1)! - widths[0]!) / span.size)) return run
    const usual = widths[Math.floor(widths.length / 2)] ?? 0
    let result = ''
    let from = 0
    for (const gap of gaps) {
      result += run.slice(from, gap.index)
      if (gap.width > usual * 1.7 + 0.5) result += ' '
      from = gap.index + gap.length
    }
    return result + run.slice(from)
  })
}

/** Pitches that differ by less, in em, are those of a typewriter, whose blanks were typed. */
const TYPED_EM = 0.02

/** Single signs that belong side by side: numbers, the alphabet, or what a typewriter wrote, but for capitals spaced out by hand. */
function isRow(run: string, spreadEm: number): boolean {
  const signs = run.split(/\s+/)
  if (!signs.some((sign) => /\p{L}/u.test(sign))) return true
  if (spreadEm < TYPED_EM && !signs.every((sign) => /\p{Lu}/u.test(sign))) return true
  return signs.every((sign, at) => at === 0 || sign.codePointAt(0)! === signs[at - 1]!.codePointAt(0)! + 1)
}

/** A soft hyphen that takes room was drawn: some programs have no other name for their hyphen. */
function showHyphens(span: Span): Span {
  const { text, edges, size } = span
  if (edges === undefined || !text.includes('\u00ad')) return span
  const drawn = (at: number): boolean => edges[at + 1]! - edges[at]! > DRAWN_EM * size
  return { ...span, text: text.replace(/\u00ad(?=\S)/g, (hyphen, at: number) => (drawn(at) ? '-' : hyphen)) }
}

/** What `cleanText` changes, apart from blanks at the ends: control characters, soft hyphens, odd and double blanks. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unclean = /[\u0000-\u001f\u007f\u00a0\u00ad\u1680\u2000-\u200b\u2028\u2029\u202f\u205f\u2060\u3000\ufeff]| {2}/

/** Joins blanks, drops control characters, and blanks that engines put between ideographs. */
function cleanText(text: string): string {
  if (!unclean.test(text)) return text.trim()
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters in a text layer are junk and break JSON viewers and Markdown
      .replace(/[\u0000-\u0008\u000e-\u001f\u007f\u200b\u2060\ufeff]/g, '')
      // A soft hyphen that was drawn stands at the end of its line; elsewhere it is invisible.
      .replace(/\u00ad(?=\s*\S)/g, '')
      .replace(/\u00ad\s*$/, '-')
      .replace(/\s+/g, ' ')
      .trim()
  )
}
