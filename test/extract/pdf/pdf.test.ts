/** PDF files: text layers, passwords, damage, and the decision for OCR. */
import { describe, expect, test } from 'vitest'
import type { StextPage } from '../../../src/engines/stext/stext.ts'
import { open as openPdf } from '../../../src/extract/pdf/open.ts'
import { assessTextLayer, imageCoverage } from '../../../src/extract/pdf/text-layer.ts'
import { detectFileType } from '../../../src/extract/registry.ts'
import type { ExtractContext, OpenDocument } from '../../../src/extract/types.ts'
import { defaultOptions } from '../../../src/model/options.ts'
import { fixture } from '../../fixtures/fixtures.ts'
import { pagesPdf, show } from '../../fixtures/pdf-writer.ts'
import { noOcr } from '../no-ocr.ts'

function contextWith(more: Partial<ExtractContext> = {}): ExtractContext {
  return { ...noOcr, ...more }
}

const open = (bytes: Uint8Array, context = contextWith()): Promise<OpenDocument> => openPdf(bytes, '.pdf', context)
const typeOf = (text: string): string | null => {
  const head = new TextEncoder().encode(text)
  return detectFileType({ head, tail: head, size: head.length, fileName: 'report.pdf' })
}

describe('type', () => {
  test('is detected by a header anywhere in the first kilobyte', () => {
    expect(typeOf('%PDF-1.7\n')).toBe('.pdf')
    expect(typeOf(`${' '.repeat(900)}%PDF-1.4\n`)).toBe('.pdf')
    expect(typeOf(`${' '.repeat(1100)}%PDF-1.4\n`)).toBe('.txt')
    expect(typeOf('A text file that calls itself a PDF')).toBe('.txt')
  })
})

describe('placeholder pages', () => {
  const text = { content: show('Body', 12, [72, 700], 'Please wait until the form is loaded') }
  const warningsOf = async (catalog: string, pages = [text]): Promise<readonly string[]> => {
    const bytes = new TextDecoder('latin1')
      .decode(pagesPdf(pages))
      .replace('/Type /Catalog', `/Type /Catalog ${catalog}`)
    const document = await open(Uint8Array.from(bytes, (char) => char.charCodeAt(0)))
    const warnings = []
    for (let pageIndex = 0; pageIndex < pages.length; pageIndex++)
      warnings.push(...(await document.readPage(pageIndex, defaultOptions)).warnings)
    document.close()
    return warnings
  }

  test('of XFA forms and portfolios are reported once', async () => {
    expect(await warningsOf('/AcroForm << /XFA 7 0 R /Fields [] >> /NeedsRendering true')).toEqual([
      expect.stringMatching(/XFA form/),
    ])
    expect(await warningsOf('/Collection << /Type /Collection >>', [text, text])).toEqual([
      expect.stringMatching(/portfolio/),
    ])
  })

  test('are not forms with drawn pages, nor attachments', async () => {
    expect(await warningsOf('/AcroForm << /XFA 7 0 R /Fields [] >>')).toEqual([])
    expect(await warningsOf('/AcroForm << /Fields [] >> /NeedsRendering true')).toEqual([])
    expect(await warningsOf('/Names << /EmbeddedFiles << /Names [] >> >>')).toEqual([])
  })
})

describe('text layers', () => {
  test('a page in its points, its words in content order', async () => {
    const document = await open(await fixture('pdf-digital'))
    const page = await document.readPage(0, defaultOptions)
    document.close()
    expect([document.pageCount, page.pageIndex, page.width, page.height]).toEqual([1, 0, 595, 842])
    expect(page.spans[0]).toMatchObject({
      text: 'The Harvest Report',
      size: 20,
      source: 'text_layer',
      confidence: 1,
      rotation: 0,
    })
    expect(page.spans.find((span) => span.color === 0xff0000)?.font).toMatchObject({
      name: 'Times-Italic',
      italic: true,
      serif: true,
    })
    expect(page.warnings).toEqual([])
  })

  test('a mixed document opens, and its text page needs no OCR', async () => {
    const document = await open(await fixture('pdf-mixed'))
    expect(document.pageCount).toBe(2)
    expect((await document.readPage(0, defaultOptions)).spans).toHaveLength(8)
    const scan = await document.readPage(1, { ...defaultOptions, ocr: 'off' })
    document.close()
    expect(scan.spans).toEqual([])
    expect(scan.images).toHaveLength(1)
    expect(scan.warnings).toEqual(['Page 2: no text layer; nothing was read because ocr is "off"'])
  })

  test('301 pages are counted', async () => {
    const document = await open(await fixture('pdf-301-pages'))
    expect(document.pageCount).toBe(301)
    document.close()
  })
})

