/** Link annotations of PDF pages and the words of blocks under them. */
import { expect, test } from 'vitest'
import { open as openPdf } from '../../../src/extract/pdf/open.ts'
import { defaultOptions, type ParseOptions } from '../../../src/model/options.ts'
import { finish, parsePages } from '../../../src/parse.ts'
import { pagesPdf, paragraph, show } from '../../fixtures/pdf-writer.ts'
import { noOcr } from '../no-ocr.ts'

const site = 'https://example.com/a'

/** A link over a rectangle in PDF coordinates. */
function link(box: readonly [number, number, number, number], action: string): string {
  return `<< /Type /Annot /Subtype /Link /Rect [${box.join(' ')}] /Border [0 0 0] /A << ${action} >> >>`
}

async function parse(bytes: Uint8Array, options: ParseOptions) {
  const document = await openPdf(bytes, '.pdf', noOcr)
  try {
    return await Array.fromAsync(parsePages(document, [0], options))
  } finally {
    document.close()
  }
}

async function linksOf(annotations: readonly string[], { asked = true, lines = text, entries = '' } = {}) {
  const bytes = pagesPdf([
    { content: paragraph('Mono', 10, [72, 700], lines), entries: `/Annots [${annotations.join(' ')}] ${entries}` },
  ])
  const pages = await parse(bytes, { ...defaultOptions, ocr: 'off', links: asked })
  return pages.flatMap(({ page }) =>
    page.blocks.flatMap((block) => (block.kind === 'text' && 'links' in block ? [block.links] : [])),
  )
}

/** Letters of six points; the first line is at 700, the next 12.5 lower. */
const text = [
  'The text of this page leads to a very long place, which the next',
  'line goes on with, and to the very same place again in the third',
  'line, in plain words that nobody underlines.',
]
const at = (line: number, from: number, to: number): [number, number, number, number] => [
  72 + 6 * from,
  698 - 12.5 * line,
  72 + 6 * to,
  708 - 12.5 * line,
]
const uri = `/S /URI /URI (${site})`

test('words under a link; areas of one link on two lines are merged', async () => {
  expect(await linksOf([link(at(0, 4, 8), uri), link(at(0, 50, 64), uri), link(at(1, 0, 17), uri)])).toEqual([
    [
      { text: 'text', url: site },
      { text: 'which the next line goes on with', url: site },
    ],
  ])
})

test('repeated words are distinguished by order, and no word has two links', async () => {
  const found = await linksOf([link(at(1, 27, 31), uri), link(at(1, 27, 31), `/S /URI /URI (${site}?second)`)])
  expect(found).toHaveLength(1)
})

test('internal targets and programs are not links; links are read on request only', async () => {
  expect(
    await linksOf([
      link(at(0, 4, 8), '/S /GoTo /D [0 /Fit]'),
      link(at(0, 4, 8), '/S /URI /URI (javascript:alert\\(1\\))'),
    ]),
  ).toEqual([])
  expect(await linksOf([link(at(0, 4, 8), uri)], { asked: false })).toEqual([])
})

test('a rotated page', async () => {
  const found = await linksOf([link(at(0, 4, 8), uri)], { entries: '/Rotate 180' })
  expect(found).toEqual([[{ text: 'text', url: site }]])
})

test('an area with a formula, and one that ends in a formula', async () => {
  const math = (size: number, x: number, y: number, symbols: string): string =>
    `BT /Math ${size} Tf ${x} ${y} Td (${symbols}) Tj ET\n`
  const bytes = pagesPdf([
    {
      content:
        show('Mono', 10, [72, 700], 'The area') +
        math(10, 126, 700, 'm') +
        math(7, 134, 704, '2') +
        show('Mono', 10, [145, 700], 'of a ball and also') +
        show('Mono', 10, [72, 687.5], 'the sum') +
        math(10, 120, 687.5, 'n + k') +
        show('Mono', 10, [152, 687.5], 'are what it gives.'),
      fonts: '/Math << /Type /Font /Subtype /Type1 /BaseFont /CMMI10 /Encoding /WinAnsiEncoding >>',
      entries: `/Annots [${link([95, 698, 200, 712], uri)} ${link([95, 685, 128, 697], uri)}]`,
    },
  ])
  const options: ParseOptions = {
    ...defaultOptions,
    ocr: 'off',
    links: true,
    outputFormats: ['markdown', 'json'],
    features: { ...defaultOptions.features, enable_inline_formula: true },
  }
  const { markdown = '', json = '' } = await finish(
    await parse(bytes, options),
    { fileName: 'a.pdf', fileType: '.pdf', pageCount: 1 },
    { options, links: { kind: 'none' } },
  )
  expect(markdown).toContain(`The [area $m^2$ of a ball](${site}) and also the [sum $n+k$](${site}) are`)
  expect(JSON.parse(json).pages[0].blocks[0].links).toEqual([
    { text: 'area $m^2$ of a ball', url: site },
    { text: 'sum $n+k$', url: site },
  ])
})
