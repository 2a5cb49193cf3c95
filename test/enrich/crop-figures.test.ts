/** Cropped images of figures and tables: selection, names, content. */
import { describe, expect, test } from 'vitest'
import { cropFigures } from '../../src/enrich/crop-figures.ts'
import { claimedSize } from '../../src/extract/image/claimed-size.ts'
import { open as openPdf } from '../../src/extract/pdf/open.ts'
import type { OpenDocument } from '../../src/extract/types.ts'
import type { Block, Page } from '../../src/model/document.ts'
import { defaultOptions, type ParseOptions } from '../../src/model/options.ts'
import type { RawPage } from '../../src/model/raw-page.ts'
import { noOcr } from '../extract/no-ocr.ts'
import { pagesPdf } from '../fixtures/pdf-writer.ts'

const square = pagesPdf([{ content: '1 0 0 rg 100 442 300 300 re f' }])

async function withDocument<result>(use: (document: OpenDocument) => Promise<result>): Promise<result> {
  const document = await openPdf(square, '.pdf', noOcr)
  try {
    return await use(document)
  } finally {
    document.close()
  }
}

const common = { confidence: 1, source: 'text_layer' } as const
const box = { x0: 100, y0: 100, x1: 400, y1: 400 }
const figure: Block = { ...common, kind: 'figure', type: 'figure', box, text: 'words inside', captions: [] }
const table: Block = { ...common, kind: 'table', type: 'table', box, rows: 1, cols: 1, cells: [], captions: [] }
const page = (...blocks: Block[]): Page => ({ pageIndex: 0, width: 595, height: 842, blocks, warnings: [] })
const raw: RawPage = { pageIndex: 0, width: 595, height: 842, spans: [], paths: [], images: [], warnings: [] }
const options = (
  elements: Partial<ParseOptions['elementFormats']>,
  more: Partial<ParseOptions> = {},
): ParseOptions => ({
  ...defaultOptions,
  elementFormats: { ...defaultOptions.elementFormats, ...elements },
  ...more,
})

describe('cropped blocks', () => {
  test.each([
    ['figures by default', options({}), ['p1-1.png', undefined]],
    ['tables too when they are wanted as images', options({ table: 'image' }), ['p1-1.png', 'p1-2.png']],
    ['none with image: none', options({ image: 'none' }), [undefined, undefined]],
    ['all the same for a zip', options({ image: 'none' }, { outputFormats: ['zip'] }), ['p1-1.png', undefined]],
  ] as const)('%s', async (_, wanted, names) => {
    const cut = await withDocument((document) => cropFigures(page(figure, table), { document, raw }, wanted))
    expect(cut.page.blocks.map((block) => ('picture' in block ? block.picture : undefined))).toEqual(names)
    expect(cut.images.map((picture) => picture.name)).toEqual(names.filter((name) => name !== undefined))
  })

  test('without image understanding a figure has no text', async () => {
    const silent = options(
      { image: 'none' },
      { features: { ...defaultOptions.features, enable_image_understanding: false } },
    )
    const [first] = (await withDocument((document) => cropFigures(page(figure), { document, raw }, silent))).page.blocks
    expect(first).toMatchObject({ kind: 'figure', text: '' })
  })
})

describe('the images', () => {
  test('are PNG files of the box at 144 dpi, the same bytes every time', async () => {
    const cut = () => withDocument((document) => cropFigures(page(figure), { document, raw }, options({})))
    const [first, second] = [await cut(), await cut()]
    const bytes = first.images[0]?.bytes ?? new Uint8Array(0)
    expect(claimedSize(bytes, '.png')).toEqual({ width: 600, height: 600 })
    expect(first.images[0]?.type).toBe('image/png')
    expect(second.images[0]?.bytes).toEqual(bytes)
  })

  test('have a higher resolution if small, and a limit if large', async () => {
    const small = { ...figure, box: { x0: 100, y0: 100, x1: 140, y1: 120 } }
    const cut = await withDocument((document) => cropFigures(page(small), { document, raw }, options({})))
    expect(claimedSize(cut.images[0]?.bytes ?? new Uint8Array(0), '.png')).toEqual({ width: 120, height: 60 })
  })

  test('are not rendered outside of the page', async () => {
    const outside = { ...figure, box: { x0: 700, y0: 100, x1: 800, y1: 200 } }
    const cut = await withDocument((document) => cropFigures(page(outside, figure), { document, raw }, options({})))
    expect(cut.images.map((picture) => picture.name)).toEqual(['p1-1.png'])
    expect(cut.page.blocks[1]).toMatchObject({ picture: 'p1-1.png' })
  })

  test('are skipped with a warning if they cannot be rendered', async () => {
    const unlucky = (document: OpenDocument): OpenDocument => ({
      ...document,
      drawRegion: () => Promise.reject(new Error('no luck')),
    })
    const cut = await withDocument((document) =>
      cropFigures(page(figure), { document: unlucky(document), raw }, options({})),
    )
    expect(cut.images).toEqual([])
    expect(cut.page.warnings).toEqual(['Page 1: an image could not be rendered (no luck)'])
  })
})
