/** Joins a table row split by a page break: the next first row has no name and continues a sentence. */
import type { Cell, TableBlock } from '../model/document.ts'
import { mergeLinks } from '../model/hyperlinks.ts'
import { endsWithCjk, joinContinuation, startsWithCjk } from '../model/join-text.ts'
import { endsSentence } from './text-blocks.ts'

/** Minimum named rows above; with fewer, a missing name proves nothing. */
const MIN_NAMED_ROWS = 2

/** Returns `null` if row `row` of `tail` is separate. */
export function joinSplitRow(head: TableBlock, tail: TableBlock, row: number): readonly Cell[] | null {
  const rest = tail.cells.filter((cell) => cell.row === row && cell.text.trim() !== '')
  const last = head.cells.filter((cell) => cell.row + cell.rowSpan === head.rows)
  const hasRowSpan = tail.cells.some((cell) => cell.row <= row && cell.row + cell.rowSpan > row + 1)
  if (rest.length === 0 || hasRowSpan || rest.some(({ col }) => col === 0) || !hasNamedRows(head)) return null
  const pairs = rest.map((cell) => ({
    cell,
    above: last.find((other) => other.col === cell.col && other.colSpan === cell.colSpan),
  }))
  if (!pairs.every(({ above }) => above !== undefined && above.text.trim() !== '' && !above.header)) return null
  if (!pairs.some(({ cell, above }) => continues(above?.text ?? '', cell.text))) return null
  return head.cells.map((cell) => {
    const pair = pairs.find(({ above }) => above === cell)
    if (pair === undefined) return cell
    return { ...cell, ...joinCells(cell, pair.cell) }
  })
}

/** Content of a cell that a page break splits. */
export function joinCells(head: Cell, tail: Cell): Pick<Cell, 'text' | 'pictures' | 'links'> {
  const pictures = [...(head.pictures ?? []), ...(tail.pictures ?? [])]
  return {
    text: joinContinuation(head.text, tail.text),
    ...(pictures.length === 0 ? {} : { pictures }),
    ...mergeLinks(head, tail),
  }
}

function hasNamedRows({ cells, rows }: TableBlock): boolean {
  const named = new Set<number>()
  let bodyRows = 0
  for (const cell of cells) {
    if (cell.col !== 0 || cell.header) continue
    bodyRows += cell.rowSpan
    if (cell.text.trim() !== '') for (let row = cell.row; row < cell.row + cell.rowSpan; row++) named.add(row)
  }
  return named.size === bodyRows && named.size >= MIN_NAMED_ROWS && named.has(rows - 1)
}

function continues(above: string, below: string): boolean {
  const [head, tail] = [above.trim(), below.trim()]
  if (endsSentence(head)) return false
  return (
    /^\p{Ll}/u.test(tail) ||
    (endsWithCjk(head) && startsWithCjk(tail)) ||
    (/\p{L}[-\u2010]$/u.test(head) && /^\p{L}/u.test(tail))
  )
}
