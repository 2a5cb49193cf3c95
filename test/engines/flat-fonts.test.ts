/** A font whose descriptor states no height. */
import { expect, test } from 'vitest'
import { pagesPdf } from '../fixtures/pdf-writer.ts'
import { parsePdf } from '../layout/drawn.ts'

test('lines of a font without a stated height have the height of usual letters', async () => {
  const descriptor =
    '<< /Type /FontDescriptor /FontName /Flat /Flags 32 /FontBBox [0 0 0 0] /ItalicAngle 0 /Ascent 5 /Descent -5 /CapHeight 5 /StemV 80 >>'
  const font = `<< /Type /Font /Subtype /Type1 /BaseFont /Flat /Encoding /WinAnsiEncoding /FirstChar 32 /LastChar 126 /Widths [${'500 '.repeat(95)}] /FontDescriptor 7 0 R >>`
  const content = 'BT /Odd 20 Tf 72 700 Td (Granary) Tj ET'
  const { blocks } = await parsePdf(pagesPdf([{ content, fonts: '/Odd 8 0 R' }], [descriptor, font]))
  const [, top = 0, , bottom = 0] = blocks[0]?.bbox ?? []
  expect(bottom - top).toBeGreaterThan(30)
})
