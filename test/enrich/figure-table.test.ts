/** Images of tables become tables; charts, photos and similar lists stay figures. */
import { afterAll, describe, expect, test } from 'vitest'
import { releaseOcrEngines } from '../../src/engines/tesseract.ts'
import { renderWarmupImage } from '../../src/engines/warmup-image.ts'
import { acceptTables, replaceFigures } from '../../src/enrich/figure-table.ts'
import { open as openPdf } from '../../src/extract/pdf/open.ts'
import type { ExtractContext } from '../../src/extract/types.ts'
import { invertColors } from '../../src/imaging/text-detection.ts'
import type { Block, Cell, FigureBlock, TableBlock } from '../../src/model/document.ts'
import { defaultOptions, type ParseOptions } from '../../src/model/options.ts'
import type { GrayRaster } from '../../src/model/raster.ts'
import type { Span } from '../../src/model/raw-page.ts'
import { parsePages } from '../../src/parse.ts'
import { loadModel } from '../engines/models.ts'
import { ocrSettings as settings } from '../engines/ocr-settings.ts'
import { type PdfObject, pagesPdf, paragraph } from '../fixtures/pdf-writer.ts'
import { emptyRaster, fill } from '../imaging/draw.ts'

afterAll(releaseOcrEngines)

const reader: ExtractContext = { settings, password: null, loadModel }
const plain: ParseOptions = { ...defaultOptions, elementFormats: { ...defaultOptions.elementFormats, image: 'none' } }
const withoutUnderstanding: ParseOptions = {
  ...plain,
  features: { ...plain.features, enable_image_understanding: false },
}

const rows = [
  ['Crop', 'Field', 'Yield', 'Price'],
  ['Carrots', 'North', '4215', '18.55'],
  ['Potatoes', 'River', '9312', '12.25'],
  ['Beans', 'Garden', '865', '94.15'],
  ['Onions', 'South', '2348', '15.25'],
]
const left = [20, 260, 500, 680]
const pitch = 60

function stamp(raster: GrayRaster, text: string, at: { x: number; y: number }): void {
  const drawn = renderWarmupImage([text], { scale: 3 })
  for (let y = 0; y < drawn.height; y++)
    for (let x = 0; x < drawn.width; x++) {
      const index = (at.y + y) * raster.width + at.x + x
      raster.pixels[index] = Math.min(raster.pixels[index] ?? 255, drawn.pixels[y * drawn.width + x] ?? 255)
    }
}

/** The upper part of a raster. */
function top({ width, pixels }: GrayRaster, height: number): GrayRaster {
  return { width, height, pixels: pixels.slice(0, width * height) }
}

type Style = 'ruled' | 'half-ruled' | 'borderless' | 'shaded' | 'white on orange' | 'ruled and colored'

function table(style: Style, count = rows.length): GrayRaster {
  if (count < rows.length) return top(table(style), count * pitch + 30)
  const raster = emptyRaster(860, rows.length * pitch + 40)
  if (style === 'shaded')
    for (let row = 1; row < rows.length; row += 2)
      fill(raster, { x0: 10, y0: 16 + row * pitch, x1: 850, y1: 16 + (row + 1) * pitch }, 220)
  if (style === 'ruled and colored') fill(raster, { x0: 10, y0: 16, x1: 250, y1: 16 + rows.length * pitch }, 200)
  rows.forEach((cells, row) => {
    cells.forEach((text, col) => {
      stamp(raster, text, { x: left[col] ?? 0, y: 20 + row * pitch })
    })
  })
  const across =
    style === 'ruled' || style === 'ruled and colored'
      ? rows.keys().toArray().concat(rows.length)
      : style === 'half-ruled'
        ? [0, 1, rows.length]
        : []
  for (const row of across) fill(raster, { x0: 10, y0: 16 + row * pitch, x1: 850, y1: 18 + row * pitch })
  if (style === 'ruled' || style === 'ruled and colored')
    for (const x of [10, 250, 490, 670, 848]) fill(raster, { x0: x, y0: 16, x1: x + 2, y1: 18 + rows.length * pitch })
  // A light heading on a dark or medium background.
  const background = style === 'shaded' ? 55 : style === 'white on orange' ? 171 : null
  if (background !== null) {
    const head = { x0: 10, y0: 16, x1: 850, y1: 14 + pitch }
    for (let y = head.y0; y < head.y1; y++)
      for (let x = head.x0; x < head.x1; x++) {
        const index = y * raster.width + x
        raster.pixels[index] = 255 - Math.round(((raster.pixels[index] ?? 255) * (255 - background)) / 255)
      }
  }
  return raster
}

