/** Inline images in the pipeline: placeholders before layout, positions after it, links in every output. */
import { describe, expect, test } from 'vitest'
import { cropFigures } from '../../src/enrich/crop-figures.ts'
import { createImageLocator } from '../../src/enrich/inline-image-positions.ts'
import { insertImagePlaceholders, placeholderPattern } from '../../src/enrich/inline-images.ts'
import { open as openPdf } from '../../src/extract/pdf/open.ts'
import { type Block, imagePlaceholder } from '../../src/model/document.ts'
import { defaultOptions, type ParseOptions } from '../../src/model/options.ts'
import type { RawImage, RawPage } from '../../src/model/raw-page.ts'
import { noOcr } from '../extract/no-ocr.ts'
import { fixture } from '../fixtures/fixtures.ts'
import { rawPage } from '../layout/raw-pages.ts'

const options = (
  features: Partial<ParseOptions['features']>,
  image: ParseOptions['elementFormats']['image'] = 'url',
): ParseOptions => ({
  ...defaultOptions,
  elementFormats: { ...defaultOptions.elementFormats, image },
  features: { ...defaultOptions.features, ...features },
})
const inline = options({ enable_inline_image: true })
const image = (x0: number, y0: number, x1: number, y1: number): RawImage => ({
  box: { x0, y0, x1, y1 },
  pixelWidth: 20,
  pixelHeight: 20,
})
/** "one two" from x 100 to 135, the space at 115–120; baseline 100, size 10. */
const line = (...images: RawImage[]): RawPage => ({ ...rawPage([{ text: 'one two', x: 100, y: 100 }]), images })
const marked = (raw: RawPage): string => raw.spans.map(({ text }) => text.replace(placeholderPattern, '◆')).join('|')