describe('files that cannot be opened', () => {
  const refusal = async (id: string, password: string | null = null): Promise<unknown> =>
    open(await fixture(id), contextWith({ password })).catch((error: unknown) => error)

  test.each([
    ['pdf-encrypted', null, 'no password'],
    ['pdf-encrypted', 'barn', 'is wrong'],
    ['pdf-corrupt', null, 'damaged or cut off'],
    ['pdf-no-pages', null, 'no pages'],
  ])('%s with password %s', async (id, password, words) => {
    expect(await refusal(id, password)).toMatchObject({
      name: 'ParseError',
      code: 1106,
      message: expect.stringContaining(words),
    })
  })

  test('the right password opens', async () => {
    const document = await open(await fixture('pdf-encrypted'), contextWith({ password: 'sheaf' }))
    expect((await document.readPage(0, defaultOptions)).spans[0]?.text).toBe('The Harvest Report')
    document.close()
  })

  test('a file cut off in its cross-reference table is repaired', async () => {
    const document = await open(await fixture('pdf-truncated'))
    expect((await document.readPage(0, defaultOptions)).spans).toHaveLength(8)
    document.close()
  })

  test('a damaged page stays empty and is reported; the others are read', async () => {
    const document = await open(await fixture('pdf-bad-page'))
    const pages = [
      await document.readPage(0, defaultOptions),
      await document.readPage(1, defaultOptions),
      await document.readPage(2, defaultOptions),
    ]
    document.close()
    expect(pages.map((page) => page.spans.map((span) => span.text))).toEqual([['First page'], [], ['Third page']])
    expect(pages[1]).toMatchObject({ width: 595, height: 842 })
    expect(pages[1]?.warnings[0]).toMatch(/^Page 2 is damaged and was left empty/)
  })

  test('a document without a readable page is rejected', async () => {
    const bytes = await fixture('pdf-bad-page')
    // All three entries of the page tree refer to the damaged node.
    const text = new TextDecoder('latin1').decode(bytes).replace('[4 0 R 5 0 R 6 0 R]', '[5 0 R 5 0 R 5 0 R]')
    const outcome = await open(Uint8Array.from(text, (char) => char.charCodeAt(0)))
      .then((document) => document.readPage(0, defaultOptions))
      .catch((error: unknown) => error)
    expect(outcome).toMatchObject({ name: 'ParseError', code: 1106 })
  })
})

describe('images too large to decode', () => {
  test('are not rendered, with a warning', async () => {
    const picture =
      '/Type /XObject /Subtype /Image /Width 40000 /Height 40000 /ColorSpace /DeviceGray /BitsPerComponent 8'
    const bytes = pagesPdf(
      [
        {
          content: `${show('Body', 12, [72, 760], 'Words beside it')}q 400 0 0 400 72 100 cm /Big Do Q`,
          resources: '/XObject << /Big 7 0 R >>',
        },
      ],
      [{ entries: picture, stream: 'short' }],
    )
    const document = await open(bytes)
    const page = await document.readPage(0, { ...defaultOptions, ocr: 'force' })
    expect(page.spans.map((span) => span.text)).toEqual(['Words beside it'])
    expect(page.warnings).toEqual([expect.stringMatching(/^Page 1: .*40000 × 40000 pixels.*20000000/)])
    await expect(
      document.drawRegion(0, { x0: 0, y0: 0, x1: 100, y1: 100 }, { scale: 2, maxPixels: 40_000 }),
    ).rejects.toMatchObject({ code: 1132 })
    document.close()
  })
})

