/** QR codes on a page with their content, and other squares. */
import encodeQR from 'qr'
import { expect, test } from 'vitest'
import { open as openPdf } from '../../src/extract/pdf/open.ts'
import { defaultOptions, type ParseOptions } from '../../src/model/options.ts'
import { parsePages } from '../../src/parse.ts'
import { render } from '../../src/render/registry.ts'
import { noOcr } from '../extract/no-ocr.ts'
import { type PdfObject, pagesPdf, paragraph } from '../fixtures/pdf-writer.ts'

const link = 'https://example.org/a?b=1&c=Grüße'
// The encoder's smallest border is one module.
const modules = encodeQR(link, 'raw', { ecc: 'medium', border: 1 })
  .slice(1, -1)
  .map((row) => row.slice(1, -1))

/** Dark modules as boxes, joined by row, from the bottom left point; `dark` selects the modules. */
function boxes(at: readonly [number, number], pitch: number, dark: (row: number, col: number) => boolean): string {
  let content = '0 g\n'
  for (let row = 0; row < modules.length; row++)
    for (let col = 0; col < modules.length; ) {
      const from = col
      while (col < modules.length && dark(row, col)) col++
      if (col > from)
        content += `${at[0] + from * pitch} ${at[1] + (modules.length - 1 - row) * pitch} ${(col - from) * pitch} ${pitch} re f\n`
      else col++
    }
  return content
}

const text = paragraph(
  'Body',
  11,
  [72, 760],
  ['Scan this to learn more about the matter,', 'which the code below tells in full.'],
)

/** The code as an image, one pixel per module, with a quiet zone of four. */
const side = modules.length + 8
const image: PdfObject = {
  entries: `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceGray /BitsPerComponent 8`,
  stream: Uint8Array.from({ length: side * side }, (_, at) =>
    modules[Math.floor(at / side) - 4]?.[(at % side) - 4] ? 0 : 255,
  ),
}

async function blocksOf(content: string, options: ParseOptions = defaultOptions) {
  const bytes = pagesPdf([{ content: text + content, resources: '/XObject << /Code 7 0 R >>' }], [image])
  const document = await openPdf(bytes, '.pdf', noOcr)
  try {
    const pages = await Array.fromAsync(parsePages(document, [0], options))
    const assembled = {
      info: { fileName: 'a.pdf', fileType: '.pdf', pageCount: 1 },
      pages: pages.map(({ page }) => ({ ...page, mergeFromPrevious: false })),
      warnings: [],
    }
    const { markdown, json } = render(
      assembled,
      pages.flatMap(({ images }) => images),
      { options, links: { kind: 'none' } },
    )
    return {
      markdown,
      blocks: JSON.parse(json ?? '').pages[0].blocks.filter((block: { type: string }) => block.type !== 'text'),
    }
  } finally {
    document.close()
  }
}

const none: ParseOptions = { ...defaultOptions, elementFormats: { ...defaultOptions.elementFormats, image: 'none' } }
const isDark = (row: number, col: number): boolean => modules[row]?.[col] === true

test('a code drawn of boxes', async () => {
  const { blocks, markdown } = await blocksOf(boxes([100, 500], 4, isDark), none)
  expect(blocks).toEqual([expect.objectContaining({ type: 'qrcode', content: link, format: 'text' })])
  const [x0, y0, x1, y1] = blocks[0].bbox
  const size = modules.length * 4 * 2
  expect([x0, y1 - y0, x1 - x0]).toEqual([200, size, size])
  expect(markdown).toContain('https://example.org/a?b=1')
})

test.each([40, 120])('a code as an image of %i points', async (points) => {
  const { blocks } = await blocksOf(`q ${points} 0 0 ${points} 300 400 cm /Code Do Q`, none)
  expect(blocks).toEqual([expect.objectContaining({ type: 'qrcode', content: link })])
})

test('its content is kept without image understanding', async () => {
  const options = { ...none, features: { ...none.features, enable_image_understanding: false } }
  expect((await blocksOf('q 120 0 0 120 300 400 cm /Code Do Q', options)).blocks[0].content).toBe(link)
})

test('other squares stay unchanged', async () => {
  const board = boxes([100, 500], 4, (row, col) => (row + col) % 2 === 0)
  const rubbed = boxes([100, 500], 4, (row, col) => isDark(row, col) && row > modules.length / 2)
  for (const content of [board, rubbed, '0.5 g 100 400 120 120 re f'])
    expect((await blocksOf(content, none)).blocks.filter((block: { type: string }) => block.type === 'qrcode')).toEqual(
      [],
    )
})

test('a square inside a figure is read once', async () => {
  const { blocks } = await blocksOf(`q 120 0 0 120 300 400 cm /Code Do Q q 119 0 0 119 300.5 400.5 cm /Code Do Q`, none)
  expect(blocks).toHaveLength(1)
})
