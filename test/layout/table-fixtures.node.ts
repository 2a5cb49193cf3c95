/**
 * Scores tables over the fixtures of `test/fixtures/tables`. A cell is correct if the table of the same number has it
 * at its row and column with its spans and its text; cells of false tables are wrong.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDocument } from '../../src/extract/open-document.ts'
import { defaultOptions } from '../../src/model/options.ts'
import { parsePages } from '../../src/parse.ts'
import { createParseDeps } from '../../src/runtime/parse-deps.node.ts'

const folder = join(import.meta.dirname, '../fixtures/tables')

interface PlacedCell {
  readonly row: number
  readonly col: number
  readonly rowSpan: number
  readonly colSpan: number
  readonly text: string
}

export interface TableScore {
  /** Number of tables on the page and of tables found. */
  readonly tables: readonly [number, number]
  readonly wanted: number
  readonly found: number
  readonly right: number
}

export function tableFixtures(): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
}

const key = ({ row, col, rowSpan, colSpan, text }: PlacedCell): string =>
  [row, col, rowSpan, colSpan, text.normalize('NFKC').replace(/\s+/g, '')].join(' ')

export async function scoreTables(id: string): Promise<TableScore> {
  const truth: { tables: PlacedCell[][] } = JSON.parse(readFileSync(join(folder, id, 'expected.json'), 'utf8'))
  const source = {
    bytes: new Uint8Array(readFileSync(join(folder, id, 'source.pdf'))),
    fileName: `${id}.pdf`,
    fileType: '.pdf',
    password: null,
  }
  const { document } = await openDocument(source, createParseDeps({}))
  const [first] = await Array.fromAsync(parsePages(document, [0], { ...defaultOptions, ocr: 'off' }))
  document.close()
  const found = first!.page.blocks.flatMap((block) => (block.kind === 'table' ? [block.cells] : []))
  const count = (tables: readonly (readonly PlacedCell[])[]): number =>
    tables.reduce((sum, cells) => sum + cells.length, 0)
  const right = truth.tables.reduce((sum, cells, at) => {
    const keys = new Set(found[at]?.map(key))
    return sum + cells.filter((cell) => keys.has(key(cell))).length
  }, 0)
  return { tables: [truth.tables.length, found.length], wanted: count(truth.tables), found: count(found), right }
}
