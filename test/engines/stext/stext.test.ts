/** MuPDF's structured text: the struct offsets, and the spans, paths and images read from it. */
import { describe, expect, test } from 'vitest'
import { loadMupdf, type Mupdf, type PageFrame, type Pointer } from '../../../src/engines/mupdf/mupdf.ts'
import { StextMemory } from '../../../src/engines/mupdf/unsafe/stext-memory.ts'
import { charAt, lineAt } from '../../../src/engines/mupdf/unsafe/struct-offsets.ts'
import { readStructuredText, type StextPage } from '../../../src/engines/stext/stext.ts'
import { fixture } from '../../fixtures/fixtures.ts'
import { pagesPdf } from '../../fixtures/pdf-writer.ts'

async function onPage<result>(
  bytes: Uint8Array,
  use: (mupdf: Mupdf, page: Pointer, frame: PageFrame) => result,
): Promise<result> {
  const mupdf = await loadMupdf()
  const document = mupdf.openDocument(bytes, 'application/pdf')
  try {
    return mupdf.withPage(document, 0, (page, frame) => use(mupdf, page, frame))
  } finally {
    mupdf.dropDocument(document)
  }
}

const read = (bytes: Uint8Array): Promise<StextPage> =>
  onPage(bytes, (mupdf, page, frame) => readStructuredText(mupdf, page, { frame }))
const content = (text: string): Uint8Array => pagesPdf([{ content: text }])

describe('the structs in memory', () => {
  test.each(['pdf-digital', 'pdf-ruled-table', 'pdf-scan'])('have the expected offsets: %s', async (id) => {
    await onPage(await fixture(id), (mupdf, page) =>
      mupdf.withStructuredText(page, 'vectors,preserve-images', (stext) => {
        expect(new StextMemory(mupdf.module, stext).firstBlock).toBeGreaterThan(0)
      }),
    )
  })

  test('every character agrees with every accessor', async () => {
    await onPage(await fixture('pdf-digital'), (mupdf, page) =>
      mupdf.withStructuredText(page, 'vectors', (stext) => {
        const { module } = mupdf
        let count = 0
        for (
          let block = module._wasm_stext_page_get_first_block(stext);
          block !== 0;
          block = module._wasm_stext_block_get_next(block)
        )
          for (
            let line = module._wasm_stext_block_get_first_line(block);
            line !== 0;
            line = module._wasm_stext_line_get_next(line)
          )
            for (
              let char = module._wasm_stext_line_get_first_char(line);
              char !== 0;
              char = module._wasm_stext_char_get_next(char)
            ) {
              count += 1
              expect(module.HEAP32[(char + charAt.code) >> 2]).toBe(module._wasm_stext_char_get_c(char))
              expect(module.HEAPF32[(char + charAt.size) >> 2]).toBe(module._wasm_stext_char_get_size(char))
              expect(char + charAt.quad).toBe(module._wasm_stext_char_get_quad(char))
              expect(module.HEAP32[(char + charAt.font) >> 2]).toBe(module._wasm_stext_char_get_font(char))
              expect(module.HEAP32[(char + charAt.next) >> 2]).toBe(module._wasm_stext_char_get_next(char))
            }
        expect(count).toBeGreaterThan(300)
      }),
    )
  })

  test('a build with other offsets is refused', async () => {
    await onPage(await fixture('pdf-digital'), (mupdf, page) =>
      mupdf.withStructuredText(page, 'vectors', (stext) => {
        // A build whose lines have their first character one word further.
        const shifted = new Proxy(mupdf.module, {
          get: (target, name) =>
            name === '_wasm_stext_line_get_first_char'
              ? (line: Pointer) => target.HEAP32[(line + lineAt.firstChar + 4) >> 2]
              : Reflect.get(target, name, target),
        })
        expect(() => new StextMemory(shifted, stext)).toThrow('structs')
      }),
    )
  })
})

