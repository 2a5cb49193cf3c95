import { expect, test } from 'vitest'
import { readTree, scoreOf } from '../../src/assemble/headings/boosted-trees.ts'
import { isOpen } from '../../src/assemble/headings/candidates.ts'
import { classifyHeadings } from '../../src/assemble/headings/classifier.ts'
import { featureNames, featuresOf } from '../../src/assemble/headings/features.ts'
import { base, trees } from '../../src/assemble/headings/model.ts'
import type { Block, DocumentPage } from '../../src/model/document.ts'
import { prose, text, title } from './pages.ts'

const pagesOf = (...pages: readonly (readonly Block[])[]): DocumentPage[] =>
  pages.map((blocks, pageIndex) => ({
    pageIndex,
    width: 595,
    height: 842,
    blocks,
    warnings: [],
    mergeFromPrevious: false,
  }))
const titlesOf = (pages: readonly DocumentPage[]): string[] =>
  pages.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'title' ? [block.text] : [])))

/** Names in bold above an address and a price, again and again. */
const entries = (make: typeof text | typeof title): Block[] =>
  [0, 1, 2, 3, 4, 5, 6, 7].flatMap((at) => [
    make(`Strategic vehicle ${at}21`, { y: 120 + at * 60, size: 10, bold: true }),
    text('17 Miller Road', { y: 132 + at * 60 }),
    text(`$${at}9.50`, { y: 144 + at * 60, bold: true }),
  ])

test('labels above single values are no titles; the headings of a text stay', () => {
  const list = pagesOf([title('Spare parts', { y: 60, size: 20, bold: true }), ...entries(title)])
  expect(titlesOf(classifyHeadings(list, list))).toEqual(['Spare parts'])
  const article = pagesOf(
    [title('Spare parts', { y: 60, size: 20, bold: true }), ...prose(100)],
    [title('Weirs and wells', { y: 60, size: 14, bold: true }), ...prose(80)],
  )
  expect(titlesOf(classifyHeadings(article, article))).toEqual(['Spare parts', 'Weirs and wells'])
})

test('of many headings in one style the score takes no single one', () => {
  const heading = { size: 10, bold: true }
  const entry = (): Block[] => [title('121 vehicles, 17', { y: 120, ...heading }), ...entries(text).slice(1)]
  const names = ['Weirs and wells', 'Rain on the roof', 'What was counted', 'Snow in the yard', 'Wind from the west']
  const article = names.map((name): Block[] => [title(name, { y: 60, ...heading }), ...prose(100)])
  expect(titlesOf(classifyHeadings(pagesOf(...article, entry()), []))).toEqual([...names, '121 vehicles, 17'])
  // Two of seven are no oversight, and few headings say nothing of their style.
  expect(titlesOf(classifyHeadings(pagesOf(...article, entry(), entry()), []))).toEqual(names)
  expect(titlesOf(classifyHeadings(pagesOf(...article.slice(2), entry()), []))).toEqual(names.slice(2))
})

test('scans are left alone, and what a rule took back stays text', () => {
  const scanned = pagesOf(
    [title('Spare parts', { y: 60, size: 20 }), ...entries(title)].map((block): Block => ({ ...block, source: 'ocr' })),
  )
  expect(classifyHeadings(scanned, scanned)).toEqual(scanned)
  const heading = title('Weirs and wells', { y: 290, size: 16, bold: true })
  const others = [
    title('Rain', { y: 60, size: 16, bold: true }),
    ...prose(80).slice(0, 2),
    text(heading.text, { y: 290, size: 16, bold: true }),
    ...prose(320).slice(0, 3),
  ]
  const now = pagesOf(others, [title('Snow', { y: 60, size: 16, bold: true }), ...prose(80)])
  expect(titlesOf(classifyHeadings(now, now))).toContain('Weirs and wells')
  const demoted = others.map((block) =>
    block.kind === 'text' && block.text === heading.text ? { ...block, box: heading.box } : block,
  )
  expect(titlesOf(classifyHeadings(pagesOf(demoted), pagesOf([heading])))).not.toContain('Weirs and wells')
})

test('every line that may be a title has one number a feature', () => {
  const pages = pagesOf([title('Spare parts', { y: 60 }), ...prose(100), text('1 Wells', { y: 700 })])
  const features = featuresOf(pages)
  expect(features.size).toBe(pages[0]!.blocks.filter(isOpen).length)
  for (const numbers of features.values()) {
    expect(numbers).toHaveLength(featureNames.length)
    expect(numbers.every(Number.isFinite)).toBe(true)
  }
})

test('a tree is read from its line; all their points are added', () => {
  const tree = readTree('0:0.5 -20 1:2 3 40'.split(' '))
  expect(tree).toEqual({ feature: 0, below: 0.5, yes: -0.2, no: { feature: 1, below: 2, yes: 0.03, no: 0.4 } })
  const numbers = featureNames.map(() => 0)
  expect(scoreOf(numbers)).toBeGreaterThan(-20)
  expect(Number.isFinite(base)).toBe(true)
  for (const line of trees) {
    const words = line.split(' ')
    readTree(words)
    expect(words).toEqual([])
  }
})

test('lines that count through the document stay titles, and nothing that ends like a sentence becomes one', () => {
  const names = (words: string): Block[] =>
    entries(title).map(
      (block, at): Block => (block.kind === 'title' ? { ...block, text: `${words} ${at / 3 + 1}` } : block),
    )
  const counting = pagesOf([title('Spare parts', { y: 60, size: 20, bold: true }), ...names('Activity')])
  expect(titlesOf(classifyHeadings(counting, counting))).toContain('Activity 8')
  const others = pagesOf([title('Spare parts', { y: 60, size: 20, bold: true }), ...names('Strategic vehicle')])
  expect(titlesOf(classifyHeadings(others, others))).toEqual(['Spare parts'])
  const sentences = ['Weirs and wells', 'Weirs fell.'].map((words) => {
    const page = (name: string): Block[] => [text(name, { y: 290, size: 16, bold: true }), ...prose(320).slice(0, 3)]
    const first = [title('Rain', { y: 60, size: 16, bold: true }), ...prose(80).slice(0, 2), ...page(words)]
    const now = pagesOf(first, [title('Snow', { y: 60, size: 16, bold: true }), ...prose(80)])
    return titlesOf(classifyHeadings(now, now)).includes(words)
  })
  expect(sentences).toEqual([true, false])
})
