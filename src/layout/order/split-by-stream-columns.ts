import { grow, unionAll } from '../../model/geometry.ts'
import { type LayoutItem, type StreamOrderColumn, TOUCH_TOLERANCE } from './types.ts'

/** Maximum gap between a figure and its caption, in points (two lines). */
const MAX_CAPTION_GAP = 30

/** Returns the items above the columns, of each column, and below, or `null` if an item crosses columns. */
export function splitByStreamColumns(
  items: readonly LayoutItem[],
  columns: readonly StreamOrderColumn[],
): LayoutItem[][] | null {
  const columnOfLine = new Map(columns.flatMap(({ lines }, index) => lines.map((line) => [line, index] as const)))
  const columnAt = ({ box }: LayoutItem): number =>
    columns.findIndex((column, index) => {
      const from = columns[index - 1]?.box.x1 ?? -Infinity
      const to = columns[index + 1]?.box.x0 ?? Infinity
      return (
        box.x0 >= from - TOUCH_TOLERANCE &&
        box.x1 <= to + TOUCH_TOLERANCE &&
        box.x0 < column.box.x1 &&
        box.x1 > column.box.x0
      )
    })
  // Columns may begin or end with a figure and its caption.
  const figures = items.filter((item) => item.kind !== 'line' && columnAt(item) >= 0)
  const { y0, y1 } = unionAll([
    ...columns.map(({ box }) => box),
    ...figures.map(({ box }) => grow(box, MAX_CAPTION_GAP)),
  ])
  const partOf = (item: LayoutItem): number => {
    const own = item.kind === 'line' ? columnOfLine.get(item.line) : undefined
    if (own !== undefined) return own + 1
    if (item.box.y1 <= y0 + TOUCH_TOLERANCE) return 0
    if (item.box.y0 >= y1 - TOUCH_TOLERANCE) return columns.length + 1
    const column = columnAt(item)
    return column < 0 ? NaN : column + 1
  }
  const parts = Map.groupBy(items, partOf)
  return parts.has(NaN) ? null : Array.from({ length: columns.length + 2 }, (_, index) => parts.get(index) ?? [])
}
