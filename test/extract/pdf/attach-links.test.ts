/** Link annotations of PDF pages and the words of blocks under them. */
import { expect, test } from 'vitest'
import { open as openPdf } from '../../../src/extract/pdf/open.ts'
import { defaultOptions } from '../../../src/model/options.ts'
import { parsePages } from '../../../src/parse.ts'
import { pagesPdf, paragraph } from '../../fixtures/pdf-writer.ts'

const settings = {
  maxPages: 300,
  ocrDpi: 200,
  maxRasterPixels: 4_000_000,
  maxImagePixels: 20_000_000,
  ocrLanguages: [],
  installedLanguages: [],
}
const site = 'https://example.com/a'

/** A link over a rectangle in PDF coordinates. */
function link(box: readonly [number, number, number, number], action: string): string {
  return `<< /Type /Annot /Subtype /Link /Rect [${box.join(' ')}] /Border [0 0 0] /A << ${action} >> >>`
}

async function linksOf(annotations: readonly string[], { asked = true, lines = text, entries = '' } = {}) {
  const bytes = pagesPdf([
    { content: paragraph('Mono', 10, [72, 700], lines), entries: `/Annots [${annotations.join(' ')}] ${entries}` },
  ])
  const document = await openPdf(bytes, '.pdf', {
    settings,
    password: null,
    loadModel: () => Promise.reject(new Error('no OCR here')),
  })
  try {
    const pages = await Array.fromAsync(parsePages(document, [0], { ...defaultOptions, ocr: 'off', links: asked }))
    return pages.flatMap(({ page }) =>
      page.blocks.flatMap((block) => (block.kind === 'text' && 'links' in block ? [block.links] : [])),
    )
  } finally {
    document.close()
  }
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