/** Names, bars of different lengths and their numbers. */
function barChart(): GrayRaster {
  const raster = emptyRaster(860, 420)
  for (const [row, [name, , value]] of rows.slice(1).entries()) {
    stamp(raster, name ?? '', { x: 10, y: 40 + row * 90 })
    fill(raster, { x0: 260, y0: 30 + row * 90, x1: 380 + row * 90, y1: 80 + row * 90 }, 120)
    stamp(raster, value ?? '', { x: 400 + row * 90, y: 40 + row * 90 })
  }
  return raster
}

/** A disc, with a legend of small marks. */
function pieChart(): GrayRaster {
  const raster = emptyRaster(860, 420)
  for (let y = 0; y < 360; y++)
    for (let x = 0; x < 360; x++)
      if (Math.hypot(x - 180, y - 180) < 170)
        raster.pixels[(y + 30) * raster.width + x + 20] = x < 180 ? 110 : y < 180 ? 150 : 190
  for (const [row, [name, , value]] of rows.slice(1).entries()) {
    fill(raster, { x0: 440, y0: 66 + row * 80, x1: 466, y1: 92 + row * 80 }, 110 + row * 25)
    stamp(raster, name ?? '', { x: 500, y: 66 + row * 80 })
    stamp(raster, value ?? '', { x: 720, y: 66 + row * 80 })
  }
  return raster
}

/** A page with the image, 340 points wide by default. */
function pageWith(picture: GrayRaster, high = Math.round((340 * picture.height) / picture.width)): Uint8Array {
  const lines = Array.from(
    { length: 6 },
    () => 'The picture below tells how the year went for the farms of the region.',
  )
  const image: PdfObject = {
    entries: `/Type /XObject /Subtype /Image /Width ${picture.width} /Height ${picture.height} /ColorSpace /DeviceGray /BitsPerComponent 8`,
    stream: picture.pixels,
  }
  const wide = Math.round((high * picture.width) / picture.height)
  const caption = paragraph('Body', 9, [130, 585 - high - 16], ['Figure 3. The harvest by field'])
  const content = `${paragraph('Body', 11, [72, 760], lines)} q ${wide} 0 0 ${high} 130 ${585 - high} cm /Shown Do Q ${caption}`
  return pagesPdf([{ content, resources: '/XObject << /Shown 7 0 R >>' }], [image])
}

async function blocksOf(
  picture: GrayRaster,
  options: ParseOptions = plain,
  context: ExtractContext = reader,
  high?: number,
): Promise<readonly Block[]> {
  const document = await openPdf(pageWith(picture, high), '.pdf', context)
  try {
    const [first] = await Array.fromAsync(parsePages(document, [0], options))
    expect(first?.page.warnings).toEqual([])
    return first?.page.blocks ?? []
  } finally {
    document.close()
  }
}

function textsOf({ rows: count, cells }: TableBlock): string[][] {
  return Array.from({ length: count }, (_, row) => cells.filter((cell) => cell.row === row).map(({ text }) => text))
}

const isTable = (block: Block): block is TableBlock => block.kind === 'table'

