/**
 * Recursive XY-cut (Nagy & Seth), at wide items before columns, as in XY-Cut++ (arXiv 2504.10258). Where geometry is
 * ambiguous, the content stream decides.
 */
import { centerY, height, overlapY, unionOf, width } from '../../model/geometry.ts'
import type { FlowItem, PageFlow, PageObjects, Ruling } from '../state.ts'
import { MIN_ROW_OVERLAP, splitBands, splitRows } from './bands.ts'
import { lineItem, toRow } from './layout-items.ts'
import { orderRotated } from './order-rotated.ts'
import { splitAtHeaderRuling } from './split-at-header-ruling.ts'
import { splitColumns } from './split-bands.ts'
import { splitByStreamColumns } from './split-by-stream-columns.ts'
import { isUpright, streamOrderColumns } from './stream-order-columns.ts'
import type { Band, LayoutItem } from './types.ts'

/** Maximum recursion; deeper nesting is noise. */
const MAX_DEPTH = 8
/** Minimum width, relative to the region, of an item that may hide columns. */
const MIN_WIDE_RATIO = 0.55
/** Minimum gap between a label and its rows, wider than a space, and maximum distance of their centers, in em. */
const MIN_LABEL_GAP_EM = 0.5
const MAX_CENTER_DISTANCE_EM = 0.5

export function orderLayout(state: PageObjects): PageFlow {
  const items: LayoutItem[] = state.lines.filter(isUpright).map(lineItem)
  for (const kind of ['table', 'figure'] as const)
    for (const [index, { box }] of (kind === 'table' ? state.tables : state.figures).entries())
      items.push({ kind, index, box, order: -1, size: 0, chars: 0 })
  const streamColumns = streamOrderColumns(state)
  const parts = streamColumns === null ? null : splitByStreamColumns(items, streamColumns)
  const columns = parts?.flatMap((part) => orderRegion(part, 0)) ?? orderSections(items, state.rulings)
  // Rotated text (margin stamps, axis labels) is outside of the columns.
  const rotated = orderRotated(state.lines.filter((line) => !isUpright(line)))
  for (const line of rotated) columns.push([lineItem(line, Number.MAX_SAFE_INTEGER)])
  return {
    ...state,
    flow: columns.flatMap(toFlow),
    regions: columns.map((column) => unionOf(column)),
  }
}

/** The ruling counts only where it changes the order. */
function orderSections(items: readonly LayoutItem[], rulings: readonly Ruling[]): LayoutItem[][] {
  const whole = orderRegion(items, 0)
  const sections = splitAtHeaderRuling(items, rulings)
  if (sections.length < 2) return whole
  const split = sections.flatMap((section) => orderRegion(section, 0))
  const expected = split.flat()
  return whole.flat().every((item, at) => item === expected[at]) ? whole : split
}

function orderRegion(items: readonly LayoutItem[], depth: number): LayoutItem[][] {
  if (items.length === 0) return []
  if (depth >= MAX_DEPTH || items.length === 1) return [[...items]]
  const orderParts = (parts: readonly (readonly LayoutItem[])[]): LayoutItem[][] =>
    parts.flatMap((part) => orderRegion(part, depth + 1))
  const columns: LayoutItem[][] = []
  let plain: LayoutItem[] = []
  const add = (parts: readonly LayoutItem[][]): void => {
    if (plain.length > 0) columns.push(plain)
    plain = []
    for (const part of parts) columns.push(part)
  }
  for (const group of splitColumns(splitBands(items), unionOf(items))) {
    if (group.columns.length > 1) {
      add(orderParts(group.columns))
      continue
    }
    for (const band of group.bands) {
      const parts = splitAtCenteredLabel(band) ?? splitAtWideItems(band)
      if (parts === null) plain.push(...band.items)
      else add(orderParts(parts))
    }
  }
  add([])
  return columns
}

/** A label on the left at half the height of several rows is read before them, as in the cells of web pages. */
function splitAtCenteredLabel({ items }: Band): LayoutItem[][] | null {
  const [label, ...others] = [...items].sort((a, b) => a.box.x0 - b.box.x0)
  if (label === undefined || others.length < 2 || items.some(({ kind }) => kind !== 'line')) return null
  const { box, size } = label
  if (others.some((other) => other.box.x0 < box.x1 + MIN_LABEL_GAP_EM * size)) return null
  const rows = splitRows(others)
  const isCentered = Math.abs(centerY(box) - centerY(unionOf(others))) <= MAX_CENTER_DISTANCE_EM * size
  const isInFirstRow = rows[0]!.some(
    (other) => overlapY(other.box, box) >= MIN_ROW_OVERLAP * Math.min(height(other.box), height(box)),
  )
  return rows.length > 1 && isCentered && !isInFirstRow ? [[label], others] : null
}

function splitAtWideItems({ items, box }: Band): LayoutItem[][] | null {
  if (items.length <= 2 || splitRows(items).length <= 1) return null
  const isWide = (item: LayoutItem): boolean => width(item.box) > MIN_WIDE_RATIO * width(box)
  const wide = items.filter(isWide).sort((a, b) => a.box.y0 - b.box.y0)
  let rest = items.filter((item) => !isWide(item))
  if (wide.length === 0 || rest.length === 0) return null
  if (!splitColumns(splitBands(rest), box).some(({ columns }) => columns.length > 1)) return null
  const parts: LayoutItem[][] = []
  for (const item of wide) {
    const y = centerY(item.box)
    parts.push(
      rest.filter((other) => centerY(other.box) < y),
      [item],
    )
    rest = rest.filter((other) => centerY(other.box) >= y)
  }
  return [...parts, rest].filter((part) => part.length > 0)
}

function toFlow(column: readonly LayoutItem[], region: number): FlowItem[] {
  return splitRows(column).flatMap((row): FlowItem[] => {
    const [first] = row
    if (first === undefined) return []
    if (first.kind !== 'line') return [{ kind: first.kind, index: first.index, region }]
    const lines = row.flatMap((item) => (item.kind === 'line' ? [item.line] : []))
    return [{ kind: 'row', row: toRow(lines), region }]
  })
}
