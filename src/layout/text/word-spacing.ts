import { gapX } from '../../model/geometry.ts'
import { endsWithCjk, startsWithCjk } from '../../model/join-text.ts'
import type { Span } from '../../model/raw-page.ts'
import { isFromImage } from '../../model/text-source.ts'
import { findRaisedText } from './raised-text.ts'
import { hasRightToLeft, isRtl, reorderRtl } from './right-to-left-text.ts'
import { edgeAt, type SpanPart } from './split-spans.ts'

/** The narrowest spaces are 0.2 em, kerning is below 0.1 em. */
const SPACE_EM = 0.16
/** Minimum gap between ideographs, which have side bearings. */
const CJK_SPACE_EM = 0.6
/** OCR boxes of ideographs are too narrow. */
const OCR_CJK_SPACE_EM = 0.85
/** OCR reads full-width punctuation as Latin. */
const OCR_PUNCTUATION_SPACE_EM = 0.7
const narrowPunctuation = /[:;,.!?()[\]%/]/
/** Full-width punctuation, whose glyphs fill at most half of their width. */
const widePunctuation = /[\u3001-\u3003\u3008-\u3011\u3014-\u301b\uff01\uff08\uff09\uff0c\uff0e\uff1a\uff1b\uff1f]/
const MIN_RTL_RATIO = 0.2

/** `sorted`: from left to right. */
export function joinSpans(sorted: readonly SpanPart[], isRtlPage = false): string {
  const parts = sorted[0]?.span.mirrored === true ? sorted.toReversed() : sorted
  const [first] = parts
  if (first !== undefined && parts.length === 1 && !isRtl(first.span.text, isRtlPage ? MIN_RTL_RATIO : undefined))
    return cleanText(removeLetterSpacing(first.span))
  const whole = parts.map(({ span }) => span.text).join('')
  const rtl = isRtl(whole, isRtlPage ? MIN_RTL_RATIO : undefined)
  const spans = parts.map(({ span }) => span)
  const scripts = rtl ? null : findRaisedText(spans, (at) => hasSpaceBetween(parts[at - 1]!, parts[at]!))
  let text = ''
  let last: SpanPart | undefined
  for (const [at, part] of (rtl ? reorderRtl(parts) : parts).entries()) {
    if (last !== undefined && hasSpaceBetween(last, part)) text += ' '
    text += rtl ? part.span.text : (scripts?.get(at) ?? removeLetterSpacing(part.span))
    last = part
  }
  return cleanText(text)
}

function hasSpaceBetween(left: SpanPart, right: SpanPart): boolean {
  const em = Math.min(left.span.size, right.span.size)
  const gap = gapX(left.span.box, right.span.box)
  const after = right.span.text[0] ?? ''
  const isOcr = isFromImage(left.span) && isFromImage(right.span)
  if (isOcr) return !joinsWithoutSpace(left.span, right.span)
  if (endsWithCjk(left.span.text) && startsWithCjk(right.span.text)) return gap > CJK_SPACE_EM * em
  if (left.spaceAfter || right.spaceBefore) return true
  // Engines drop the space after a Latin word in Arabic text; before one, a prefix can be attached.
  if (hasRightToLeft(after) && /\p{sc=Latin}$/u.test(left.span.text)) return true
  return left.span.rotation === 0 && gap > SPACE_EM * em
}

/** Whether both are ideographs or adjacent punctuation, in OCR words. */
export function joinsWithoutSpace(left: Span, right: Span): boolean {
  if (!isFromImage(left) || !isFromImage(right)) return false
  const [before, after] = [left.text.at(-1) ?? '', right.text[0] ?? '']
  const [isWide, isNextWide] = [endsWithCjk(left.text), startsWithCjk(right.text)]
  if (!isWide && !isNextWide) return false
  const gap = (right.box.x0 - left.box.x1) / Math.min(left.size, right.size)
  if (isWide && isNextWide) return widePunctuation.test(before + after) || gap <= OCR_CJK_SPACE_EM
  return narrowPunctuation.test(isWide ? after : before) && gap <= OCR_PUNCTUATION_SPACE_EM
}

/** "C O N T E N T S" */
function removeLetterSpacing(span: Span): string {
  const { text } = span
  if (!/^\S(?: \S){3}/u.test(text) && !/\s\S(?: \S){3}/u.test(text)) return text
  return text.replace(/(?<!\S)[\p{L}\p{N}&](?:\s+[\p{L}\p{N}&](?!\S)){3,}/gu, (run: string, at: number) => {
    const gaps: { index: number; length: number; width: number }[] = []
    for (const space of run.matchAll(/\s+/g)) {
      const from = at + space.index
      // The previous letter's width evens out over a run.
      gaps.push({
        index: space.index,
        length: space[0].length,
        width: edgeAt(span, from + space[0].length) - edgeAt(span, from),
      })
    }
    const widths = gaps.map(({ width }) => width).sort((a, b) => a - b)
    if (isSpacedSymbols(run, (widths.at(-1)! - widths[0]!) / span.size)) return run
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

/** Maximum difference of advances in monospaced text, whose spaces are real. */
const MONOSPACED_EM = 0.02

/** Uppercase letters are a word; numbers, the alphabet and monospaced text are not. */
function isSpacedSymbols(run: string, spreadEm: number): boolean {
  const symbols = run.split(/\s+/)
  if (!symbols.some((symbol) => /\p{L}/u.test(symbol))) return true
  if (spreadEm < MONOSPACED_EM && !symbols.every((symbol) => /\p{Lu}/u.test(symbol))) return true
  return symbols.every((symbol, at) => at === 0 || symbol.codePointAt(0)! === symbols[at - 1]!.codePointAt(0)! + 1)
}

const unclean = /[\p{Cc}\p{Mn}\u02da\u00a0\u00ad\u1680\u2000-\u200b\u2028\u2029\u202f\u205f\u2060\u3000\ufeff]| {2}/u

const negation = /\u0338( ?)([=<>~∃∈∋∣∥∼≃≅≈≡≤≥≲≳⊂⊃⊆⊇⊢⊨←→↔⇐⇒⇔])/gu

function cleanText(text: string): string {
  if (!unclean.test(text)) return text.trim()
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters break JSON viewers and Markdown
      .replace(/[\u0000-\u0008\u000e-\u001f\u007f\u200b\u2060\ufeff]/g, '')
      .replace(/\u00ad(?=\s*\S)/g, '')
      .replace(/\u00ad\s*$/, '-')
      .replace(/\s+/g, ' ')
      // Some fonts have a ring accent as degree sign.
      .replace(/(?<=\d ?)\u02da/g, '°')
      // TeX draws the stroke of "≠" before the symbol, without an advance.
      .replace(negation, (_, space: string, symbol: string) => `${space}${symbol}\u0338`)
      .normalize('NFC')
      .trim()
  )
}
