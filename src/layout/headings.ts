/**
 * Paragraphs that stand out against the page's body type → titles. Page-local: levels are a first guess from size,
 * `assemble/titles.ts` has the last word. When in doubt a line is text: a false title costs more than a missed one.
 */
import type { BlockStyle } from '../model/document.ts'
import type { Draft, Group, TextGroup } from './draft.ts'
import { addWeight, heaviest, isCjk, roundSize } from './style.ts'

/** What most of the page is set in. */
interface Body {
  readonly size: number
  readonly bold: boolean
  readonly color: number
  readonly font: string
}

/** Points needed; the weights below are set so that one strong sign or two weak ones suffice. */
const THRESHOLD = 2
/** Headings longer than this are sentences. */
const MAX_CHARS = 160
const LONG_CHARS = 90
const MAX_ROWS = 4

/** Section numbering: "1", "2.1.3", "A.2", "IV.", "Chapter 3", "Article 4", "第三章". */
const numbering =
  /^(?:(?:\d{1,2}|[A-Z])(?:\.\d{1,2}){1,4}\.?\s+\S|\d{1,2}\.?\s+\p{Lu}|[IVX]{1,5}\.\s+\p{Lu}|[A-H]\.\s+\p{Lu}|(?:chapter|section|part|article|appendix|annex|schedule|unit|lesson|step|kapitel|chapitre|capítulo|artículo)\s+(?:\d+|[IVXLC]+|[A-Z])\b|第[一二三四五六七八九十百\d]+[章节節条條部篇])/iu

export function labelHeadings(draft: Draft): Draft {
  const body = bodyOf(draft.groups)
  const groups = draft.groups.map((group, index): Group => {
    if (group.kind !== 'text' || group.type !== 'text' || group.items !== undefined) return group
    const points = rate(group, { body, before: draft.groups[index - 1], after: draft.groups[index + 1] })
    return points >= THRESHOLD ? { ...group, type: 'title', level: guessLevel(group.style.size / body.size) } : group
  })
  return { ...draft, groups }
}

function bodyOf(groups: readonly Group[]): Body {
  const sizes = new Map<number, number>()
  const colors = new Map<number, number>()
  const fonts = new Map<string, number>()
  let bold = 0
  let total = 0
  for (const group of groups) {
    if (group.kind !== 'text') continue
    // Paragraphs tell what body type is; short lines may be anything.
    const weight = group.text.length * (group.rows.length > 1 ? 2 : 1)
    addWeight(sizes, roundSize(group.style.size), weight)
    addWeight(colors, group.style.color, weight)
    addWeight(fonts, group.style.font, weight)
    total += weight
    if (group.style.bold) bold += weight
  }
  return { size: heaviest(sizes, 10), bold: bold > total / 2, color: heaviest(colors, 0), font: heaviest(fonts, '') }
}

interface Around {
  readonly body: Body
  readonly before: Group | undefined
  readonly after: Group | undefined
}

function rate(group: TextGroup, { body, before, after }: Around): number {
  const { text, style, rows } = group
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  if (rows.length > MAX_ROWS || text.length > MAX_CHARS || letters < 2) return 0
  if (letters < text.replace(/\s/g, '').length * 0.5 && !numbering.test(text)) return 0
  const cjk = isCjk(text[0])
  let points = standsOut(style, body)
  if (points <= 0 && !numbering.test(text)) return 0
  if (numbering.test(text)) points += 1
  if (group.above > style.size * 0.6 && group.above >= group.below * 0.8) points += 0.5
  if (/[.,;，。；]$/.test(text) && !/^[\p{Lu}\p{N}\s.]+$/u.test(text)) points -= 1.5
  if (/[:：]$/.test(text)) points -= 0.5
  if (/^\p{Ll}/u.test(text)) points -= 1.5
  if (text.length > LONG_CHARS || (cjk && text.length > LONG_CHARS / 2)) points -= 1
  if (rows.length > 2) points -= 0.5 * (rows.length - 2)
  points -= neighbours(group, before, after)
  return points
}

/** How much the type differs from the body's. */
function standsOut(style: BlockStyle, body: Body): number {
  const ratio = style.size / body.size
  let points = 0
  if (ratio >= 1.35) points += 3
  else if (ratio >= 1.15) points += 2
  else if (ratio >= 1.05) points += 1
  else if (ratio < 0.93) points -= 1.5
  if (style.bold && !body.bold) points += 1.75
  if (style.caps) points += 0.75
  if (style.italic && style.font !== body.font) points += 0.25
  if (style.color !== body.color && isColored(style.color)) points += 0.5
  return points
}

/** Grey and black do not stand out. */
function isColored(color: number): boolean {
  const [red, green, blue] = [color >> 16, (color >> 8) & 255, color & 255]
  return Math.max(red, green, blue) - Math.min(red, green, blue) > 40
}

/** A heading heads something: at the end of a column, or above nothing, it is less of one. */
function neighbours(group: TextGroup, _before: Group | undefined, after: Group | undefined): number {
  if (after === undefined) return 1
  if (after.kind === 'text' && after.region !== group.region && after.style.size > group.style.size * 1.1) return 0.5
  return 0
}

function guessLevel(ratio: number): number {
  if (ratio >= 1.6) return 1
  if (ratio >= 1.25) return 2
  return ratio >= 1.08 ? 3 : 4
}
