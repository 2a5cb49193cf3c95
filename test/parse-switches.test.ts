/** All switches of `feature_config` with all values of `element_formats`, through the whole pipeline. */
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import type { ParseDeps } from '../src/deps.ts'
import { defaultOptions, elementFormatChoices, type FeatureConfig, type ParseOptions } from '../src/model/options.ts'
import { parse } from '../src/parse.ts'
import type { ImageLinks, RenderedOutputs } from '../src/render/types.ts'
import { fixture } from './fixtures/fixtures.ts'

const deps: ParseDeps = {
  settings: {
    maxPages: 300,
    ocrDpi: 150,
    maxRasterPixels: 4_000_000,
    maxImagePixels: 20_000_000,
    ocrLanguages: ['eng'],
    installedLanguages: ['eng'],
  },
  loadModel: () => Promise.reject(new Error('These pages need no OCR.')),
}
const base = 'http://127.0.0.1:8787/files/token/'
const linksOf: Record<ParseOptions['elementFormats']['image'], ImageLinks> = {
  url: { kind: 'url', base },
  base64: { kind: 'base64' },
  file: { kind: 'file', folder: 'images/' },
  none: { kind: 'none' },
}

interface Wanted {
  readonly image?: ParseOptions['elementFormats']['image']
  readonly table?: ParseOptions['elementFormats']['table']
  readonly zip?: boolean
  readonly features?: Partial<FeatureConfig>
}

async function run(
  id: string,
  { image = 'url', table = 'html', zip = false, features = {} }: Wanted,
): Promise<RenderedOutputs> {
  const options: ParseOptions = {
    ...defaultOptions,
    outputFormats: zip ? ['markdown', 'json', 'zip'] : ['markdown', 'json'],
    elementFormats: { ...defaultOptions.elementFormats, image, table },
    features: { ...defaultOptions.features, ...features },
  }
  const source = { bytes: await fixture(id), fileName: 'signs.pdf', fileType: '.pdf', password: null }
  return (await parse(source, { options, links: linksOf[image] }, deps)).outputs
}

interface JsonBlock {
  readonly idx: number
  readonly type: string
  readonly bbox: readonly number[]
  readonly content: string
  readonly format: string
  readonly captions: readonly number[]
  readonly img_url: string
  readonly title_level?: number
  readonly cells?: readonly { row: number; col: number; text: string; page_num?: number }[]
}
interface JsonPage {
  readonly page_num: number
  readonly merge_content_from_pre_page: boolean
  readonly page_size: { readonly w: number; readonly h: number }
  readonly blocks: readonly JsonBlock[]
}

const pagesOf = ({ json }: RenderedOutputs): readonly JsonPage[] => JSON.parse(json ?? '{}').pages
const blocksOf = (outputs: RenderedOutputs): JsonBlock[] => pagesOf(outputs).flatMap(({ blocks }) => blocks)
/** Addresses of all images in Markdown or HTML. */
const linksIn = (text: string): string[] =>
  [...text.matchAll(/!\[[^\]]*\]\(([^)]*)\)|<img src="([^"]*)">/g)].map((match) => match[1] ?? match[2] ?? '')
/** All image names in the JSON. */
const namedIn = (blocks: readonly JsonBlock[]): string[] =>
  blocks.flatMap(({ content, img_url }) => [...linksIn(content), ...(img_url === '' ? [] : [img_url])])

const onlyFeatures: Partial<FeatureConfig>[] = [
  {},
  { enable_inline_image: true },
  { enable_table_image: false },
  { enable_inline_image: true, enable_table_image: false },
  { enable_image_understanding: false, keep_header_footer: true, enable_inline_image: true },
  { enable_title_level_recognition: true, enable_text_cross_page: true, enable_table_cross_page: true },
]
const matrix = elementFormatChoices.image.flatMap((image) =>
  elementFormatChoices.table.flatMap((table) =>
    [false, true]
      .filter((zip) => zip || image !== 'file')
      .flatMap((zip) => onlyFeatures.map((features): Wanted => ({ image, table, zip, features }))),
  ),
)

