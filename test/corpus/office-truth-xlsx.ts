/** Reads the structure of a workbook's sheets from its XML. */

import { attribute, child, descendants, type Element, elements, textOf } from '../../src/xml/tree.ts'
import type { Archive } from '../../src/zip/archive.ts'
import {
  normal,
  part,
  relations,
  resolve,
  type Truth,
  type TruthCell,
  type TruthTable,
  wordsOf,
} from './office-truth-parts.ts'

export function readXlsx(archive: Archive): Truth {
  const book = part(archive, 'xl/workbook.xml')
  const links = relations(archive, 'xl/_rels/workbook.xml.rels')
  const strings = elements(part(archive, 'xl/sharedStrings.xml'), 's:si').map((item) =>
    descendants(item, 's:t')
      .filter((text) => !isPhonetic(item, text))
      .map(textOf)
      .join(''),
  )
  const headings: string[] = []
  const tables: TruthTable[] = []
  const words: string[] = []
  for (const sheet of elements(child(book, 's:sheets'), 's:sheet')) {
    if ((attribute(sheet, 'state') ?? 'visible') !== 'visible') continue
    const root = part(archive, resolve('xl', links.get(attribute(sheet, 'r:id') ?? '') ?? ''))
    const table = root === undefined ? null : readSheet(root, strings)
    if (table === null || table.cells.length === 0) continue
    headings.push(normal(attribute(sheet, 'name') ?? ''))
    tables.push(table)
    words.push(...table.cells.flatMap(({ text }) => wordsOf(text ?? '')))
  }
  return { headings, tables, words }
}

function isPhonetic(item: Element, text: Element): boolean {
  return descendants(item, 's:rPh').some((phonetic) => descendants(phonetic, 's:t').includes(text))
}

/**
 * Visible cells with content; rows and columns count from the first one with such a cell. Merged areas are clipped to
 * the range of these cells.
 */
function readSheet(root: Element, strings: readonly string[]): TruthTable {
  const isHidden = (element: Element): boolean => attribute(element, 'hidden') === '1'
  const rows = new Set(
    descendants(root, 's:row')
      .filter(isHidden)
      .map((row) => Number(attribute(row, 'r')) - 1),
  )
  const columns = new Set(
    descendants(root, 's:col')
      .filter(isHidden)
      .flatMap((range) => {
        const [first, last] = [Number(attribute(range, 'min')), Number(attribute(range, 'max'))]
        return Array.from({ length: last - first + 1 }, (_, step) => first - 1 + step)
      }),
  )
  const shown = descendants(root, 's:c')
    .flatMap((cell) => {
      const at = place(attribute(cell, 'r') ?? '')
      return rows.has(at.row) || columns.has(at.col) ? [] : [{ ...at, ...readValue(cell, strings) }]
    })
    .filter(({ text }) => text !== '')
  const merges = new Map(
    descendants(root, 's:mergeCell').map((merge) => {
      const [from = '', to = from] = (attribute(merge, 'ref') ?? '').split(':')
      return [keyOf(place(from)), place(to)] as const
    }),
  )
  const kept = (from: number, to: number, gone: ReadonlySet<number>): number =>
    Array.from({ length: Math.max(0, to - from) }, (_, step) => from + step).filter((at) => !gone.has(at)).length
  const top = Math.min(...shown.map(({ row }) => row))
  const left = Math.min(...shown.map(({ col }) => col))
  const bottom = Math.max(...shown.map(({ row }) => row))
  const right = Math.max(...shown.map(({ col }) => col))
  const cells = shown.map(({ row, col, ...rest }): TruthCell => {
    const to = merges.get(keyOf({ row, col })) ?? { row, col }
    return {
      ...rest,
      row: kept(top, row, rows),
      col: kept(left, col, columns),
      rowSpan: kept(row, Math.min(to.row, bottom) + 1, rows),
      colSpan: kept(col, Math.min(to.col, right) + 1, columns),
    }
  })
  return { rows: new Set(cells.map(({ row }) => row)).size, cells }
}

/** `''` for an empty cell. */
function readValue(cell: Element, strings: readonly string[]): Pick<TruthCell, 'text' | 'mayHide'> {
  const kind = attribute(cell, 't') ?? 'n'
  const value = textOf(child(cell, 's:v'))
  if (kind === 's') return { text: normal(strings[Number(value)] ?? '') }
  if (kind === 'str') return { text: normal(value) }
  if (kind === 'inlineStr') return { text: normal(descendants(cell, 's:t').map(textOf).join('')) }
  return value === '' ? { text: '' } : { text: null, ...(Number(value) === 0 ? { mayHide: true as const } : {}) }
}

function keyOf({ row, col }: { row: number; col: number }): string {
  return `${row},${col}`
}

function place(reference: string): { row: number; col: number } {
  const [, letters = 'A', digits = '1'] = /^\$?([A-Z]+)\$?(\d+)$/.exec(reference) ?? []
  return {
    row: Number(digits) - 1,
    col: [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1,
  }
}
