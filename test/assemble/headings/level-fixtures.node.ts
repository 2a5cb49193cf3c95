/** Scores headings of a fixture in `test/fixtures/levels`: right if a title on the page has the text and the level. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { assemble } from '../../../src/assemble/assemble.ts'
import { openDocument } from '../../../src/extract/open-document.ts'
import { defaultOptions } from '../../../src/model/options.ts'
import { parsePages } from '../../../src/parse.ts'
import { createParseDeps } from '../../../src/runtime/parse-deps.node.ts'

const folder = join(import.meta.dirname, '../../fixtures/levels')

interface Heading {
  readonly text: string
  readonly level: number
  /** 1-based. */
  readonly page: number
}

export interface LevelScore {
  readonly id: string
  readonly wanted: number
  readonly found: number
  /** Found with the right level. */
  readonly exact: number
  /** Titles that are not headings. */
  readonly false: number
  /** One line per difference. */
  readonly notes: readonly string[]
}

const flat = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase()

export async function scoreLevels(id: string): Promise<LevelScore> {
  const { headings, optional }: { headings: Heading[]; optional: { text: string }[] } = JSON.parse(
    readFileSync(join(folder, id, 'expected.json'), 'utf8'),
  )
  const deps = createParseDeps({})
  const source = {
    bytes: new Uint8Array(readFileSync(join(folder, id, 'source.pdf'))),
    fileName: `${id}.pdf`,
    fileType: '.pdf',
    password: null,
  }
  const options = {
    ...defaultOptions,
    ocr: 'off',
    features: { ...defaultOptions.features, enable_title_level_recognition: true },
  } as const
  const { document, info } = await openDocument(source, deps)
  const pages = await Array.fromAsync(
    parsePages(
      document,
      Array.from({ length: info.pageCount }, (_, at) => at),
      options,
    ),
  )
  document.close()
  const parsed = assemble(
    pages.map(({ page }) => page),
    info,
    options,
  )
  const titles = parsed.pages.flatMap(({ blocks, pageIndex }) =>
    blocks.flatMap((block) =>
      block.kind === 'title'
        ? [{ text: flat(block.text), shown: block.text, level: block.level, page: pageIndex + 1, used: false }]
        : [],
    ),
  )
  const notes: string[] = []
  let found = 0
  let exact = 0
  for (const heading of headings) {
    const title = titles.find((one) => !one.used && one.page === heading.page && one.text === flat(heading.text))
    if (title === undefined) {
      notes.push(`missed p${heading.page} L${heading.level} ${heading.text}`)
      continue
    }
    title.used = true
    found++
    if (title.level === heading.level) exact++
    else notes.push(`level ${title.level} for ${heading.level}: ${heading.text}`)
  }
  const extra = titles.filter(({ used, text }) => !used && !optional.some((one) => flat(one.text) === text))
  for (const { page, level, shown } of extra) notes.push(`false p${page} L${level} ${shown}`)
  return { id, wanted: headings.length, found, exact, false: extra.length, notes }
}
