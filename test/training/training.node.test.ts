import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { logOdds, type TreeModel } from '../../src/model/boosted-trees.ts'
import type { DocumentPage } from '../../src/model/document.ts'
import type { TagElement } from '../../src/model/tags.ts'
import { prose, text } from '../assemble/pages.ts'
import { columns } from '../layout/drawings.ts'
import { rawPage } from '../layout/raw-pages.ts'
import { trainTrees } from './boosting.ts'
import { headingsOfHtml } from './label-lines.ts'
import { listSources, pagesToRead } from './sources.ts'
import { headingsOfTags } from './tagged-headings.ts'
import { formatModel } from './train.ts'
import { labelPages, truthOfMargins, truthOfRepetition } from './train-furniture.ts'
import { labelGrids } from './train-tables.ts'
import { createRandom, createRandomText } from './words.ts'

const sampleOf = (values: readonly number[], isHeading: boolean) => ({
  features: Object.fromEntries(values.map((value, at) => [String(at), value])),
  isHeading,
  weight: 1,
})
const countErrors = (model: TreeModel<string>, samples: ReturnType<typeof sampleOf>[]): number =>
  samples.filter(({ features, isHeading }) => logOdds(model, features) > 0 !== isHeading).length

test('trees learn a rule, and are written as they are read', () => {
  const d = createRandom(1)
  const samples = Array.from({ length: 400 }, () => {
    const [a, b] = [d.next(), d.next()]
    return sampleOf([a, b], a > 0.5 && b > 0.3)
  })
  const model = trainTrees(samples, { trees: 10, depth: 2, learningRate: 0.5, minLeafWeight: 1, lambda: 1 })
  expect(countErrors(JSON.parse(formatModel(model)), samples)).toBeLessThan(12)
})

test('trees that see a part of the rows and features learn it too, always the same', () => {
  const d = createRandom(2)
  const samples = Array.from({ length: 600 }, () => {
    const values = [d.next(), d.next(), d.next()]
    return sampleOf(values, values[0]! + values[1]! > 1)
  })
  const settings = {
    trees: 60,
    depth: 3,
    learningRate: 0.3,
    minLeafWeight: 1,
    lambda: 1,
    rowRatio: 0.6,
    featureRatio: 0.6,
  }
  const model = trainTrees(samples, settings)
  expect(trainTrees(samples, settings)).toEqual(model)
  expect(countErrors(model, samples)).toBeLessThan(30)
})

test('trees that start from a model correct it', () => {
  const d = createRandom(3)
  const make = (isRight: (a: number, b: number) => boolean) =>
    Array.from({ length: 400 }, () => {
      const [a, b] = [d.next(), d.next()]
      return sampleOf([a, b], isRight(a, b))
    })
  const settings = { trees: 20, depth: 2, learningRate: 0.5, minLeafWeight: 1, lambda: 1 }
  const start = trainTrees(
    make((a) => a > 0.5),
    settings,
  )
  const samples = make((a, b) => a > 0.5 && b > 0.5)
  const added = trainTrees(samples, settings, start)
  expect(added.base).toBe(0)
  const both = { ...start, trees: [...start.trees, ...added.trees] }
  expect(countErrors(start, samples)).toBeGreaterThan(80)
  expect(countErrors(both, samples)).toBeLessThan(12)
})

test('headings are read from HTML; h6 of generated documents is optional', () => {
  const html = '<h1>Water &amp; <b>weirs</b></h1><p>Text</p><!-- <h2>No</h2> --><h6 class="b">Firm</h6>'
  expect(headingsOfHtml(html, { generated: true })).toEqual([
    { text: 'Water & weirs', page: null, level: 1, optional: false },
    { text: 'Firm', page: null, level: 6, optional: true },
  ])
})

test('the same seed yields the same text', () => {
  expect(createRandomText(createRandom(5)).sentence()).toBe(createRandomText(createRandom(5)).sentence())
  expect(createRandomText(createRandom(5)).sentence()).not.toBe(createRandomText(createRandom(6)).sentence())
})

const uses = { elements: 4, paragraphs: 0, headings: 1, lists: 1, tables: 0 }