describe('placeholders', () => {
  test.each([
    ['behind its word', image(137, 92, 147, 102), 'one two|◆'],
    ['before it', image(88, 92, 98, 102), '◆|one two'],
    ['far from any text', image(200, 92, 210, 102), 'one two'],
    ['on another line', image(137, 140, 147, 150), 'one two'],
    ['behind the letters', image(100, 90, 130, 104), 'one two'],
    ['as tall as a figure', image(137, 60, 237, 160), 'one two'],
    ['a hairline', image(137, 99, 150, 100), 'one two'],
    ['as wide as a banner', image(137, 92, 340, 102), 'one two'],
    ['over a space', image(115, 92, 119, 102), 'one|◆| two'],
  ])('an image %s', (_, picture, expected) => {
    expect(marked(insertImagePlaceholders(line(picture), inline))).toBe(expected)
  })

  test('in a gap inside a span split it', () => {
    const raw = { ...rawPage([{ text: 'one    two', x: 100, y: 100 }]), images: [image(117, 92, 132, 102)] }
    const spans = insertImagePlaceholders(raw, inline).spans
    expect(spans.map(({ text }) => text.replace(placeholderPattern, '◆').trim())).toEqual(['one', '◆', 'two'])
    expect(spans.map(({ box }) => [box.x0, box.x1])).toEqual([
      [100, expect.closeTo(125, 0)],
      [117, 132],
      [expect.closeTo(125, 0), 150],
    ])
  })

  test('the tags of spans stay aligned', () => {
    const raw: RawPage = {
      ...rawPage([
        { text: 'before', x: 20, y: 100 },
        { text: 'one    two', x: 100, y: 100 },
      ]),
      images: [image(117, 92, 132, 102)],
      tags: {
        root: { id: 0, role: 'Document', name: 'Document', children: [] },
        markedContent: [
          [{ start: 0, mcid: 1 }],
          [
            { start: 0, mcid: 2 },
            { start: 7, mcid: 3 },
          ],
        ],
        counts: { elements: 1, paragraphs: 1, headings: 0, lists: 0, tables: 0 },
      },
    }
    const { spans, tags } = insertImagePlaceholders(raw, inline)
    expect(spans).toHaveLength(4)
    expect(tags?.markedContent).toEqual([
      [{ start: 0, mcid: 1 }],
      [{ start: 0, mcid: 2 }],
      [{ start: 0, mcid: 2 }],
      [
        { start: 0, mcid: 2 },
        { start: 2, mcid: 3 },
      ],
    ])
  })

  test('an image belongs to the nearest span of its line', () => {
    const raw = {
      ...rawPage([
        { text: 'one', x: 100, y: 100 },
        { text: 'two', x: 140, y: 100 },
      ]),
      images: [image(126, 92, 136, 102)],
    }
    expect(marked(insertImagePlaceholders(raw, inline))).toBe('one|◆|two')
    const atSecond = { ...raw, images: [image(128, 92, 138, 102)] }
    const { spans } = insertImagePlaceholders(atSecond, inline)
    expect(spans.map(({ text }) => text.length)).toEqual([3, 2, 3])
    expect(
      insertImagePlaceholders({ ...raw, images: [image(158, 92, 168, 102)] }, inline).spans.map(
        ({ text }) => text.length,
      ),
    ).toEqual([3, 3, 2])
  })

  test('two images in a row both get a placeholder', () => {
    expect(marked(insertImagePlaceholders(line(image(137, 92, 147, 102), image(149, 92, 159, 102)), inline))).toBe(
      'one two|◆|◆',
    )
  })

  test('rotated and vertical text has none', () => {
    for (const change of [{ rotation: 90 }, { vertical: true }] as const) {
      const raw = line(image(137, 92, 147, 102))
      const turned = { ...raw, spans: raw.spans.map((span) => ({ ...span, ...change })) }
      expect(marked(insertImagePlaceholders(turned, inline))).toBe('one two')
    }
  })

  test('a deskewed page has them in its spans', () => {
    const raw = line(image(137, 92, 147, 102))
    const { spans, images } = raw
    const toPage = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 }
    const page = insertImagePlaceholders({ ...line(), deskewed: { ...line(), spans, images, toPage } as never }, inline)
    expect(page.deskewed?.spans).toHaveLength(2)
    expect(page.spans).toHaveLength(1)
  })

  test('are not inserted without the option or without images in the outputs', () => {
    const raw = line(image(137, 92, 147, 102))
    expect(insertImagePlaceholders(raw, options({}))).toBe(raw)
    expect(insertImagePlaceholders(raw, options({ enable_inline_image: true }, 'none'))).toBe(raw)
    expect(insertImagePlaceholders(line(), inline).spans).toHaveLength(1)
  })
})

