/**
 * A table's row that the page break cuts → one row: the cells of the next page's first row go on where those of the last row ended.
 * Only where that row can't be one of its own: it has no name, and what it says is the rest of sentences begun above.
 */

import type { Cell, TableBlock } from '../model/document.ts'
import { isCjk, joinContinuation } from '../model/join-text.ts'
import { endsSentence } from './text-blocks.ts'

/** Rows above that must have a name in the first column for its lack to mean something. */
const NAMED_ROWS = 2

/** The cells of the head with the rest of its last row, or `null` when the tail's row at `row` is one of its own. */
export function joinSplitRow(head: TableBlock, tail: TableBlock, row: number): readonly Cell[] | null {
  const rest = tail.cells.filter((cell) => cell.row === row && cell.text.trim() !== '')
  const last = head.cells.filter((cell) => cell.row + cell.rowSpan === head.rows)
  if (
    rest.length === 0 ||
    tail.cells.some((cell) => cell.row <= row && cell.row + cell.rowSpan > row + 1) ||
    tail.rows - row < 1
  )
    return null
  if (rest.some(({ col }) => col === 0) || !isNamed(head)) return null
  const pairs = rest.map((cell) => ({
    cell,
    above: last.find((other) => other.col === cell.col && other.colSpan === cell.colSpan),
  }))
  if (!pairs.every(({ above }) => above !== undefined && above.text.trim() !== '' && !above.header)) return null
  if (!pairs.some(({ cell, above }) => goesOn(above?.text ?? '', cell.text))) return null
  return head.cells.map((cell) => {
    const pair = pairs.find(({ above }) => above === cell)
    if (pair === undefined) return cell
    const pictures = [...(cell.pictures ?? []), ...(pair.cell.pictures ?? [])]
    return {
      ...cell,
      text: joinContinuation(cell.text, pair.cell.text),
      ...(pictures.length === 0 ? {} : { pictures }),
    }
  })
}

/** All rows below the table's head have a text in the first column. */
function isNamed({ cells, rows }: TableBlock): boolean {
  const named = new Set<number>()
  let body = 0
  for (const cell of cells) {
    if (cell.col !== 0 || cell.header) continue
    body += cell.rowSpan
    if (cell.text.trim() !== '') for (let row = cell.row; row < cell.row + cell.rowSpan; row++) named.add(row)
  }
  return named.size === body && named.size >= NAMED_ROWS && named.has(rows - 1)
}

/** The sentence above has not ended, and the text below does not begin one. */
function goesOn(above: string, below: string): boolean {
  if (endsSentence(above.trim())) return false
  return (
    /^\p{Ll}/u.test(below.trim()) ||
    (isCjk(above.trim().at(-1)) && isCjk(below.trim()[0])) ||
    (/\p{L}[-\u2010]$/u.test(above.trim()) && /^\p{L}/u.test(below.trim()))
  )
}