test('tags state the position of a heading', () => {
  const page = rawPage([
    { text: 'Wells', x: 50, y: 60 },
    { text: 'Wells ¶', x: 50, y: 400, size: 18 },
    // Drawn twice, for a shadow.
    { text: 'Wells ', x: 50.5, y: 400.5, size: 18 },
  ])
  const element = (id: number, role: string, children: readonly (TagElement | number)[]): TagElement => ({
    id,
    role,
    name: role,
    children,
  })
  const root = element(1, 'Document', [element(2, 'LI', [0]), element(3, 'H2', [1, element(4, 'Link', [2]), 3])])
  const marks = [
    [{ start: 0, mcid: 0 }],
    [
      { start: 0, mcid: 1 },
      { start: 6, mcid: 2 },
    ],
    [{ start: 0, mcid: 3 }],
  ]
  const [heading, ...more] = headingsOfTags([{ ...page, tags: { root, markedContent: marks, counts: uses } }], {
    generated: false,
  })
  expect(more).toEqual([])
  expect(heading).toMatchObject({ text: 'Wells ¶ ', page: 0, level: 2, optional: false, box: { x0: 50, y0: 382 } })
  expect(headingsOfTags([page], { generated: false })).toEqual([])
})

test('a grid is a table if the tags say so', () => {
  const rows = [['Item', 'Mean', 'Total'], ...[1, 2, 3, 4].map((row) => [`Number ${row}`, `${row}.5`, `${row}20`])]
  const page = rawPage(columns(rows, { xs: [60, 220, 320], y: 115 }))
  const element = (id: number, role: string, children: readonly (TagElement | number)[]): TagElement => ({
    id,
    role,
    name: role,
    children,
  })
  const labelsOf = (role: string): (boolean | null)[] => {
    const tags = {
      root: element(1, 'Document', [element(2, role, [0])]),
      markedContent: page.spans.map(() => [{ start: 0, mcid: 0 }]),
      counts: uses,
    }
    const source = { pdf: 'a.pdf', set: 'tables', group: 'numbers', blind: false }
    return labelGrids({ ...page, tags }, source).map(({ isTable }) => isTable)
  }
  expect(labelsOf('Table')).toEqual([true])
  expect(new Set(labelsOf('P'))).toEqual(new Set([false]))
})

test('a folder of PDFs: a group is used for training or evaluation as a whole with at most eight files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-sources-'))
  try {
    const names = [
      ...Array.from({ length: 10 }, (_, at) => `ferry__${at}.pdf`),
      'lake__a.pdf',
      'lake__b.pdf',
      'lake__notes.txt',
    ]
    for (const name of names) writeFileSync(join(folder, name), '')
    const entries = listSources(folder)
    expect(entries.map(({ group }) => group)).toEqual([...Array.from({ length: 8 }, () => 'ferry'), 'lake', 'lake'])
    expect(new Set(entries.map(({ group, blind }) => `${group} ${blind}`)).size).toBe(2)
    expect(entries.at(-1)).toMatchObject({ pdf: join(folder, 'lake__b.pdf'), set: 'outline' })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('long documents are read in part: first and middle pages', () => {
  expect(pagesToRead(3)).toEqual([0, 1, 2])
  expect(pagesToRead(15)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  expect(pagesToRead(100)).toEqual([0, 1, 2, 3, 46, 47, 48, 49, 50, 51, 52, 53])
})

test('repeated blocks are furniture; other blocks outside the text area are unknown', () => {
  const page = (number: number) => ({
    ...emptyPage(number),
    blocks: [text('Weirs', { y: 40 }), ...prose(), ...(number === 3 ? [text('An odd line', { y: 70 })] : [])],
  })
  const pages = [1, 2, 3].map(page)
  const truth = truthOfRepetition(pages)
  const [head, body] = pages[2]!.blocks
  expect(truth(pages[2]!, head!, 'header')).toBe(true)
  expect(truth(pages[2]!, body!, 'header')).toBe(false)
  expect(truth(pages[2]!, pages[2]!.blocks.at(-1)!, 'header')).toBeNull()
  const candidates = labelPages(pages, truth, { set: 'a', group: 'b' })
  expect(candidates.map(({ text, isFurniture }) => [text, isFurniture])).toEqual(Array(3).fill(['Weirs', true]))
})

test('everything in the margins of a generated page is furniture', () => {
  const truth = truthOfMargins({ html: '', pdf: '', group: '', margins: { top: 60, bottom: 60 }, isBareFirst: false })
  const page = { ...emptyPage(1), blocks: [text('Weirs', { y: 40 }), text('Weirs', { y: 70 }), text('7', { y: 800 })] }
  expect(page.blocks.map((block) => truth(page, block, block.text === '7' ? 'footer' : 'header'))).toEqual([
    true,
    false,
    true,
  ])
})

function emptyPage(pageIndex: number): DocumentPage {
  return { pageIndex, width: 595, height: 842, blocks: [], warnings: [], mergeFromPrevious: false }
}
