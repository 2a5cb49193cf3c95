/** Marks form fields as plain text, because they look like headings: "Date: 3 May", "Total due 1,913.02", labels of check boxes. */
import type { Group, PageGroups, Ruling, TextGroup } from '../state.ts'
import { bodyStyleOf } from '../text/body-style.ts'
import { isNumbered } from '../text/section-numbers.ts'

/** A short label, a colon, a value. Labels that end in a number ("Topic 2: …") are headings. */
const field = /^\p{Lu}[^:：.!?]{1,30}(?<![\d\s])[:：]\s*(\S.*)$/u
/** Minimum fraction of digits in a value that is a number, date or telephone number. */
const MIN_DIGIT_RATIO = 0.4
/** Years at the end of a heading: "The situation: 2001–2019". */
const years = /^(?:1\d|20)\d\d(?:\s?[-–—/]\s?(?:(?:1\d|20)\d\d|\d\d))?$/
/** An amount at the end of a line: with a currency, or with at least three digits, which excludes "Version 3.10". */
const amount = /\s(?:[£$€¥]\s?\d[\d.,]*|(?:\d{1,3}(?:[.,]\d{3})+|\d{3,})[.,]\d{2}(?:\s?(?:[£$€¥]|[A-Z]{3}))?)$/u
/** Keywords of a paper on the line of their label. The label alone may be a heading. */
const keywords =
  /^(?:key\s?words|index terms|subject terms|mots[- ]cl[ée]s|schl(?:ü|ue)sselw(?:ö|oe)rter|stichw(?:ö|oe)rter|palabras clave|palavras[- ]chave|parole chiave|关键词|關鍵詞|キーワード)(?!\p{L})\s*[:：.—–-]?\s*\S.*[,;，；、·•]/iu
/** A fill-in line or a check box at the start of a line. */
const fillIn = /^(?:_{4,}|(?:\.\s?){6,}|…{2,}|[-–]?\s*[☐□❑❏▢◻]|\[\s?\]|\(\s{1,3}\)\s)/u
/** Distance of a drawn fill-in line from the baseline of the label above, in em; closer lines underline the label. */
const FILL_IN_EM = { min: 0.9, max: 3.5 }
/** Minimum number of labels above drawn lines; a single one may be a heading above a ruling. */
const MIN_LABELS = 2
const MAX_LABEL_CHARS = 80
/** Maximum size of a label relative to the body. */
const MAX_LABEL_RATIO = 1.18
/** Maximum difference between equal sizes, in points. */
const SIZE_TOLERANCE = 0.6
/** Tolerance of the corners of a drawn box, in points. */
const CORNER_TOLERANCE = 2

export function demoteFormFields(state: PageGroups): PageGroups {
  const { groups } = state
  const labels = findLabelsOfLines(state)
  const marked = groups.map((group, at): Group => {
    if (!isUnlabeledText(group) || isNumbered(group.text)) return group
    const isPlain =
      isField(groups, at) ||
      keywords.test(group.text) ||
      endsInAmount(group.text) ||
      isFillIn(groups[at + 1]) ||
      labels.has(group)
    return isPlain ? { ...group, plain: true } : group
  })
  return { ...state, groups: marked }
}

function isUnlabeledText(group: Group | undefined): group is TextGroup {
  return group?.kind === 'text' && group.type === 'text' && group.items === undefined && group.plain !== true
}

/** A field of several rows, next to another field of its size, or with a numeric value. */
function isField(groups: readonly Group[], at: number): boolean {
  const group = groups[at]!
  if (!isUnlabeledText(group) || !hasFieldRows(group)) return false
  const isNextToField = [groups[at - 1], groups[at + 1]].some(
    (other) =>
      other?.kind === 'text' && hasFieldRows(other) && Math.abs(other.style.size - group.style.size) < SIZE_TOLERANCE,
  )
  if (group.rows.length > 1 || isNextToField) return true
  const value = field.exec(group.text)?.[1] ?? ''
  const digits = value.match(/\d/g)?.length ?? 0
  return !years.test(value) && digits >= MIN_DIGIT_RATIO * value.replace(/\s/g, '').length
}

function hasFieldRows({ rows }: TextGroup): boolean {
  return rows.every(({ text }) => field.test(text))
}

/** Searches from the amount backward, because paragraphs may be long. */
function endsInAmount(text: string): boolean {
  const at = text.search(amount)
  return at > 0 && /\p{L}/u.test(text.slice(0, at))
}

function isFillIn(next: Group | undefined): boolean {
  return (
    next?.kind === 'text' &&
    (fillIn.test(next.text) || (next.items !== undefined && next.rows.every(({ text }) => fillIn.test(text))))
  )
}

/** Single rows right above a drawn fill-in line, if there are several. */
function findLabelsOfLines(state: PageGroups): Set<Group> {
  const { groups, rulings } = state
  const lines = rulings.filter(({ horizontal, shading }) => horizontal && shading !== true)
  if (lines.length < MIN_LABELS) return new Set()
  const sides = rulings.filter(({ horizontal }) => !horizontal)
  const maxSize = bodyStyleOf(state).size * MAX_LABEL_RATIO
  const labels = groups.filter((group, at) => {
    if (!isUnlabeledText(group) || group.rows.length > 1) return false
    if (group.text.length > MAX_LABEL_CHARS || group.style.size >= maxSize) return false
    const next = groups[at + 1]
    // Rulings of a table or figure are not fill-in lines, and a line above means a frame.
    if ((next !== undefined && next.kind !== 'text') || lines.some((line) => isRightAbove(line, group))) return false
    const bottom = next === undefined || next.region !== group.region ? Infinity : next.box.y0
    return lines.some(
      (line) =>
        isFillInLine(line, group) && line.position < bottom + group.style.size * 0.3 && !isBoxTop(line, next, sides),
    )
  })
  return new Set(labels.length >= MIN_LABELS ? labels : [])
}

function isRightAbove({ position, from, to }: Ruling, { box, style: { size } }: TextGroup): boolean {
  return position <= box.y0 + 0.3 * size && position > box.y0 - size && from < box.x1 && to > box.x0
}

function isFillInLine({ position, from, to }: Ruling, { rows, style, box }: TextGroup): boolean {
  const distance = (position - rows.at(-1)!.baseline) / style.size
  return distance >= FILL_IN_EM.min && distance <= FILL_IN_EM.max && from <= box.x0 + style.size && to >= box.x1
}

/** Whether the line is the top of a box around the text below, such as code. */
function isBoxTop({ position, from, to }: Ruling, next: Group | undefined, sides: readonly Ruling[]): boolean {
  if (next === undefined || next.box.y0 < position - CORNER_TOLERANCE) return false
  if (next.box.x0 < from - CORNER_TOLERANCE || next.box.x1 > to + CORNER_TOLERANCE) return false
  return sides.some((side) => {
    const isAtEnd = Math.min(Math.abs(side.position - from), Math.abs(side.position - to)) <= CORNER_TOLERANCE
    return isAtEnd && side.from <= position + CORNER_TOLERANCE && side.to > next.box.y0 + CORNER_TOLERANCE
  })
}
