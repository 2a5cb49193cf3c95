/** Till receipts: rows are read across, and text that only resembles a receipt is not one. */
import { expect, test } from 'vitest'
import { layoutPage } from '../../../src/layout/layout.ts'
import type { Block } from '../../../src/model/document.ts'
import type { RawPage } from '../../../src/model/raw-page.ts'
import { rawPage } from '../raw-pages.ts'

/** Words as OCR returns them: each row includes its spaces, and a character is half an em wide. */
function scanned(rows: readonly string[], page: { width: number; leading?: number } = { width: 260 }): RawPage {
  const words = rows.flatMap((row, index) =>
    [...row.matchAll(/\S+/g)].map((word) => ({
      text: word[0],
      x: 10 + word.index * 5,
      y: 30 + index * (page.leading ?? 14),
      source: 'ocr' as const,
    })),
  )
  return rawPage(words, { width: page.width, height: 60 + rows.length * (page.leading ?? 14) })
}

const text = (block: Block): string => (block.kind === 'table' ? 'table' : block.text)

const receipt = [
  '        GREEN VALLEY STORES',
  '        14 Mill Road, Thorpe',
  '',
  'Date 03/05/2024            16:42',
  'Till 2             Cashier: ANNE',
  '',
  'Item           Qty  Price  Total',
  'Brown bread      1   2.40   2.40',
  'Apples, loose    3   0.35   1.05',
  'Matches',
  '  box of 40      2   1.10   2.20',
  'Discount 10%               -0.22',
  '',
  'Subtotal                    5.43',
  'Cash                       10.00',
  'Change                      4.57',
  '',
  '  Thank you for shopping with us',
]

test('the rows of a receipt are read across, each on a separate line', () => {
  const { blocks } = layoutPage(scanned(receipt))
  expect(blocks.map(({ type }) => type)).toEqual(blocks.map(() => 'text'))
  expect(blocks.map(text).join('\n\n')).toBe(
    receipt
      .map((row) => row.trim().replace(/ +/g, ' '))
      .join('\n')
      .replace(/\n\n+/g, '\n\n'),
  )
})

test('pen strokes read as rotated words have no effect', () => {
  const page = scanned(receipt)
  const stroke = { ...page.spans[20]!, text: 'v', rotation: 90 as const, box: { x0: 200, y0: 100, x1: 210, y1: 120 } }
  const { blocks } = layoutPage({ ...page, spans: [...page.spans, stroke] })
  expect(blocks.some(({ kind }) => kind === 'table')).toBe(false)
})

test('a narrow image of one table is a table', () => {
  const rows = [
    'Year   North   South    West',
    ...Array.from(
      { length: 16 },
      (_, row) => `${2001 + row}   ${410 + row * 7}.5   ${230 + row * 3}.1   ${120 + row}.8`,
    ),
  ]
  expect(layoutPage(scanned(rows)).blocks.map(({ kind }) => kind)).toEqual(['table'])
})

test('a column of running text keeps its paragraphs', () => {
  const words = 'The harvest of the year was better than anyone had hoped when the rain came late in the spring'.split(
    ' ',
  )
  const rows = Array.from({ length: 24 }, (_, row) =>
    Array.from({ length: 7 }, (_, at) => words[(row * 7 + at * 3) % words.length]).join(' '),
  )
  const { blocks } = layoutPage(scanned(rows))
  expect(blocks.every((block) => block.kind !== 'text' || !block.text.includes('\n'))).toBe(true)
})

test('a page with a text layer is not a receipt', () => {
  const page = scanned(receipt)
  const { blocks } = layoutPage({
    ...page,
    spans: page.spans.map((span) => ({ ...span, source: 'text_layer' as const })),
  })
  expect(blocks.some((block) => block.kind === 'text' && block.text.includes('Cash 10.00\nChange'))).toBe(false)
})