describe.each(matrix)('image $image, table $table, zip $zip, $features', (wanted) => {
  test('matches the API specification', async () => {
    const outputs = await run('pdf-images', wanted)
    const { markdown = '', json = '' } = outputs
    const blocks = blocksOf(outputs)

    // Boxes are inside the page, `idx` has no gaps, captions exist, formats are known.
    for (const page of pagesOf(outputs)) {
      expect(page.blocks.map(({ idx }) => idx)).toEqual(page.blocks.map((_, index) => index))
      for (const { bbox, captions } of page.blocks) {
        const [x1 = -1, y1 = -1, x2 = -1, y2 = -1] = bbox
        expect(
          0 <= x1 && x1 < x2 && x2 <= page.page_size.w && 0 <= y1 && y1 < y2 && y2 <= page.page_size.h,
          String(bbox),
        ).toBe(true)
        for (const caption of captions) expect(page.blocks[caption]?.type).toMatch(/_caption$/)
      }
    }
    expect(blocks.filter(({ type }) => type === 'table').map(({ format }) => format)).toEqual([
      wanted.table === 'markdown' ? 'markdown' : 'html',
    ])
    expect(json + markdown).not.toMatch(/[\ufffc\u{100000}-\u{10ffff}]/u)

    // The Markdown shows exactly the images of the JSON; with `none` there are no images.
    const shown = linksIn(markdown)
    if (wanted.image === 'none') {
      expect(namedIn(blocks)).toEqual([])
      expect(shown).toEqual([])
      expect(markdown).not.toContain('![')
      expect(outputs.images).toEqual([])
    } else {
      const hidden =
        wanted.table === 'image'
          ? new Set(blocks.filter(({ type }) => type === 'table').flatMap(({ content }) => linksIn(content)))
          : new Set()
      expect(hidden.size).toBe(0)
      expect(shown.toSorted()).toEqual(namedIn(blocks).toSorted())
      const lines = wanted.features?.enable_inline_image ? 2 : 0
      const cells = wanted.table === 'image' ? 1 : wanted.features?.enable_table_image === false ? 0 : 2
      expect(shown).toHaveLength(lines + cells + 1)
      const own = wanted.image === 'base64' ? [] : shown
      expect(outputs.images.map(({ name }) => (wanted.image === 'url' ? base : 'images/') + name).toSorted()).toEqual(
        own.toSorted(),
      )
      if (wanted.image === 'base64')
        for (const address of shown) expect(address).toMatch(/^data:image\/png;base64,iVBOR[A-Za-z\d+/]+=*$/)
    }

    // Inside the zip, images are always files, and every link has one.
    expect(outputs.zip !== undefined).toBe(wanted.zip === true)
    if (outputs.zip !== undefined) {
      const entries = unzipSync(outputs.zip)
      const [inMarkdown, inJson] = [
        strFromU8(entries['signs.md'] ?? new Uint8Array()),
        strFromU8(entries['signs.json'] ?? new Uint8Array()),
      ]
      const files = Object.keys(entries).filter((name) => name.startsWith('images/'))
      expect(linksIn(inMarkdown).toSorted()).toEqual(files.toSorted())
      expect(namedIn(JSON.parse(inJson).pages.flatMap((page: JsonPage) => page.blocks)).toSorted()).toEqual(
        files.toSorted(),
      )
      expect(files.length).toBeGreaterThan(0)
    }

    // Switches of the text itself.
    const { features = {} } = wanted
    expect(blocks.some(({ type }) => type === 'header' || type === 'footer')).toBe(features.keep_header_footer === true)
    expect(
      blocks
        .filter(({ type }) => type === 'title')
        .every((block) => 'title_level' in block === (features.enable_title_level_recognition === true)),
    ).toBe(true)
    expect(blocks.every((block) => block.type === 'title' || !('title_level' in block))).toBe(true)
    const deeper = /^##+ /m.test(markdown)
    expect(deeper).toBe(features.enable_title_level_recognition === true)
    if (features.enable_image_understanding === false)
      for (const { type, content } of blocks) if (type === 'figure') expect(content).toBe('')
  })
})

test('equal requests give identical outputs', async () => {
  const wanted: Wanted = { image: 'file', zip: true, features: { enable_inline_image: true, keep_header_footer: true } }
  const [first, second] = [await run('pdf-images', wanted), await run('pdf-images', wanted)]
  expect(second).toEqual(first)
})

test('figures have their text unless image understanding is off', async () => {
  const figures = async (features: Partial<FeatureConfig>) =>
    blocksOf(await run('pdf-images', { features })).filter(({ type }) => type === 'figure')
  const [read] = await figures({})
  expect(read?.content).toBe('North gate')
  expect((await figures({ enable_image_understanding: false })).map(({ content }) => content)).toEqual([''])
  expect((await run('pdf-images', { image: 'none' })).markdown).toContain('\n\nNorth gate\n\n')
})

describe('over page breaks', () => {
  const joined = { enable_text_cross_page: true, enable_table_cross_page: true }

  test('a paragraph and a table across three pages are joined on their first page', async () => {
    const outputs = await run('pdf-cross-page', { features: joined })
    const pages = pagesOf(outputs)
    expect(pages.map((page) => page.merge_content_from_pre_page)).toEqual([false, true, true, true, true])
    expect(pages.map(({ page_num }) => page_num)).toEqual([0, 1, 2, 3, 4])
    for (const { blocks } of pages) expect(blocks.map(({ idx }) => idx)).toEqual(blocks.map((_, index) => index))
    const paragraph = pages[0]?.blocks.findLast(({ type }) => type === 'text')?.content ?? ''
    expect(paragraph).toContain('the stalks are gathered by hand, and this page')
    expect(paragraph).toMatch(/has been turned and then it comes to its end\.$/)
    expect(pages[1]?.blocks).toEqual([])
    const tables = blocksOf(outputs).filter(({ type }) => type === 'table')
    expect(tables).toHaveLength(1)
    expect(pages[2]?.blocks.at(-1)?.type).toBe('table')
    const [table] = tables
    expect(table?.content.match(/<tr>/g)).toHaveLength(1 + 11 + 33 + 5)
    expect(table?.content.match(/<th>Field<\/th>/g)).toHaveLength(1)
    const pageOfRow = new Map(table?.cells?.map(({ row, page_num }) => [row, page_num]))
    expect([0, 11, 12, 44, 45, 49].map((row) => pageOfRow.get(row))).toEqual([2, 2, 3, 3, 4, 4])
    // Each row appears exactly once.
    for (let field = 1; field <= 49; field++)
      expect(outputs.markdown?.match(new RegExp(`<td>Field ${field}</td>`, 'g'))).toHaveLength(1)
  })

  test('without the switches all parts stay on their pages', async () => {
    const outputs = await run('pdf-cross-page', {})
    expect(pagesOf(outputs).every((page) => !page.merge_content_from_pre_page && page.blocks.length > 0)).toBe(true)
    const tables = blocksOf(outputs).filter(({ type }) => type === 'table')
    expect(tables).toHaveLength(3)
    expect(tables.flatMap(({ cells = [] }) => cells).every((cell) => !('page_num' in cell))).toBe(true)
  })
})
