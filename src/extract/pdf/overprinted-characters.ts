/** Joins characters drawn as two: accents and letters in TeX's older fonts, © as a circle around a letter. */

import { type Box, center, union } from '../../model/geometry.ts'
import type { Span } from '../../model/raw-page.ts'

const combining: Readonly<Record<string, string>> = {
  '`': '\u0300',
  '´': '\u0301',
  ˆ: '\u0302',
  '˜': '\u0303',
  '¯': '\u0304',
  '˘': '\u0306',
  '˙': '\u0307',
  '¨': '\u0308',
  '˚': '\u030a',
  '˝': '\u030b',
  ˇ: '\u030c',
  '¸': '\u0327',
}
const accents = Object.keys(combining).join('')
const accent = new RegExp(`[${accents}]`)
const accentAtEnd = new RegExp(`[${accents}]\\s?$`)
const dotless: Readonly<Record<string, string>> = { ı: 'i', ȷ: 'j' }
/** An accent is drawn over the next letter. In em. */
const MAX_ACCENT_ADVANCE_EM = 0.15
/** In em: accents of uppercase letters are raised. */
const MAX_ACCENT_SHIFT_EM = 0.35

/** Apple's PDF writer maps each hyphen of some fonts to these three. */
const tripleHyphen = '-\u00ad\u2010'

const circle = '\u20dd'
const circled: Readonly<Record<string, string>> = { c: '©', C: '©', r: '®', R: '®' }

export function joinOverprinted(spans: readonly Span[]): readonly Span[] {
  if (!spans.some(({ text }) => isDrawnTwice(text) || text.startsWith(circle))) return spans
  const joined: Span[] = []
  for (const span of spans) {
    const before = joined.at(-1)
    const composed = isDrawnTwice(span.text) ? composeWithin(span) : span
    const pair = before === undefined ? null : (composeCircled(before, composed) ?? composeAcross(before, composed))
    if (pair === null) joined.push(composed)
    else joined.splice(-1, 1, ...pair)
  }
  return joined
}

function isDrawnTwice(text: string): boolean {
  return accent.test(text) || text.includes(tripleHyphen)
}

function compose(mark: string | undefined, letter: string | undefined): string | null {
  const added = mark === undefined ? undefined : combining[mark]
  if (added === undefined || letter === undefined || !/\p{L}/u.test(letter)) return null
  const combined = ((dotless[letter] ?? letter) + added).normalize('NFC')
  return combined.length === 1 ? combined : null
}

function composeWithin(span: Span): Span {
  const { text, edges, size } = span
  let result = ''
  const kept: number[] = []
  for (let at = 0; at < text.length; at++) {
    const combined = compose(text[at], text[at + 1])
    const isOver =
      edges === undefined ? isInsideWord(text, at) : edges[at + 1]! - edges[at]! < MAX_ACCENT_ADVANCE_EM * size
    kept.push(at)
    if (text.startsWith(tripleHyphen, at)) {
      result += '-'
      at += tripleHyphen.length - 1
    } else if (combined === null || !isOver) result += text[at]!
    else {
      result += combined
      at += 1
    }
  }
  if (result.length === text.length) return span
  return {
    ...span,
    text: result,
    ...(edges === undefined ? {} : { edges: Float32Array.from([...kept, text.length], (at) => edges[at]!) }),
  }
}

function isInsideWord(text: string, at: number): boolean {
  return /\p{L}/u.test(text[at - 1] ?? '')
}

/** Composes an accent at the end of a span with the next span in the same font. */
function composeAcross(before: Span, span: Span): Span[] | null {
  if (!accentAtEnd.test(before.text) || before.edges === undefined || span.edges === undefined) return null
  const text = before.text.trimEnd()
  const combined = compose(text.at(-1), span.text[0])
  if (
    combined === null ||
    before.font !== span.font ||
    before.size !== span.size ||
    Math.abs(before.baseline - span.baseline) > MAX_ACCENT_SHIFT_EM * span.size
  )
    return null
  const boundary = (before.edges[text.length - 1]! + before.edges[text.length]!) / 2
  if (boundary < span.edges[0]! || boundary > span.edges[1]!) return null
  const composed: Span = {
    ...span,
    text: combined + span.text.slice(1),
    box: { ...span.box, y0: Math.min(span.box.y0, before.box.y0) },
  }
  const rest = text.slice(0, -1)
  return rest === '' ? [composed] : [shortened(before, rest.length), composed]
}

function shortened(span: Span, length: number): Span {
  const { edges, box, text } = span
  return {
    ...span,
    text: text.slice(0, length),
    ...(edges === undefined ? {} : { edges: edges.slice(0, length + 1), box: { ...box, x1: edges[length]! } }),
  }
}

function composeCircled(before: Span, span: Span): Span[] | null {
  if (!span.text.startsWith(circle) || span.text.trim() !== circle) return null
  const letter = /(?:^|\s)(\S)$/.exec(before.text)?.[1]
  const symbol = letter === undefined ? undefined : circled[letter]
  if (symbol === undefined || !isInside(lastBox(before), span.box)) return null
  const end = before.text.length
  const edges = before.edges?.slice()
  if (edges !== undefined) edges[end] = span.box.x1
  const space = span.text === circle ? '' : ' '
  const composed = {
    ...before,
    text: before.text.slice(0, -1) + symbol + space,
    box: union(before.box, { ...span.box, y0: before.box.y0, y1: before.box.y1 }),
  }
  return [
    edges === undefined
      ? composed
      : { ...composed, edges: space === '' ? edges : Float32Array.from([...edges, span.box.x1]) },
  ]
}

function lastBox({ box, edges, text }: Span): Box {
  return { ...box, x0: edges?.[text.length - 1] ?? box.x0 }
}

function isInside(letter: Box, ring: Box): boolean {
  const { x, y } = center(letter)
  return x > ring.x0 && x < ring.x1 && y > ring.y0 && y < ring.y1
}
