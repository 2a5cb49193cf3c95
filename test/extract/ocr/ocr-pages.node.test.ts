/** OCR of pages without a usable text layer: scans, mixed documents, stamps, broken fonts, images. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { detectFileType, extractorFor } from '../../../src/extract/registry.ts'
import type { OpenDocument } from '../../../src/extract/types.ts'
import { layoutPage } from '../../../src/layout/layout.ts'
import { latin1 } from '../../../src/model/bytes.ts'
import { defaultOptions } from '../../../src/model/options.ts'
import type { RawPage } from '../../../src/model/raw-page.ts'
import { parse } from '../../../src/parse.ts'
import { createParseDeps } from '../../../src/runtime/parse-deps.node.ts'
import { fixture } from '../../fixtures/fixtures.ts'
import { pagesPdf } from '../../fixtures/pdf-writer.ts'

const deps = createParseDeps({})

async function open(id: string): Promise<OpenDocument> {
  const bytes = id.startsWith('levels/')
    ? new Uint8Array(readFileSync(join(import.meta.dirname, '../../fixtures', id, 'source.pdf')))
    : await fixture(id)
  const type = detectFileType({
    head: bytes.subarray(0, 65_536),
    tail: bytes.subarray(-65_536),
    size: bytes.length,
    fileName: id,
  })
  const extractor = extractorFor(type ?? '')
  if (extractor === null || type === null) throw new Error(`No extractor for ${id}`)
  const reader = await extractor.load()
  return reader.open(bytes, type, { settings: deps.settings, password: null, loadModel: deps.loadModel })
}

async function readPage(id: string, pageIndex = 0, ocr: 'auto' | 'force' = 'auto'): Promise<RawPage> {
  const document = await open(id)
  try {
    return await document.readPage(pageIndex, { ...defaultOptions, ocr })
  } finally {
    document.close()
  }
}

const textOf = (page: RawPage): string => page.spans.map((span) => span.text).join(' ')
/** In the order of layout. */
const textsOf = (page: RawPage): string =>
  layoutPage(page)
    .blocks.map((block) => (block.kind === 'table' ? block.cells.map(({ text }) => text).join(' ') : block.text))
    .join('\n')