describe('spans', () => {
  test('one per font, size and color, with the spaces between them', async () => {
    const { spans } = await read(
      content(
        'BT /Body 12 Tf 72 700 Td (Plain ) Tj /Bold 12 Tf (bold ) Tj 1 0 0 rg (red) Tj 0 g /Bold 18 Tf ( large) Tj ET',
      ),
    )
    expect(spans.map(({ text, size, color, font }) => [text, size, color, font.bold])).toEqual([
      ['Plain ', 12, 0, false],
      ['bold ', 12, 0, true],
      ['red ', 12, 0xff0000, true],
      ['large', 18, 0, true],
    ])
    expect(new Set(spans.map((span) => span.engineLine)).size).toBe(1)
    expect(spans[0]?.font.name).toBe('Helvetica')
  })

  test('box, baseline and edges in points from the top left', async () => {
    const { spans } = await read(content('BT /Mono 10 Tf 100 742 Td (abc d) Tj ET'))
    const [span] = spans
    // Courier: every character is 0.6 em wide.
    expect(span?.baseline).toBeCloseTo(100, 3)
    expect(Array.from(span?.edges ?? [], (edge) => Math.round(edge * 10) / 10)).toEqual([100, 106, 112, 118, 124, 130])
    expect(span?.box.x0).toBeCloseTo(100, 3)
    expect(span?.box.x1).toBeCloseTo(130, 3)
    expect(span?.box.y0).toBeLessThan(95)
    expect(span?.box.y1).toBeGreaterThan(100)
  })

  test('a superscript is a span of its own', async () => {
    const { spans } = await read(content('BT /Body 12 Tf 72 700 Td (E=mc) Tj 8 0 0 8 105 705 Tm (2) Tj ET'))
    expect(spans.map((span) => span.text)).toEqual(['E=mc', '2'])
  })

  test('a wide gap ends a span', async () => {
    const { spans } = await read(content('BT /Body 10 Tf 72 700 Td (Name) Tj 200 0 Td (Amount) Tj ET'))
    expect(spans.map((span) => span.text.trim())).toEqual(['Name', 'Amount'])
  })

  test('slanted text has no gaps at narrow letters', async () => {
    const { spans } = await read(content('BT 9.5 0 3.2 9.5 72 700 Tm /Body 1 Tf 0.03 Tc (Financial liabilities) Tj ET'))
    expect(spans.map((span) => span.text)).toEqual(['Financial liabilities'])
    const edges = [...(spans[0]?.edges ?? [])]
    expect(edges).toEqual(edges.toSorted((a, b) => a - b))
  })

  test('rotation by multiples of 90°', async () => {
    const turned = (a: number, b: number, c: number, d: number): string =>
      `BT ${a} ${b} ${c} ${d} 300 400 Tm /Body 12 Tf (Turned) Tj ET`
    const rotations = await Promise.all(
      [turned(1, 0, 0, 1), turned(0, -1, 1, 0), turned(-1, 0, 0, -1), turned(0, 1, -1, 0)].map((text) =>
        read(content(text)),
      ),
    )
    expect(rotations.map(({ spans }) => spans[0]?.rotation)).toEqual([0, 90, 180, 270])
  })

  test('a diagonal watermark is not horizontal text', async () => {
    const { spans } = await read(content('BT 0.94 0.34 -0.34 0.94 100 400 Tm /Body 30 Tf (DRAFT) Tj ET'))
    expect(spans[0]?.rotation).toBe(270)
  })

  test('text from right to left keeps its reading order and has no edges', async () => {
    const map = '1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfrange <61> <7a> <05D0> endbfrange'
    const cmap = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def /CMapType 2 def ${map} endcmap end end`
    const bytes = pagesPdf(
      [{ content: 'BT /Odd 10 Tf 72 700 Td (dcba) Tj ET', fonts: '/Odd 8 0 R' }],
      [{ entries: '', stream: cmap }, '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /ToUnicode 7 0 R >>'],
    )
    const [span] = (await read(bytes)).spans
    expect(span?.text).toBe('אבגד')
    expect(span?.edges).toBeUndefined()
    expect(span?.box.x0).toBeCloseTo(72, 3)
  })

  const withCharacters = (map: string, text: string): Uint8Array => {
    const codes = `1 begincodespacerange <00> <ff> endcodespacerange ${map}`
    const cmap = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def /CMapType 2 def ${codes} endcmap end end`
    return pagesPdf(
      [{ content: `BT /Odd 10 Tf 72 700 Td (${text}) Tj ET`, fonts: '/Odd 8 0 R' }],
      [{ entries: '', stream: cmap }, '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /ToUnicode 7 0 R >>'],
    )
  }

  test('characters beyond the basic plane keep both units and an edge for each', async () => {
    const [span] = (await read(withCharacters('1 beginbfchar <41> <D83DDE00> endbfchar', 'AB'))).spans
    expect(span?.text).toMatch(/^😀/u)
    expect(span?.edges?.length).toBe((span?.text.length ?? 0) + 1)
    expect(span?.edges?.[1]).toBeCloseTo(78, 3)
  })

  test('a character that the font maps to U+FFFF is unknown', async () => {
    const { spans } = await read(withCharacters('1 beginbfchar <41> <FFFF> endbfchar', 'BAB'))
    expect(spans[0]?.text).toBe('B\ufffdB')
  })

  test('parts of tall brackets leave the corporate use area', async () => {
    const page = await read(withCharacters('2 beginbfchar <41> <F8EB> <43> <F8FE> endbfchar', 'ABC'))
    expect(page.spans[0]?.text).toBe('⎛B⎭')
    expect(page.unreadableCount).toBe(0)
  })

  test('text outside the page is dropped', async () => {
    const { spans } = await read(content('BT /Body 10 Tf 72 700 Td (Inside) Tj 3000 0 Td (Outside) Tj ET'))
    expect(spans.map((span) => span.text.trim())).toEqual(['Inside'])
  })

  test('page rotation and an origin that is not 0,0', async () => {
    const page = await read(await fixture('pdf-rotated'))
    const sideways = page.spans.find((span) => span.text === 'Sideways')
    expect(sideways?.rotation).toBe(0)
    expect(page.spans.find((span) => span.text === 'Turned and shifted')?.rotation).toBe(90)
    // 300,320 in a box from 100,200, rotated clockwise: 120 from the left, 200 from the top.
    expect(sideways?.baseline).toBeCloseTo(200, 1)
    expect(sideways?.box.x0).toBeCloseTo(120, 1)
  })

  test('text of annotations is read', async () => {
    const { spans } = await read(await fixture('pdf-annotations'))
    expect(spans.map((span) => span.text)).toEqual(['Body text', 'Filled in by hand'])
  })
})

describe('paths and images', () => {
  test('a thin image mask of one pixel is a ruling, a thick one an image', async () => {
    const stencil = (size: string): string => `q ${size} cm BI /W 1 /H 1 /IM true /BPC 1 /D [1 0] ID \x40 EI Q`
    const { paths, images } = await read(
      content(`${stencil('400 0 0 0.5 72 700')} ${stencil('0.5 0 0 30 72 670')} ${stencil('400 0 0 30 72 600')}`),
    )
    expect(paths).toHaveLength(2)
    expect(paths[0]).toMatchObject({ rectangle: true, stroked: false, color: 0, opacity: 1 })
    expect(paths[0]!.box.x1 - paths[0]!.box.x0).toBeCloseTo(400, 0)
    expect(images).toHaveLength(1)
  })

  test('every ruling of a table is one thin box', async () => {
    const { paths } = await read(await fixture('pdf-ruled-table'))
    const flat = paths.filter(({ box }) => box.y1 - box.y0 < 2)
    const steep = paths.filter(({ box }) => box.x1 - box.x0 < 2)
    expect([flat.length, steep.length, paths.length]).toEqual([5, 4, 9])
    expect(flat[0]?.box.x0).toBeCloseTo(71.5, 1)
    expect(flat[0]?.box.x1).toBeCloseTo(522.5, 1)
  })

  test('color, opacity and kind', async () => {
    const { paths } = await read(content('0 0 1 rg 100 100 200 50 re f 1 0 0 RG 3 w 100 300 m 300 300 l S'))
    expect(paths.map(({ color, opacity, stroked, rectangle }) => ({ color, opacity, stroked, rectangle }))).toEqual([
      { color: 0x0000ff, opacity: 1, stroked: false, rectangle: true },
      { color: 0xff0000, opacity: 1, stroked: true, rectangle: true },
    ])
  })

  test('an image has its box and pixel size', async () => {
    const { images } = await read(await fixture('pdf-scan'))
    expect(images).toHaveLength(1)
    expect(images[0]?.pixelWidth).toBe(1240)
    expect(images[0]?.box.x1).toBeCloseTo(595, 0)
    expect(images[0]?.sideways).toBe(false)
  })
})

describe('characters without a Unicode value', () => {
  test('do not affect those after them, and are spaces if they draw nothing', async () => {
    const { spans, unreadableCount } = await read(
      content(String.raw`BT /F1 12 Tf 72 700 Td (lines\012so that they) Tj 0 -14 Td (go on) Tj ET`),
    )
    expect(spans.map(({ text }) => text)).toEqual(['lines so that they', 'go on'])
    expect(unreadableCount).toBe(0)
  })

  test('are not extracted twice if there are too many', async () => {
    const shown = `BT /F1 1 Tf 0.05 0 0 0.05 20 800 Tm 0.5 TL ${`(${'\\012aaaa'.repeat(100)}) ' `.repeat(220)} ET`
    const { charCount, unreadableCount } = await read(content(shown))
    expect(unreadableCount).toBe(charCount)
  })
})

test('a page with too many characters is refused with the limit and the count', async () => {
  const lines = Array.from({ length: 1000 }, (_, at) => `1 0 0 1 10 ${at * 0.8} Tm (${'abcdefghi '.repeat(100)}) Tj`)
  await expect(read(content(`BT /Body 1 Tf ${lines.join(' ')} ET`))).rejects.toMatchObject({
    name: 'ParseError',
    code: 1132,
    message: expect.stringMatching(/^A page has \d{6,} characters, and the limit is 300000/),
  })
})