describe('positions', () => {
  const common = { confidence: 1, source: 'text_layer' } as const
  const cellBox = { x0: 90, y0: 80, x1: 200, y1: 110 }
  const cell = { row: 0, col: 0, rowSpan: 1, colSpan: 1, header: false, box: cellBox, text: 'one two' }
  const table: Block = {
    ...common,
    kind: 'table',
    type: 'table',
    box: cellBox,
    rows: 1,
    cols: 1,
    cells: [cell],
    captions: [],
  }
  const placed = (raw: RawPage, chosen: ParseOptions) => {
    const block = createImageLocator(raw, chosen)?.(table).block
    return block?.kind === 'table' ? block.cells[0]?.text.replaceAll(imagePlaceholder, '◆') : null
  }

  test.each([
    ['right of the words', image(150, 92, 160, 102), 'one two ◆'],
    ['left of them', image(91, 92, 97, 102), '◆ one two'],
    ['above them', image(120, 80, 128, 88), '◆ one two'],
    ['under the words', image(90, 80, 200, 110), 'one two'],
    ['in another cell', image(210, 92, 220, 102), 'one two'],
    ['below them', image(95, 103, 103, 109), 'one two ◆'],
    ['that is a dot', image(150, 95, 153, 98), 'one two'],
  ])('an image in a cell, %s', (_, picture, expected) => {
    expect(placed(line(picture), options({}))).toBe(expected)
  })

  test('an image of the line is in the cell once', () => {
    const both = options({ enable_inline_image: true })
    const raw = insertImagePlaceholders(line(image(137, 92, 147, 102)), both)
    const text = raw.spans.map((span) => span.text).join(' ')
    const block = createImageLocator(raw, both)?.({ ...table, cells: [{ ...cell, text }] } as Block).block
    expect(block).toMatchObject({ cells: [{ text: `one two ${imagePlaceholder}` }] })
  })

  test('images of a cell are in reading order', () => {
    const icons = [image(170, 100, 178, 108), image(185, 93, 193, 101), image(150, 92, 158, 100)]
    const located = createImageLocator(line(...icons), options({}))?.(table)
    expect(located?.boxes.map(({ x0 }) => x0)).toEqual([150, 185, 170])
  })

  test('code and formulas have no images, and private characters of the file stay', () => {
    const raw = line(image(137, 92, 147, 102))
    const text = (type: 'text' | 'code' | 'equation', content: string): Block =>
      ({ ...common, kind: 'text', type, box: cellBox, text: content }) as Block
    const first = String.fromCodePoint(0x100000)
    const locate = (block: Block) => createImageLocator(raw, inline)?.(block)
    expect(locate(text('text', `a ${first}`))).toMatchObject({
      block: { text: `a ${imagePlaceholder}` },
      boxes: [{ x0: 137 }],
    })
    for (const type of ['code', 'equation'] as const)
      expect(locate(text(type, `a ${first}`))).toMatchObject({ block: { text: 'a ' }, boxes: [] })
    const second = String.fromCodePoint(0x100001)
    expect(locate(text('text', `a ${second}`))).toMatchObject({ block: { text: `a ${second}` }, boxes: [] })
  })

  test('tables that become images have none in their cells', () => {
    const chosen = options({})
    const asImages = { ...chosen, elementFormats: { ...chosen.elementFormats, table: 'image' as const } }
    expect(placed(line(image(150, 92, 160, 102)), asImages)).toBe('one two')
  })

  test('not in cells without the option, and not at all without images', () => {
    const raw = line(image(150, 92, 160, 102))
    expect(placed(raw, options({ enable_table_image: false, enable_inline_image: true }))).toBe('one two')
    expect(createImageLocator(raw, options({}, 'none'))).toBe(null)
    expect(createImageLocator(line(), options({}))).toBe(null)
  })
})

test('many small images of a page come from one rendering, and uniform color is not an image', async () => {
  const document = await openPdf(await fixture('pdf-images'), '.pdf', noOcr)
  let drawings = 0
  const counting = {
    ...document,
    drawRegion: (...args: Parameters<typeof document.drawRegion>) => {
      drawings++
      return document.drawRegion(...args)
    },
  }
  // Six images follow a word; the last of them is empty paper.
  const icons = [0, 1, 2, 3, 4].map((index) => image(172 + index, 120, 182 + index, 132))
  const images = [...icons, image(30, 400, 40, 410)]
  const raw: RawPage = { ...line(...images) }
  const text = images.map((_, index) => `w${String.fromCodePoint(0x100000 + index)}`).join(' ')
  const style = { size: 10, bold: false, italic: false, mono: false, caps: false, color: 0, font: 'Body', lineCount: 1 }
  const block: Block = {
    kind: 'text',
    type: 'text',
    confidence: 1,
    source: 'text_layer',
    box: { x0: 72, y0: 100, x1: 500, y1: 140 },
    text,
    style,
  }
  const cut = await cropFigures(
    { pageIndex: 0, width: 595, height: 842, blocks: [block], warnings: [] },
    { document: counting, raw },
    inline,
  )
  document.close()
  expect(drawings).toBe(1)
  expect(cut.images.map(({ name }) => name)).toEqual(['p1-1.png', 'p1-2.png', 'p1-3.png', 'p1-4.png', 'p1-5.png'])
  expect(cut.page.blocks[0]).toMatchObject({
    inlinePictures: cut.images.map(({ name }) => name),
    text: `${'w◆ '.repeat(5)}w`.replaceAll('◆', imagePlaceholder),
  })
})