describe('PDF', () => {
  test('a scan: words in page points, and the scan itself is not a figure', async () => {
    const page = await readPage('pdf-scan')
    expect(textOf(page)).toMatch(/^The Harvest Report A sheaf is a bundle of stalks/)
    expect(textOf(page)).toContain('2041 was paid in full on 3 May 2024.')
    const title = page.spans[0]
    // The text layer of the same page puts it at 72, 82 (baseline) in 20 points.
    expect(title?.source).toBe('ocr')
    expect(Math.abs((title?.box.x0 ?? 0) - 72)).toBeLessThan(3)
    expect(Math.abs((title?.baseline ?? 0) - 82)).toBeLessThan(3)
    expect(page.images.every(({ box }) => (box.x1 - box.x0) * (box.y1 - box.y0) < 0.8 * page.width * page.height)).toBe(
      true,
    )
  })

  test('a Chinese page: complete lines with the right font size', async () => {
    const document = await open('levels/html-zh-paper')
    const written = await document.readPage(0, { ...defaultOptions, ocr: 'off' })
    const read = await document.readPage(0, { ...defaultOptions, ocr: 'force', ocrLanguages: ['chi_sim'] })
    document.close()
    const plain = (page: RawPage): string => textsOf(page).replace(/\s/g, '')
    const [truth, text] = [plain(written), plain(read)]
    const pieces = Array.from({ length: truth.length - 3 }, (_, at) => truth.slice(at, at + 4))
    expect(pieces.filter((piece) => text.includes(piece)).length).toBeGreaterThan(0.96 * pieces.length)
    const usual = (page: RawPage): number =>
      page.spans.map(({ size }) => size).sort((a, b) => a - b)[page.spans.length >> 1] ?? 0
    expect(Math.abs(usual(read) / usual(written) - 1)).toBeLessThan(0.08)
  })

  test('a stamp in the text layer and the words of the scan appear once each', async () => {
    const text = textOf(await readPage('pdf-scan-stamped'))
    expect(text.match(/RECEIVED/g)).toHaveLength(1)
    expect(text.match(/Harvest/g)).toHaveLength(1)
  })

  test('a text layer of private-use codes is replaced, with a warning', async () => {
    const page = await readPage('pdf-unreadable-font')
    expect(textOf(page)).toContain('A sheaf is a bundle of stalks')
    expect(page.warnings[0]).toMatch(/^Page 1: \d+ of \d+ characters of the text layer cannot be mapped to Unicode/)
  })

  test('single letters without Unicode values are read from their line', async () => {
    const map = [
      '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Odd def /CMapType 2 def',
      '1 begincodespacerange <00> <ff> endcodespacerange',
      '2 beginbfchar <28> <fffd> <3a> <fffd> endbfchar',
      'endcmap CMapName currentdict /CMap defineresource pop end end',
    ].join('\n')
    const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding'
    const bytes = pagesPdf(
      [
        {
          content:
            'BT /Known 11 Tf 72 700 Td (The stalks ) Tj /Odd 11 Tf (\\() Tj /Known 11 Tf (of ripe corn) Tj /Odd 11 Tf ( :) Tj /Known 11 Tf ( are cut and tied) Tj ET',
          fonts: '/Known 7 0 R /Odd 8 0 R',
        },
      ],
      [`${font} >>`, `${font} /ToUnicode 9 0 R >>`, { entries: '', stream: map }],
    )
    const file = { bytes, fileName: 'letters.pdf', fileType: '.pdf', password: null }
    const read = async (ocr: 'auto' | 'off'): Promise<string> =>
      (await parse(file, { options: { ...defaultOptions, ocr }, links: { kind: 'none' } }, deps)).outputs.markdown ?? ''
    expect(await read('off')).toBe('The stalks \ufffdof ripe corn \ufffd are cut and tied\n')
    expect(await read('auto')).toBe('The stalks (of ripe corn : are cut and tied\n')
  })

  test('a rotated scan is laid out in deskewed coordinates, with boxes on the original page', async () => {
    // The longer dictionary moves the following objects, which MuPDF repairs.
    const scan = await fixture('pdf-scan')
    const text = latin1(scan, 0, scan.length).replace('/Type /Page /Parent', '/Type /Page /Rotate 90 /Parent')
    const bytes = Uint8Array.from(text, (char) => char.charCodeAt(0))
    const options = { ...defaultOptions, elementFormats: { ...defaultOptions.elementFormats, image: 'none' } } as const
    const { outputs } = await parse(
      { bytes, fileName: 'scan.pdf', fileType: '.pdf', password: null },
      { options, links: { kind: 'none' } },
      deps,
    )
    expect(outputs.markdown).toMatch(
      /^# The Harvest Report\n\nA sheaf is a bundle of stalks that were cut, gathered and tied together\./,
    )
    const [page] = JSON.parse(outputs.json ?? '{}').pages
    expect(page.page_size).toEqual({ w: 1684, h: 1190 })
    const [x0, y0, x1, y1] = page.blocks[0].bbox
    // The title runs down the right edge.
    expect(x0).toBeGreaterThan(1450)
    expect(y1 - y0).toBeGreaterThan(2 * (x1 - x0))
  })

  test('OCR can be forced despite a text layer', async () => {
    const page = await readPage('pdf-digital', 0, 'force')
    expect(new Set(page.spans.map((span) => span.source))).toEqual(new Set(['ocr']))
    expect(textOf(page)).toContain('The Harvest Report')
  })
})

describe('images', () => {
  test.each([
    'image-png',
    'image-png-transparent',
    'image-jpg-exif',
    'image-jpg-cmyk',
    'image-pnm',
    'image-webp-transparent',
    'image-avif-rotated',
    'image-heic',
    'image-jp2',
  ])('%s', async (id) => {
    const page = await readPage(id)
    expect(textOf(page)).toContain('Invoice 2041 paid')
    expect([page.width, page.height]).toEqual([300, 150])
    expect(page.spans.every(({ box }) => box.x1 <= 300 && box.y1 <= 150)).toBe(true)
  })

  test('each page of a group 4 TIFF', async () => {
    const document = await open('image-tiff-pages')
    const texts = [
      textOf(await document.readPage(0, defaultOptions)),
      textOf(await document.readPage(1, defaultOptions)),
    ]
    document.close()
    expect(texts[0]).toContain('Yield by field')
    expect(texts[1]).toContain('The Harvest Report')
  })

  test('a fax, whose pixels are not square', async () => {
    expect(textOf(await readPage('image-tiff-fax'))).toContain('A sheaf is a bundle of stalks')
  })
})

test('the receipt of the playground, a photo in uneven light, has a table of three columns', async () => {
  const bytes = new Uint8Array(readFileSync(join(import.meta.dirname, '../../../src/web/samples/receipt.jpg')))
  const { outputs } = await parse(
    { bytes, fileName: 'receipt.jpg', fileType: '.jpg', password: null },
    { options: defaultOptions, links: { kind: 'none' } },
    deps,
  )
  expect(outputs.markdown).toContain(
    '<tr><th>Item</th><th>Count</th><th>Price</th></tr><tr><td>Rye bread</td><td>2</td>',
  )
})
