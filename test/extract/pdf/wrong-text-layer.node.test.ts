/** Text layers that differ from the visible text, through the whole pipeline with real OCR. */
import { expect, test } from 'vitest'
import { defaultOptions, type ParseOptions } from '../../../src/model/options.ts'
import { parse } from '../../../src/parse.ts'
import { createParseDeps } from '../../../src/runtime/parse-deps.node.ts'
import { fixture } from '../../fixtures/fixtures.ts'
import { pagesPdf, show } from '../../fixtures/pdf-writer.ts'

const deps = createParseDeps({})

const read = async (id: string, ocr: ParseOptions['ocr'] = 'auto') => await readBytes(await fixture(id), ocr)

async function readBytes(bytes: Uint8Array, ocr: ParseOptions['ocr']) {
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
