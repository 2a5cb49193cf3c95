/**
 * What the tags say of a trusted page beside what the eye found there: figures, tables and formulas that both saw are kept once,
 * shapes of one drawing become one figure, and what is left outside the tree goes its ordinary way.
 */
import { area, type Box, center, contains, coverage, overlapArea } from '../../model/geometry.ts'
import type { DetectedTable, Line, PageObjects, TaggedPage, TaggedPart, TextGroup } from '../state.ts'
import { groupOf } from './apply-tags.ts'
import { isPanel } from './text-boxes.ts'

/** Labels of a drawing are short; longer text has a reader of its own … */
const maxLabelChars = 60
/** … and even in a drawing whose shapes are tagged they are no paragraphs. */
const maxShapeChars = 120
/** Pieces of one drawing at least: two shapes and two labels. */
const minShapes = 2
const minLabels = 2
/** Share of a shape that lies within its drawing: its shadow may reach out. */
const wholeRatio = 0.8

/** After figures were looked for: what the tags and the eye both saw is kept once, and the lines that are left are the loose ones. */
export function mergeTagsWithLayout(draft: PageObjects): PageObjects {
  const { tagged } = draft
  if (tagged === undefined) return draft
  const consumed = drawnPieces(draft, tagged)
  const own = tagged.parts.flatMap((part) => (part.kind === 'figure' && !consumed.has(part) ? [part.figure] : []))
  const keeps = (box: Box): boolean => {
    const touched = textsIn(box, tagged)
    if (touched.length > 0 && draft.raw.tags?.exact === true && isPanel(box, draft.raw)) return false
    // A figure that cuts through text, or holds what the tags call more than a label, is a mistake of the eye.
    const whole = touched.every(({ group }) => isLabel(group, maxLabelChars) && isWithin(group, box))
    if (whole) for (const part of touched) consumed.add(part)
    return whole
  }
  const figures = draft.figures.filter(
    ({ box }) =>
      !own.some((other) => overlapArea(box, other.box) > 0.5 * Math.min(area(box), area(other.box))) && keeps(box),
  )
  const tables = draft.tables.filter((table) => table.method === 'tagged' || keepsTable(table, tagged, consumed))
  const formulas = draft.lines.filter(({ formula }) => formula !== undefined)
  const taken = [...figures, ...own, ...tables, ...formulas].map(({ box }) => box)
  return {
    ...draft,
    figures: [...figures, ...own],
    tables,
    lines: [...formulas, ...tagged.loose.filter((line) => !taken.some((box) => contains(box, center(line.box))))],
    tagged: {
      ...tagged,
      parts: tagged.parts.filter((part) => !consumed.has(part)).flatMap((part) => aroundFormulas(part, formulas)),
    },
  }
}

/**
 * Word and PowerPoint tag each shape, arrow and label of a drawing by itself, in the order in which they were made. What the eye
 * sees as one drawing takes them.
 */
function drawnPieces({ raw, figures }: PageObjects, tagged: TaggedPage): Set<TaggedPart> {
  const consumed = new Set<TaggedPart>()
  // Of a document that the service converts itself, the text of each shape is asked for.
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

/** Display equations are seldom tagged as such: a paragraph is what stands before and after them. */
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

/** Tagged texts of which a row at least stands in the box. */
function textsIn(box: Box, { parts }: TaggedPage): TaggedText[] {
  return parts.filter(
    (part): part is TaggedText => part.kind === 'text' && part.group.rows.some((row) => contains(box, center(row.box))),
  )
}

function isWithin({ rows }: TextGroup, box: Box): boolean {
  return rows.every((row) => contains(box, center(row.box)))
}

/** A table that the eye found takes the paragraphs inside it, unless one of them goes on outside. */
function keepsTable({ box }: DetectedTable, tagged: TaggedPage, consumed: Set<TaggedPart>): boolean {
  const touched = textsIn(box, tagged)
  const whole = touched.every(({ group }) => group.type === 'text' && isWithin(group, box))
  if (whole) for (const part of touched) consumed.add(part)
  return whole
}
