import { expect, test } from 'vitest'
import { isHeadingCandidate } from '../../../src/assemble/headings/candidates.ts'
import { classifyHeadings } from '../../../src/assemble/headings/classifier.ts'
import { headingFeatures } from '../../../src/assemble/headings/features.ts'
import model from '../../../src/assemble/headings/heading-model.json' with { type: 'json' }
import ocrModel from '../../../src/assemble/headings/heading-model-ocr.json' with { type: 'json' }
import { logOdds } from '../../../src/model/boosted-trees.ts'
import type { Block, DocumentPage } from '../../../src/model/document.ts'
import { prose, text, title } from '../pages.ts'

const pagesOf = (...pages: readonly (readonly Block[])[]): DocumentPage[] =>
  pages.map((blocks, pageIndex) => ({
    pageIndex,
    width: 595,
    height: 842,
    blocks,
    warnings: [],
    mergeFromPrevious: false,
  }))
const headingsOf = (pages: readonly DocumentPage[]): string[] =>
  pages.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'title' ? [block.text] : [])))

/** Bold names above an address and a price. */
const entries = (make: typeof text | typeof title): Block[] =>
  [0, 1, 2, 3, 4, 5, 6, 7].flatMap((at) => [
    make(`Strategic vehicle ${at}21`, { y: 120 + at * 60, size: 10, bold: true }),
    text('17 Miller Road', { y: 132 + at * 60 }),
    text(`$${at}9.50`, { y: 144 + at * 60, bold: true }),
  ])

test('demotes labels above single values and keeps the headings of a text', () => {
  const list = pagesOf([title('Spare parts', { y: 60, size: 20, bold: true }), ...entries(title)])
  expect(headingsOf(classifyHeadings(list))).toEqual(['Spare parts'])
  const article = pagesOf(
    [title('Spare parts', { y: 60, size: 20, bold: true }), ...prose(100)],
    [title('Weirs and wells', { y: 60, size: 14, bold: true }), ...prose(80)],
  )
  expect(headingsOf(classifyHeadings(article))).toEqual(['Spare parts', 'Weirs and wells'])
})

test('keeps a doubtful heading in a style of many headings', () => {
  const heading = { size: 10, bold: true }
  const entry = (): Block[] => [title('121 vehicles, 17', { y: 120, ...heading }), ...entries(text).slice(1)]
  const names = ['Weirs and wells', 'Rain on the roof', 'Counting birds', 'Snow in the yard', 'Wind from the west']
  const article = names.map((name): Block[] => [title(name, { y: 60, ...heading }), ...prose(100)])
  expect(headingsOf(classifyHeadings(pagesOf(...article, entry())))).toEqual([...names, '121 vehicles, 17'])
  // Two of seven are too many, and three headings are too few.
  expect(headingsOf(classifyHeadings(pagesOf(...article, entry(), entry())))).toEqual(names)
  expect(headingsOf(classifyHeadings(pagesOf(...article.slice(2), entry())))).toEqual(names.slice(2))
})

const byOcr = (blocks: readonly Block[]): Block[] => blocks.map((block): Block => ({ ...block, source: 'ocr' }))

test('OCR pages have a model of their own', () => {
  const list = pagesOf(byOcr([title('Spare parts', { y: 60, size: 20, bold: true }), ...entries(title)]))
  expect(headingsOf(classifyHeadings(list))).toEqual(['Spare parts'])
  const article = pagesOf(byOcr([title('Spare parts', { y: 60, size: 20, bold: true }), ...prose(100)]))
  expect(headingsOf(classifyHeadings(article))).toEqual(['Spare parts'])
})

test('text of images leaves the headings of a page with text unchanged', () => {
  const labels = byOcr([title('121 vehicles, 17', { y: 400, size: 10 }), title('17 Miller Road', { y: 420, size: 10 })])
  const pages = pagesOf([title('Spare parts', { y: 60, size: 20, bold: true }), ...prose(100), ...labels])
  expect(headingsOf(classifyHeadings(pages))).toEqual(['Spare parts', '121 vehicles, 17', '17 Miller Road'])
})

test('promotes a line like other headings', () => {
  const line = text('Weirs and wells', { y: 290, size: 16, bold: true })
  const first = [title('Rain', { y: 60, size: 16, bold: true }), ...prose(80).slice(0, 2)]
  const pages = pagesOf(
    [...first, line, ...prose(320).slice(0, 3)],
    [title('Snow', { y: 60, size: 16, bold: true }), ...prose(80)],
  )
  expect(headingsOf(classifyHeadings(pages))).toEqual(['Rain', 'Weirs and wells', 'Snow'])
})

test('records the deciding pass', () => {
  const list = pagesOf([title('Spare parts', { y: 60, size: 20, bold: true }), ...entries(title)])
  const [page] = classifyHeadings(list)
  expect(page!.blocks[0]).not.toHaveProperty('decidedBy')
  expect(page!.blocks[1]).toMatchObject({ kind: 'text', decidedBy: 'classifyHeadings' })
})

test('every candidate has a finite number for every feature of the model', () => {
  const pages = pagesOf([title('Spare parts', { y: 60 }), ...prose(100), text('1 Wells', { y: 700 })])
  const features = headingFeatures(pages)
  expect(features.size).toBe(pages[0]!.blocks.filter(isHeadingCandidate).length)
  for (const values of features.values()) {
    expect(Object.keys(values)).toEqual(expect.arrayContaining([...model.features, ...ocrModel.features]))
    expect(Object.values(values).every(Number.isFinite)).toBe(true)
  }
})

test('log-odds are the base plus one leaf of each tree', () => {
  const odds = (size: number, bold: number): number =>
    logOdds({ features: ['size', 'bold'], base: 1, trees: [[0, 0.5, -0.2, [1, 2, 0.03, 0.4]], 0.5] }, { size, bold })
  expect(odds(0.4, 0)).toBeCloseTo(1.3)
  expect(odds(0.5, 1)).toBeCloseTo(1.53)
  expect(odds(0.5, 2)).toBeCloseTo(1.9)
})

test('keeps numbered series as headings', () => {
  const series = (words: string): Block[] =>
    entries(title).map(
      (block, at): Block => (block.kind === 'title' ? { ...block, text: `${words} ${at / 3 + 1}` } : block),
    )
  const activities = pagesOf([title('Spare parts', { y: 60, size: 20, bold: true }), ...series('Activity')])
  expect(headingsOf(classifyHeadings(activities))).toContain('Activity 8')
  const vehicles = pagesOf([title('Spare parts', { y: 60, size: 20, bold: true }), ...series('Strategic vehicle')])
  expect(headingsOf(classifyHeadings(vehicles))).toEqual(['Spare parts'])
})
