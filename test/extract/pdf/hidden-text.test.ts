/** White text: hidden on empty paper, a heading on any dark background. */
import { expect, test } from 'vitest'
import { open as openPdf } from '../../../src/extract/pdf/open.ts'
import { defaultOptions } from '../../../src/model/options.ts'
import { type PdfObject, pagesPdf, paragraph } from '../../fixtures/pdf-writer.ts'
import { noOcr } from '../no-ocr.ts'

const body = paragraph(
  'Body',
  11,
  [72, 700],
  ['The text of the page, in black, which everybody sees,', 'and a second line of it.'],
)
const white = `1 g ${paragraph('Body', 11, [72, 400], ['White words'])} 0 g\n`

/** A tile of eight points, all black. */
const tile: PdfObject = {
  entries:
    '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 8 8] /XStep 8 /YStep 8 /Resources << >>',
  stream: new TextEncoder().encode('0 g 0 0 8 8 re f'),
}

/** A form that paints with the pattern, so that the page itself names none. */
const form: PdfObject = {
  entries: '/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /Pattern << /Tile 7 0 R >> >>',
  stream: new TextEncoder().encode('/Pattern cs /Tile scn 60 380 400 60 re f'),
}

async function textOf(content: string, resources = ''): Promise<string> {
  const bytes = pagesPdf([{ content, resources }], [tile, form])
  const document = await openPdf(bytes, '.pdf', noOcr)
  try {
    const { spans } = await document.readPage(0, { ...defaultOptions, ocr: 'off' })
    return spans.map(({ text }) => text).join(' ')
  } finally {
    document.close()
  }
}

test('white text on empty paper is removed', async () => {
  expect(await textOf(body + white)).not.toContain('White')
})

test.each([
  ['a dark box', `60 380 400 60 re f\n${white}`, ''],
  ['a pattern', `/Pattern cs /Tile scn 60 380 400 60 re f 0 g\n${white}`, '/Pattern << /Tile 7 0 R >>'],
  ['a pattern inside a form', `/Form Do\n${white}`, '/XObject << /Form 8 0 R >>'],
  ['black letters', `${paragraph('Body', 40, [72, 395], ['MMMMMM'])}${white}`, ''],
])('white text on %s is kept', async (_, content, resources) => {
  expect(await textOf(body + content, resources)).toContain('White words')
})
