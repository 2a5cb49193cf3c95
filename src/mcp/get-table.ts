import { z } from 'zod'
import { ParseError } from '../model/errors.ts'
import { type CellJson, tableSize } from '../model/result-json.ts'
import type { RegisterTool } from './context.ts'
import { pagesOf } from './json-pages.ts'

export const getTable: RegisterTool = (server, { documents }) => {
  server.registerTool(
    'get_table',
    {
      description: 'Returns a table of a page as CSV, or as JSON with spans and header cells.',
      inputSchema: {
        document: z.string(),
        page: z.number().int().min(1),
        table: z.number().int().min(1).default(1).describe('Number of the table on the page, counted from 1'),
        format: z.enum(['csv', 'json']).default('csv'),
      },
      annotations: { readOnlyHint: true },
    },
    async ({ document, page, table, format }, { signal }) => {
      const opened = await documents.get(document)
      const parsed = await opened.read({ format: 'json', pages: String(page) }, signal)
      const tables = pagesOf(parsed).flatMap(({ blocks }) => blocks.flatMap(({ cells }) => (cells ? [cells] : [])))
      const cells = tables[table - 1]
      if (cells === undefined)
        throw new ParseError(
          1133,
          `table: ${table} does not exist; page ${page} has ${tables.length} table${tables.length === 1 ? '' : 's'}.`,
        )
      return {
        content: [{ type: 'text', text: format === 'csv' ? csvOf(cells) : JSON.stringify(cells.map(plainCell)) }],
      }
    },
  )
}

function plainCell({ row, col, row_span, col_span, header, text }: CellJson): object {
  return { row, col, row_span, col_span, header, text }
}

/** CSV (RFC 4180). Cells with spans are written once, at their top left. */
function csvOf(cells: readonly CellJson[]): string {
  const size = tableSize(cells)
  const rows = Array.from({ length: size.rows }, () => new Array<string>(size.cols).fill(''))
  for (const { row, col, text } of cells) {
    const fields = rows[row]
    if (fields !== undefined) fields[col] = /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  }
  return rows.map((fields) => `${fields.join(',')}\r\n`).join('')
}