describe('an image of a table becomes a table', () => {
  test.each<[Style]>([
    ['ruled'],
    ['half-ruled'],
    ['borderless'],
    ['shaded'],
    ['white on orange'],
    ['ruled and colored'],
  ])('%s', async (style) => {
    const blocks = await blocksOf(table(style))
    const [found, ...more] = blocks.filter(isTable)
    expect(more).toEqual([])
    expect(found?.source).toBe('ocr')
    expect(found?.confidence).toBeGreaterThan(0.65)
    expect(found === undefined ? [] : textsOf(found)).toEqual(rows)
    expect(blocks.filter((block) => block.kind === 'figure')).toEqual([])
    // Cells are inside the image.
    const first = found?.cells[0]?.box
    expect(first?.x0).toBeGreaterThan(128)
    expect(first?.x1).toBeLessThan(250)
    expect(first?.y0).toBeGreaterThan(250)
  })

  test('light on dark, with the text below as its caption', async () => {
    const blocks = await blocksOf(invertColors(table('ruled')))
    const found = blocks.find(isTable)
    expect(found === undefined ? [] : textsOf(found)).toEqual(rows)
    expect(found?.captions.map((index) => blocks[index])).toMatchObject([
      { type: 'table_caption', text: 'Figure 3. The harvest by field' },
    ])
  })

  test('from a scan with grainy paper', async () => {
    const picture = table('ruled')
    let seed = 7
    const random = (): number => {
      seed = (seed * 48271) % 0x7fffffff
      return seed / 0x7fffffff
    }
    for (let index = 0; index < picture.pixels.length; index++)
      picture.pixels[index] = Math.max(
        0,
        Math.min(255, (picture.pixels[index] ?? 0) * 0.92 + (random() + random() - 1) * 16),
      )
    const found = (await blocksOf(picture)).find(isTable)
    expect(found === undefined ? [] : textsOf(found)).toEqual(rows)
  })

  test('with a title, a paragraph and a source of its own inside', async () => {
    const picture = table('ruled')
    const whole = emptyRaster(picture.width, picture.height + 260)
    whole.pixels.set(picture.pixels, picture.width * 150)
    stamp(whole, 'How the farms of the region did this year', { x: 20, y: 20 })
    stamp(whole, 'Prices are those of the last market in autumn', { x: 20, y: 80 })
    stamp(whole, 'Source: reports of the farmers, in tonnes', { x: 20, y: picture.height + 180 })
    const blocks = await blocksOf(whole)
    const found = blocks.find(isTable)
    expect(found === undefined ? [] : textsOf(found)).toEqual(rows)
    expect(blocks.filter((block) => block.kind === 'text').map(({ text }) => text)).toEqual(
      expect.arrayContaining([expect.stringContaining('How the farms'), expect.stringContaining('Source: reports')]),
    )
  })

  test('three lines high', async () => {
    const found = (await blocksOf(table('half-ruled', 3), plain, reader, 28)).find(isTable)
    expect(found === undefined ? [] : textsOf(found)).toEqual(rows.slice(0, 3))
  })

  test('without image understanding, which concerns only the text of figures', async () => {
    expect((await blocksOf(table('ruled'), withoutUnderstanding)).filter(isTable)).toHaveLength(1)
  })

  test('not when OCR is off', async () => {
    expect((await blocksOf(table('ruled'), { ...plain, ocr: 'off' })).filter(isTable)).toEqual([])
  })
})

describe('other images stay figures', () => {
  test.each([
    ['bars with their names and numbers', barChart()],
    ['a disc with a legend', pieChart()],
  ])('%s', async (_, picture) => {
    const blocks = await blocksOf(picture)
    expect(blocks.filter(isTable)).toEqual([])
    expect(blocks.filter((block) => block.kind === 'figure')).toMatchObject([
      { source: 'ocr', text: expect.stringContaining('Potatoes') },
    ])
  })
})

