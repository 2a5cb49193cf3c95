import { area, type Box, containsCenter, coverage, overlapArea } from '../../model/geometry.ts'
import { makeGroup } from '../blocks/paragraphs.ts'
import type { DetectedTable, Line, PageObjects, TaggedPage, TaggedPart, TextGroup } from '../state.ts'
import { isTextBox } from './is-text-box.ts'

const MAX_LABEL_CHARS = 60
const MAX_SHAPE_CHARS = 120
const MIN_SHAPES = 2
const MIN_LABELS = 2
/** Minimum fraction of a shape inside its drawing; its shadow may extend beyond. */
const MIN_COVERED_RATIO = 0.8

export function mergeTagsWithLayout(state: PageObjects): PageObjects {
  const { tagged } = state
  if (tagged === undefined) return state
  const consumed = claimDrawingParts(state, tagged)
  const own = tagged.parts.flatMap((part) => (part.kind === 'figure' && !consumed.has(part) ? [part.figure] : []))
  const keepsFigure = (box: Box): boolean => {
    const overlapping = textsIn(box, tagged)
    if (overlapping.length > 0 && state.raw.tags?.exact === true && isTextBox(box, state.raw)) return false
    // Text that crosses a figure, or is more than labels, shows a false detection.
    const isConsistent = overlapping.every(({ group }) => isLabel(group, MAX_LABEL_CHARS) && isWithin(group, box))
    if (isConsistent) for (const part of overlapping) consumed.add(part)
    return isConsistent
  }
  const figures = state.figures.filter(
    ({ box }) =>
      !own.some((other) => overlapArea(box, other.box) > 0.5 * Math.min(area(box), area(other.box))) &&
      keepsFigure(box),
  )
  const tables = state.tables.filter((table) => table.method === 'tagged' || keepsTable(table, tagged, consumed))
  const formulas = state.lines.filter(({ formula }) => formula !== undefined)
  const claimedBoxes = [...figures, ...own, ...tables, ...formulas].map(({ box }) => box)
  return {
    ...state,
    figures: [...figures, ...own],
    tables,
    lines: [
      ...formulas,
      ...tagged.untagged.filter((line) => !claimedBoxes.some((box) => containsCenter(box, line.box))),
    ],
    tagged: {
      ...tagged,
      parts: tagged.parts.filter((part) => !consumed.has(part)).flatMap((part) => splitAroundFormulas(part, formulas)),
    },
  }
}

/** Word and PowerPoint tag each shape and label; a drawing found by geometry claims them. */
function claimDrawingParts({ raw, figures }: PageObjects, tagged: TaggedPage): Set<TaggedPart> {
  const consumed = new Set<TaggedPart>()
  // In converted documents, the text of each shape is content.
  if (raw.tags?.exact === true) return consumed
  for (const { box } of figures) {
    const shapes = tagged.parts.filter(
      (part) => part.kind === 'figure' && coverage(part.figure.box, box) > MIN_COVERED_RATIO,
    )
    const labels = textsIn(box, tagged)
    const isWhole = labels.every(({ group }) => isLabel(group, MAX_SHAPE_CHARS) && isWithin(group, box))
    if (isWhole && shapes.length >= MIN_SHAPES && labels.length >= MIN_LABELS)
      for (const part of [...shapes, ...labels]) consumed.add(part)
  }
  return consumed
}

/** Display equations are rarely tagged. */
function splitAroundFormulas(part: TaggedPart, formulas: readonly Line[]): readonly TaggedPart[] {
  if (part.kind !== 'text' || part.group.type !== 'text' || part.group.items !== undefined) return [part]
  const { rows } = part.group
  const inside = rows.map((row) => formulas.some(({ box }) => containsCenter(box, row.box)))
  if (!inside.includes(true)) return [part]
  const parts: (typeof rows)[number][][] = [[]]
  rows.forEach((row, index) => {
    if (inside[index]) parts.push([])
    else parts.at(-1)!.push(row)
  })
  return parts.flatMap((rowsOfPart): TaggedPart[] =>
    rowsOfPart.length === 0 ? [] : [{ ...part, group: { ...part.group, ...makeGroup(rowsOfPart, part.group.region) } }],
  )
}

function isLabel({ type, text, items }: TextGroup, maxChars: number): boolean {
  return type === 'text' && items === undefined && text.length <= maxChars
}

type TaggedText = Extract<TaggedPart, { kind: 'text' }>

function textsIn(box: Box, { parts }: TaggedPage): TaggedText[] {
  return parts.filter(
    (part): part is TaggedText => part.kind === 'text' && part.group.rows.some((row) => containsCenter(box, row.box)),
  )
}

function isWithin({ rows }: TextGroup, box: Box): boolean {
  return rows.every((row) => containsCenter(box, row.box))
}

/** Claims paragraphs inside the table, unless one extends outside. */
function keepsTable({ box }: DetectedTable, tagged: TaggedPage, consumed: Set<TaggedPart>): boolean {
  const overlapping = textsIn(box, tagged)
  const isConsistent = overlapping.every(({ group }) => group.type === 'text' && isWithin(group, box))
  if (isConsistent) for (const part of overlapping) consumed.add(part)
  return isConsistent
}
