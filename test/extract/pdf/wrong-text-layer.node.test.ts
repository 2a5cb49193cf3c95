/** Text layers that differ from the visible text, through the whole pipeline with real OCR. */
import { expect, test } from 'vitest'
import { defaultOptions, type ParseOptions } from '../../../src/model/options.ts'
import { parse } from '../../../src/parse.ts'
import { createParseDeps } from '../../../src/runtime/parse-deps.node.ts'
import { fixture } from '../../fixtures/fixtures.ts'
import { pagesPdf, show } from '../../fixtures/pdf-writer.ts'
import { emptyRaster, fill } from '../../imaging/draw.ts'

const deps = createParseDeps({})

const read = async (id: string, ocr: ParseOptions['ocr'] = 'auto') => await readBytes(await fixture(id), ocr)

async function readBytes(bytes: Uint8Array, ocr: ParseOptions['ocr'] = 'auto') {
  const options: ParseOptions = {
    ...defaultOptions,
    elementFormats: { ...defaultOptions.elementFormats, image: 'none' },
    features: { ...defaultOptions.features, keep_header_footer: true },
    ocr,
  }
  const source = { bytes, fileName: 'source.pdf', fileType: '.pdf', password: null }
  const { outputs } = await parse(source, { options, links: { kind: 'none' } }, deps)
  return {
    markdown: outputs.markdown ?? '',
    warnings: outputs.warnings,
    sources: [...(outputs.json ?? '').matchAll(/"source":"(\w+)"/g)].map(([, name]) => name),
  }
}

test('permuted letters are read by OCR instead, with a warning', async () => {
  const { markdown, warnings, sources } = await read('pdf-shuffled-letters')
  expect(markdown).toContain('no load leaves the yard until both of the numbers agree')
  expect(warnings).toEqual([
    expect.stringMatching(/^Page 1: the text layer does not say what the page shows .*read by OCR instead$/),
  ])
  expect(new Set(sources)).toEqual(new Set(['ocr']))
})

test('with OCR off they stay, with a warning', async () => {
  const { markdown, warnings } = await read('pdf-shuffled-letters', 'off')
  expect(markdown).toContain('fg sgqr stqctl zit nqkr')
  expect(warnings).toEqual([expect.stringMatching(/^Page 1: the text layer may be wrong: .*ocr is "off"$/)])
})

test('invisible words are removed, those on a background of their own stay', async () => {
  const { markdown, warnings, sources } = await read('pdf-hidden-text')
  expect(markdown.trim().split('\n\n')).toEqual([
    'These words are there to be read.',
    'White words on a dark ground.',
    'Words on a white picture.',
    'And these end the page.',
  ])
  expect(warnings).toEqual([])
  expect(new Set(sources)).toEqual(new Set(['text_layer']))
})

/** A scan of a ruled table of three rows and two columns; the words are only in the text layer, in front or behind. */
function scannedTable(layer: 'invisible' | 'below' = 'invisible'): Uint8Array {
  const scan = emptyRaster(595, 842)
  for (const y of [200, 240, 280, 320]) fill(scan, { x0: 100, y0: y, x1: 500, y1: y + 2 })
  for (const x of [100, 300, 498]) fill(scan, { x0: x, y0: 200, x1: x + 2, y1: 322 })
  const cells = ['Crop', 'Yield', 'Wheat', 'high', 'Barley', 'low']
  const line = 'words above the table that make the layer long enough to be the text of the page'
  const place = (text: string, x: number, y: number): string => `1 0 0 1 ${x} ${842 - y} Tm (${text}) Tj\n`
  const above = Array.from({ length: 6 }, (_, row) => place(line, 60, 80 + 16 * row))
  const inside = cells.map((text, at) => place(text, at % 2 === 0 ? 120 : 320, 225 + 40 * Math.floor(at / 2)))
  const words = `/Body 11 Tf ${above.join('')}${inside.join('')} ET`
  const image = 'q 595 0 0 842 0 0 cm /Scan Do Q'
  const content = layer === 'below' ? `BT ${words} ${image}` : `${image} BT 3 Tr ${words}`
  const scanObject = {
    entries: '/Type /XObject /Subtype /Image /Width 595 /Height 842 /ColorSpace /DeviceGray /BitsPerComponent 8',
    stream: scan.pixels,
  }
  return pagesPdf([{ content, resources: '/XObject << /Scan 7 0 R >>' }], [scanObject])
}

test.each(['invisible', 'below'] as const)(
  'rulings of a scan make the words of its %s layer a table',
  async (layer) => {
    const { markdown, sources, warnings } = await readBytes(scannedTable(layer))
    expect(markdown).toContain('<td>Barley</td><td>low</td>')
    expect(new Set(sources)).toEqual(new Set(['text_layer']))
    expect(warnings).toEqual([])
    expect((await readBytes(scannedTable(layer), 'off')).markdown).not.toContain('<table>')
  },
)

test('the invisible text layer under a scan is its text', async () => {
  const { markdown, sources } = await read('pdf-scan-layered')
  expect(markdown).toContain('What somebody read from this scan')
  expect(new Set(sources)).toEqual(new Set(['text_layer']))
})

test('a poor OCR layer is read again', async () => {
  const { markdown, sources, warnings } = await read('pdf-scan-noise-layer')
  expect(markdown).toContain('A sheaf is a bundle of stalks')
  expect(markdown).not.toContain('gatl1ere')
  expect(new Set(sources)).toEqual(new Set(['ocr']))
  expect(warnings).toEqual([expect.stringContaining('read by OCR instead')])
})

test("a scanner's name under a scan is not its text", async () => {
  const { markdown } = await read('pdf-scan-tagged-layer')
  expect(markdown).toContain('A sheaf is a bundle of stalks')
})

test('words that an OCR program set too narrow under a scan are one paragraph', async () => {
  const sentence =
    'The general procedure used in this program is to list the free-form information as it is found and before it is processed any further'
  let [x, y] = [60, 700]
  const words = `${sentence} ${sentence}`.split(' ').map((word) => {
    const printed = word.length * 6.5
    if (x + printed > 530) [x, y] = [60, y - 15]
    const shown = show('Mono', 7, [x, y], word)
    x += printed + 4
    return shown
  })
  const content = `q 595 0 0 842 0 0 cm /Shown Do Q 3 Tr ${words.join('')}`
  const scan = {
    entries: '/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8',
    stream: '\x7f',
  }
  const bytes = pagesPdf([{ content, resources: '/XObject << /Shown 7 0 R >>' }], [scan])
  const { markdown } = await readBytes(bytes, 'off')
  expect(markdown.trim()).toBe(`${sentence} ${sentence}`)
})
