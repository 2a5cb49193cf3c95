import { expect, test } from 'vitest'
import { demoteBylines } from '../../../src/assemble/headings/demote-bylines.ts'
import { demoteKickers } from '../../../src/assemble/headings/demote-kickers.ts'
import type { Block, DocumentPage, TitleBlock } from '../../../src/model/document.ts'
import { prose, title } from '../pages.ts'

const pagesOf = (...pages: readonly (readonly Block[])[]): DocumentPage[] =>
  pages.map((blocks, pageIndex) => ({
    pageIndex,
    width: 550,
    height: 800,
    blocks: [...blocks],
    warnings: [],
    mergeFromPrevious: false,
  }))
const headingsOf = (pages: readonly DocumentPage[]): string[] =>
  pages.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'title' ? [block.text] : [])))

const kicker = (text: string): TitleBlock => title(text, { y: 60, size: 8, caps: true })
/** Three articles, each with a headline below its kicker. */
const articles = (kickers: readonly TitleBlock[], headlineSize = 14): DocumentPage[] =>
  pagesOf(
    ...kickers.map((above, at) => [
      above,
      title(`Headline ${'abc'[at]}`, { y: 80, size: headlineSize }),
      ...prose(120),
    ]),
  )
const kickers = ['RIVERS', 'FIELDS', 'FARMS'].map(kicker)
const headlines = ['Headline a', 'Headline b', 'Headline c']

test('small uppercase lines right above each larger heading are demoted', () => {
  expect(headingsOf(demoteKickers(articles(kickers)))).toEqual(headlines)
})

test('a single one, lines in lowercase, and numbers stay headings', () => {
  expect(headingsOf(demoteKickers(articles(kickers.slice(0, 1))))).toHaveLength(2)
  const lowercase = kickers.map((block) => ({ ...block, style: { ...block.style, caps: false } }))
  expect(headingsOf(demoteKickers(articles(lowercase)))).toHaveLength(6)
  const numbered = ['CHAPTER 1', 'CHAPTER 2', 'CHAPTER 3'].map(kicker)
  expect(headingsOf(demoteKickers(articles(numbered)))).toHaveLength(6)
})

test('tagged headings and those above text or smaller headings stay', () => {
  expect(headingsOf(demoteKickers(articles(kickers.map((block) => ({ ...block, exact: true })))))).toHaveLength(6)
  expect(headingsOf(demoteKickers(articles(kickers, 8)))).toHaveLength(6)
  const alone = pagesOf(...kickers.map((above) => [above, ...prose(120)]))
  expect(headingsOf(demoteKickers(alone))).toHaveLength(3)
})

test('"By …" is a byline right below a heading only', () => {
  const byline = title('By Ruth Lindgren', { y: 80, size: 10 })
  const lead = title('Eels in small rivers', { y: 60 })
  expect(headingsOf(demoteBylines(pagesOf([lead, byline, ...prose(120)])))).toEqual([lead.text])
  expect(headingsOf(demoteBylines(pagesOf([byline, ...prose(120)])))).toEqual([byline.text])
  expect(headingsOf(demoteBylines(pagesOf([lead, ...prose(120), byline])))).toEqual([lead.text, byline.text])
  expect(headingsOf(demoteBylines(pagesOf([lead, { ...byline, exact: true }])))).toEqual([lead.text, byline.text])
  expect(headingsOf(demoteBylines(pagesOf([lead, title('By the river', { y: 80 })])))).toHaveLength(2)
})