describe('assessment of a text layer', () => {
  const page = { width: 600, height: 800 }
  const picture = (x0: number, y0: number, x1: number, y1: number): StextPage['images'][number] => ({
    box: { x0, y0, x1, y1 },
    pixelWidth: 100,
    pixelHeight: 100,
    sideways: false,
    isStencil: false,
    isOpaque: true,
    blocksBefore: 0,
  })
  const layer = (more: Partial<StextPage>): StextPage => ({
    spans: [],
    paths: [],
    images: [],
    charCount: 0,
    unreadableCount: 0,
    invisibleCount: 0,
    ...more,
  })
  const lineAt = (y0: number) =>
    ({ text: 'Words', font: { mono: false }, box: { x0: 50, y0, x1: 90, y1: y0 + 10 } }) as StextPage['spans'][number]
  const outline = { box: { x0: 0, y0: 0, x1: 9, y1: 9 }, stroked: false, rectangle: false, color: 0, opacity: 1 }
  /** Ten rows of letters, and shapes anywhere. */
  const letters = Array.from({ length: 300 }, (_, at) => ({
    ...outline,
    box: {
      x0: (at % 30) * 12,
      y0: 100 + Math.floor(at / 30) * 15,
      x1: (at % 30) * 12 + 8,
      y1: 109 + Math.floor(at / 30) * 15,
    },
  }))
  const islands = letters.map((path, at) => ({ ...path, box: { ...path.box, y1: path.box.y0 + 4 + ((at * 37) % 29) } }))
  const scan = picture(0, 0, 600, 800)

  test.each([
    ['a page of text', layer({ charCount: 2000 }), 'no'],
    ['text over a background picture', layer({ charCount: 2000, images: [scan] }), 'no'],
    ['a bare scan', layer({ images: [scan] }), 'replace'],
    ['a scan in strips', layer({ images: [picture(0, 0, 600, 400), picture(0, 400, 600, 800)] }), 'replace'],
    ['a scan with a stamp', layer({ charCount: 20, images: [scan] }), 'complete'],
    [
      'a scan with a stamp of several lines',
      layer({ charCount: 190, images: [scan], spans: [lineAt(740)] }),
      'complete',
    ],
    ['a photo with a text', layer({ charCount: 190, images: [scan], spans: [lineAt(400)] }), 'no'],
    ['a receipt in the middle of an empty page', layer({ images: [picture(200, 200, 350, 500)] }), 'replace'],
    ['an empty page with a logo', layer({ images: [picture(10, 10, 70, 70)] }), 'no'],
    ['an empty page', layer({}), 'no'],
    ['text as outlines', layer({ paths: Array.from({ length: 400 }, () => outline) }), 'replace'],
    ['text as outlines above a page number', layer({ charCount: 11, paths: letters }), 'complete'],
    ['text as outlines below as much text', layer({ charCount: 140, paths: letters }), 'no'],
    ['a map with a few labels', layer({ charCount: 40, paths: islands }), 'no'],
    ['private codes', layer({ charCount: 500, unreadableCount: 450 }), 'replace'],
    ['a few bullets of an odd font', layer({ charCount: 500, unreadableCount: 20 }), 'no'],
  ] as const)('%s', (_, text, verdict) => {
    expect(assessTextLayer(text, page, 'auto').ocr).toBe(verdict)
    expect(assessTextLayer(text, page, 'off').ocr).toBe('no')
    expect(assessTextLayer(text, page, 'force').ocr).toBe('replace')
  })

  test('coverage counts overlaps once', () => {
    expect(imageCoverage([picture(0, 0, 300, 800), picture(0, 0, 300, 800)], page)).toBeCloseTo(0.5, 2)
    expect(imageCoverage([picture(-500, -500, 1200, 1600)], page)).toBe(1)
  })
})

test('a page whose dictionary is nested too deeply is damaged', async () => {
  const deep = `/X ${'<</A '.repeat(100_000)}${'>>'.repeat(100_000)}`
  const document = await open(
    pagesPdf([{ content: show('Body', 12, [72, 700], 'Fine') }, { content: '', entries: deep }]),
  )
  expect(await document.readPage(1, defaultOptions)).toMatchObject({
    isDamaged: true,
    spans: [],
    warnings: [expect.stringMatching(/^Page 2 is damaged and was left empty/)],
  })
  document.close()
})

test.each([
  ...['/CropBox [0 0 0 0]', '/CropBox [1000 1000 1200 1200]', '/CropBox [/a 0 595 842]'],
  ...['/UserUnit 0', '/UserUnit -2'],
])('the entry %s leaves nothing of the page, so it is ignored', async (entries) => {
  const content = show('Body', 12, [72, 700], 'Text of the page')
  const document = await open(pagesPdf([{ content, entries }]))
  const page = await document.readPage(0, { ...defaultOptions, ocr: 'off' })
  document.close()
  expect([page.width, page.height, page.spans.map(({ text }) => text).join('')]).toEqual([595, 842, 'Text of the page'])
})
