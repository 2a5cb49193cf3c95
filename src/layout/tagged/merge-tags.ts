/**
 * Merges tags with the layout found by geometry. Objects that both found are kept once, shapes of one drawing become
 * one figure, and later passes process untagged lines.
 */
import { area, type Box, center, contains, coverage, overlapArea } from '../../model/geometry.ts'
import type { DetectedTable, Line, PageObjects, TaggedPage, TaggedPart, TextGroup } from '../state.ts'
import { groupOf } from './apply-tags.ts'
import { isTextBox } from './text-boxes.ts'

/** Maximum length of a label in a drawing, in characters. */
const maxLabelChars = 60
/** Maximum length of a text shape in a tagged drawing, in characters. */
const maxShapeChars = 120
/** Minimum number of shapes and labels of a drawing. */
const minShapes = 2
const minLabels = 2
/** Minimum part of a shape inside its drawing. Its shadow may extend beyond it. */
const wholeRatio = 0.8

/** Runs after the figures were found. */
export function mergeTagsWithLayout(state: PageObjects): PageObjects {
  const { tagged } = state
  if (tagged === undefined) return state
  const consumed = claimDrawingParts(state, tagged)
  const own = tagged.parts.flatMap((part) => (part.kind === 'figure' && !consumed.has(part) ? [part.figure] : []))
  const keeps = (box: Box): boolean => {
    const touched = textsIn(box, tagged)
    if (touched.length > 0 && state.raw.tags?.exact === true && isTextBox(box, state.raw)) return false
    // A figure that cuts through text, or contains more than labels, is a false detection.
    const whole = touched.every(({ group }) => isLabel(group, maxLabelChars) && isWithin(group, box))
    if (whole) for (const part of touched) consumed.add(part)
    return whole
  }
  const figures = state.figures.filter(
    ({ box }) =>
      !own.some((other) => overlapArea(box, other.box) > 0.5 * Math.min(area(box), area(other.box))) && keeps(box),
  )
  const tables = state.tables.filter((table) => table.method === 'tagged' || keepsTable(table, tagged, consumed))
  const formulas = state.lines.filter(({ formula }) => formula !== undefined)
  const taken = [...figures, ...own, ...tables, ...formulas].map(({ box }) => box)
  return {
    ...state,
    figures: [...figures, ...own],
    tables,
    lines: [...formulas, ...tagged.loose.filter((line) => !taken.some((box) => contains(box, center(line.box))))],
    tagged: {
      ...tagged,
      parts: tagged.parts.filter((part) => !consumed.has(part)).flatMap((part) => aroundFormulas(part, formulas)),
    },
  }
}

/** Word and PowerPoint tag each shape, arrow and label separately. A drawing found by geometry claims them. */
function claimDrawingParts({ raw, figures }: PageObjects, tagged: TaggedPage): Set<TaggedPart> {
  const consumed = new Set<TaggedPart>()
  // In documents that the service converted itself, the text of each shape is content.
  if (raw.tags?.exact === true) return consumed
  for (const { box } of figures) {
    const shapes = tagged.parts.filter((part) => part.kind === 'figure' && coverage(part.figure.box, box) > wholeRatio)
    const labels = textsIn(box, tagged)
    const isWhole = labels.every(({ group }) => isLabel(group, maxShapeChars) && isWithin(group, box))
    if (isWhole && shapes.length >= minShapes && labels.length >= minLabels)
      for (const part of [...shapes, ...labels]) consumed.add(part)
  }
  return consumed
}

/** Display equations are rarely tagged: the paragraph is split around them. */
function aroundFormulas(part: TaggedPart, formulas: readonly Line[]): readonly TaggedPart[] {
  if (part.kind !== 'text' || part.group.type !== 'text' || part.group.items !== undefined) return [part]
  const { rows } = part.group
  const inside = rows.map((row) => formulas.some(({ box }) => contains(box, center(row.box))))
  if (!inside.includes(true)) return [part]
  const pieces: (typeof rows)[number][][] = [[]]
  rows.forEach((row, index) => {
    if (inside[index]) pieces.push([])
    else pieces.at(-1)!.push(row)
  })
  return pieces.flatMap((piece): TaggedPart[] =>
    piece.length === 0 ? [] : [{ ...part, group: { ...part.group, ...groupOf(piece), region: part.group.region } }],
  )
}

function isLabel({ type, text, items }: TextGroup, maxChars: number): boolean {
  return type === 'text' && items === undefined && text.length <= maxChars
}

type TaggedText = Extract<TaggedPart, { kind: 'text' }>

/** Tagged texts with at least one row in the box. */
function textsIn(box: Box, { parts }: TaggedPage): TaggedText[] {
  return parts.filter(
    (part): part is TaggedText => part.kind === 'text' && part.group.rows.some((row) => contains(box, center(row.box))),
  )
}

function isWithin({ rows }: TextGroup, box: Box): boolean {
  return rows.every((row) => contains(box, center(row.box)))
}

/** A table found by geometry claims the paragraphs inside it, unless one of them extends outside. */
function keepsTable({ box }: DetectedTable, tagged: TaggedPage, consumed: Set<TaggedPart>): boolean {
  const touched = textsIn(box, tagged)
  const whole = touched.every(({ group }) => group.type === 'text' && isWithin(group, box))
  if (whole) for (const part of touched) consumed.add(part)
  return whole
}