describe('the result of layout is checked', () => {
  const base = { box: { x0: 0, y0: 0, x1: 1, y1: 1 }, confidence: 0.9, source: 'ocr' } as const
  const style = { size: 10, bold: false, italic: false, mono: false, caps: false, color: 0, font: '', lineCount: 1 }
  const line = (text: string): Block => ({ ...base, kind: 'text', type: 'text', text, style })
  const figure: FigureBlock = { ...base, kind: 'figure', type: 'figure', text: '', captions: [] }
  const grid = (texts: readonly (readonly string[])[], merged: Partial<Cell> = {}): TableBlock => ({
    ...base,
    kind: 'table',
    type: 'table',
    rows: texts.length,
    cols: texts[0]?.length ?? 0,
    captions: [],
    cells: texts.flatMap((row, at) =>
      row.map(
        (text, col): Cell => ({
          ...base,
          row: at,
          col,
          rowSpan: 1,
          colSpan: 1,
          header: false,
          text,
          ...(at === 0 && col === 0 ? merged : {}),
        }),
      ),
    ),
  })
  /** Whether blocks with these words are accepted as tables. */
  const isAccepted = (blocks: readonly Block[]): boolean => {
    const texts = blocks.flatMap((block) =>
      block.kind === 'table' ? block.cells.map(({ text }) => text) : [block.text],
    )
    const spans = texts.filter((text) => text !== '').map((text) => ({ text: text.replace(/\s/g, '') }) as Span)
    return acceptTables(figure, blocks, spans) !== null
  }
  const yields = [
    ['Crop', 'Yield', 'Price'],
    ['Carrots', '4215', '18.55'],
    ['Beans', '865', '94.15'],
  ]

  test('ticks scattered over a grid are not cells; dashes are empty values', () => {
    const ticks = [
      ['3 spectra', ':', '.'],
      ['.', 'Energy', ':'],
      ['10', '.', '0.5'],
      [':', '.', '‘'],
    ]
    expect(isAccepted([grid(ticks)])).toBe(false)
    expect(isAccepted([grid(ticks.map((row) => row.map((text) => (text.length < 2 ? '–' : text))))])).toBe(true)
  })

  test('a title and a source may be around a table, labels may not', () => {
    expect(
      isAccepted([
        line('What the farms of the valley brought in'),
        grid(yields),
        line('Source: reports of the farmers'),
      ]),
    ).toBe(true)
    expect(
      isAccepted([
        ...['Save as', 'Cancel', 'Undo all', 'Help me', 'Tools menu', 'Window list'].map(line),
        grid(yields),
      ]),
    ).toBe(false)
  })

  test('a table has several rows and columns, most of them filled, and is certain', () => {
    expect(isAccepted([grid(yields)])).toBe(true)
    expect(isAccepted([])).toBe(false)
    expect(isAccepted([grid(yields.slice(0, 1))])).toBe(false)
    expect(isAccepted([grid(yields.map((row) => row.slice(0, 1)))])).toBe(false)
    expect(isAccepted([{ ...grid(yields), confidence: 0.5 }])).toBe(false)
    // An empty column, empty cells, and a grid with few cells.
    expect(isAccepted([grid(yields.map((row) => [...row, '']))])).toBe(false)
    expect(
      isAccepted([
        grid([
          ['Crop', 'Yield', 'Price'],
          ['Carrots', '', ''],
          ['', '', ''],
          ['Beans', '', ''],
        ]),
      ]),
    ).toBe(false)
    expect(isAccepted([{ ...grid(yields), rows: 9 }])).toBe(false)
  })

  test('a cell over rows and columns is a pane if it is long', () => {
    const long = 'Here the program shows what was typed, all of it in one run of words.'
    const others = [...yields, ...yields, ...yields]
    const withCell = (text: string, merged: Partial<Cell>): boolean =>
      isAccepted([grid([[text, 'Yield', 'Price'], ...others], merged)])
    expect(withCell(long, { rowSpan: 2, colSpan: 2 })).toBe(false)
    expect(withCell(long, { rowSpan: 2 })).toBe(true)
    expect(withCell(long, { colSpan: 2 })).toBe(true)
    expect(withCell('Crop', { rowSpan: 2, colSpan: 2 })).toBe(true)
  })

  test('a heading in the figure becomes text, and the only table has its captions', () => {
    const title: Block = { ...base, kind: 'title', type: 'title', text: 'Crops of the valley', level: 1, style }
    const spans = yields.flat().map((text) => ({ text }) as Span)
    const captioned = { ...figure, captions: [7] }
    const accepted = acceptTables(captioned, [title, line('A note'), { ...figure, text: 'x' }, grid(yields)], spans)
    expect(accepted?.map(({ kind }) => kind)).toEqual(['text', 'text', 'table'])
    expect(accepted?.[0]).not.toHaveProperty('level')
    expect(accepted?.[2]).toMatchObject({ captions: [7] })
    expect(acceptTables(captioned, [grid(yields), grid(yields)], spans)).toMatchObject([
      { captions: [] },
      { captions: [] },
    ])
  })

  test('a merged cell that holds most of a table is a pane of a window', () => {
    const long = 'Here the program shows what was typed, all of it in one long run of words and signs.'
    const panes = [[long], ['File', 'Edit'], ['Ready', 'Line 14']]
    expect(isAccepted([{ ...grid(panes, { colSpan: 2 }), cols: 2 }])).toBe(false)
    expect(isAccepted([grid([[long, 'Note'], ...panes.slice(1)])])).toBe(true)
  })
})

test('blocks that replace a figure renumber the captions', () => {
  const base = { box: { x0: 0, y0: 0, x1: 1, y1: 1 }, confidence: 1, source: 'ocr' } as const
  const style = { size: 10, bold: false, italic: false, mono: false, caps: false, color: 0, font: '', lineCount: 1 }
  const text = (name: string, type: 'text' | 'figure_caption' = 'text'): Block => ({
    ...base,
    kind: 'text',
    type,
    text: name,
    style,
  })
  const figure = (captions: number[]): FigureBlock => ({ ...base, kind: 'figure', type: 'figure', text: '', captions })
  const first = figure([1])
  const blocks = [first, text('one', 'figure_caption'), figure([3]), text('two', 'figure_caption')]
  const found: Block = { ...base, kind: 'table', type: 'table', rows: 1, cols: 1, cells: [], captions: [1] }
  expect(replaceFigures(blocks, new Map([[first, [text('above'), found]]]))).toMatchObject([
    { text: 'above' },
    { kind: 'table', captions: [2] },
    { text: 'one', type: 'table_caption' },
    { kind: 'figure', captions: [4] },
    { text: 'two', type: 'figure_caption' },
  ])
})
