/**
 * Fields of letters, forms and bills → running text, however bold: "Date: 3 May" among its like, "Total due 1,913.02", and labels
 * above boxes to tick and lines to fill in. They look like headings and head nothing.
 */
import type { Group, LayoutState, Ruling, TextGroup } from '../state.ts'
import { bodyOf } from '../text/body-style.ts'
import { isNumbered } from '../text/section-numbers.ts'

/** A label, a colon, a value: labels are short, and one that ends in a number ("Topic 2: …") is a heading's. */
const field = /^\p{Lu}[^:：.!?]{1,30}(?<![\d\s])[:：]\s*(\S.*)$/u
/** Of a value that is a number, a date, a telephone: so much is digits. */
const FIGURES_RATIO = 0.4
/** Headings end in years: "The situation: 2001–2019". */
const years = /^(?:1\d|20)\d\d(?:\s?[-–—/]\s?(?:(?:1\d|20)\d\d|\d\d))?$/
/** Sums of money end the line: with a currency, grouped, or of three digits and more, so that "Version 3.10" is none. */
const sum = /\s(?:[£$€¥]\s?\d[\d.,]*|(?:\d{1,3}(?:[.,]\d{3})+|\d{3,})[.,]\d{2}(?:\s?(?:[£$€¥]|[A-Z]{3}))?)$/u
/** The words that a paper is found by, on the line of their label; the label alone may be a heading. */
const keywords =
  /^(?:key\s?words|index terms|subject terms|mots[- ]cl[ée]s|schl(?:ü|ue)sselw(?:ö|oe)rter|stichw(?:ö|oe)rter|palabras clave|palavras[- ]chave|parole chiave|关键词|關鍵詞|キーワード)(?!\p{L})\s*[:：.—–-]?\s*\S.*[,;，；、·•]/iu
/** What there is to fill in or to tick, right at the beginning. */
const blank = /^(?:_{4,}|(?:\.\s?){6,}|…{2,}|[-–]?\s*[☐□❑❏▢◻]|\[\s?\]|\(\s{1,3}\)\s)/u
/** A line to write on is drawn below its label at this distance from the label's baseline, in em; nearer it underlines. */
const WRITING = { from: 0.9, to: 3.5 }
/** One label above a drawn line may be a heading above a rule. */
const LABELS = 2
const LABEL_CHARS = 80
/** Sizes that differ by less, in points, are one. */
const SAME_SIZE = 0.6
/** Labels are set in the text's size; type this much larger heads something. */
const DISPLAY = 1.18
/** The sides of a box end where its upper edge does, within this, in points. */
const EDGE = 2

/** Marks such groups as plain. */
export function demoteFormFields(draft: LayoutState): LayoutState {
  const { groups } = draft
  const written = labelsOfLines(draft)
  const marked = groups.map((group, at): Group => {
    if (!isShort(group) || isNumbered(group.text)) return group
    const isPlain =
      isField(groups, at) ||
      keywords.test(group.text) ||
      endsInSum(group.text) ||
      isTicked(groups[at + 1]) ||
      written.has(group)
    return isPlain ? { ...group, plain: true } : group
  })
  return marked.some((group, at) => group !== groups[at]) ? { ...draft, groups: marked } : draft
}

function isShort(group: Group | undefined): group is TextGroup {
  return group?.kind === 'text' && group.type === 'text' && group.items === undefined && group.plain !== true
}

/** Beside another field in type of its size, or with figures for its value. */
function isField(groups: readonly Group[], at: number): boolean {
  const group = groups[at]!
  if (!isShort(group) || !hasFields(group)) return false
  const beside = [groups[at - 1], groups[at + 1]]
  if (
    group.rows.length > 1 ||
    beside.some(
      (other) =>
        other?.kind === 'text' && hasFields(other) && Math.abs(other.style.size - group.style.size) < SAME_SIZE,
    )
  )
    return true
  const value = field.exec(group.text)?.[1] ?? ''
  return !years.test(value) && (value.match(/\d/g)?.length ?? 0) >= FIGURES_RATIO * value.replace(/\s/g, '').length
}

function hasFields({ rows }: TextGroup): boolean {
  return rows.every(({ text }) => field.test(text))
}

function isTicked(below: Group | undefined): boolean {
  return (
    below?.kind === 'text' &&
    (blank.test(below.text) || (below.items !== undefined && below.rows.every(({ text }) => blank.test(text))))
  )
}

/** Words, and a sum behind them. Looked for from the sum: paragraphs may be long. */
function endsInSum(text: string): boolean {
  const at = text.search(sum)
  return at > 0 && /\p{L}/u.test(text.slice(0, at))
}

/** Short lines with nothing between them and a drawn line, where there are several. */
function labelsOfLines(draft: LayoutState): Set<Group> {
  const { groups, rulings } = draft
  const strokes = rulings.filter(({ horizontal, shading }) => horizontal && shading !== true)
  if (strokes.length < LABELS) return new Set()
  const sides = rulings.filter(({ horizontal }) => !horizontal)
  const display = bodyOf(draft).size * DISPLAY
  const found = groups.filter((group, at) => {
    if (!isShort(group) || group.rows.length > 1 || group.text.length > LABEL_CHARS || group.style.size >= display)
      return false
    const next = groups[at + 1]
    // A table's own rules are no lines to write on.
    if (next !== undefined && next.kind !== 'text') return false
    const top = next === undefined || next.region !== group.region ? Infinity : next.box.y0
    // Framed: the line below is the frame's.
    const { size } = group.style
    if (
      strokes.some(
        ({ position, from, to }) =>
          position <= group.box.y0 + 0.3 * size &&
          position > group.box.y0 - size &&
          from < group.box.x1 &&
          to > group.box.x0,
      )
    )
      return false
    return strokes.some(
      (stroke) => isWriting(stroke, group) && stroke.position < top + size * 0.3 && !isFramed(next, stroke, sides),
    )
  })
  return new Set(found.length >= LABELS ? found : [])
}

/** The stroke is the upper edge of a box around what is written below it: a listing's. */
function isFramed(next: Group | undefined, { position, from, to }: Ruling, sides: readonly Ruling[]): boolean {
  if (next === undefined || next.box.y0 < position - EDGE || next.box.x0 < from - EDGE || next.box.x1 > to + EDGE)
    return false
  return sides.some((side) => {
    const isAtEnd = Math.min(Math.abs(side.position - from), Math.abs(side.position - to)) <= EDGE
    return isAtEnd && side.from <= position + EDGE && side.to > next.box.y0 + EDGE
  })
}

function isWriting({ position, from, to }: Ruling, { rows, style, box }: TextGroup): boolean {
  const below = (position - rows.at(-1)!.baseline) / style.size
  return below >= WRITING.from && below <= WRITING.to && from <= box.x0 + style.size && to >= box.x1
}
