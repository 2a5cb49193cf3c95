import { expect, test } from 'vitest'
import { doctags } from '../../../src/http/compat/docling/doctags.ts'
import { buildDoclingDocument } from '../../../src/http/compat/docling/document.ts'
import type { BlockJson, PageJson } from '../../../src/model/result-json.ts'

/** Above the limit of arguments. */
const ROWS = 65_000

test('a table of very many cells is written', () => {
  const cell = { row_span: 1, col_span: 1, header: false, bbox: [0, 0, 1, 1] as const, text: 'x' }
  const cells = Array.from({ length: ROWS }, (_, row) => [0, 1].map((col) => ({ ...cell, row, col }))).flat()
  const table = { type: 'table', idx: 0, bbox: [0, 0, 1, 1], content: '', captions: [], img_url: '', cells }
  const pages = [
    { page_num: 0, page_size: { w: 100, h: 100 }, blocks: [table as unknown as BlockJson] } as unknown as PageJson,
  ]
  const { document } = buildDoclingDocument(pages, { fileName: 'a.csv', mimeType: 'text/csv', digest: '0' })
  expect(document).toMatchObject({ tables: [{ data: { num_rows: ROWS, num_cols: 2 } }] })
  expect(doctags(pages).split('<nl>')).toHaveLength(ROWS + 1)
})
