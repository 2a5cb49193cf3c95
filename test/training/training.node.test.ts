import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readTree, type Tree } from '../../src/assemble/headings/boosted-trees.ts'
import type { TagElement } from '../../src/model/tags.ts'
import { rawPage } from '../layout/raw-pages.ts'
import { pointsOf, trainTrees } from './boosting.ts'
import { wantedOfHtml } from './lines.ts'
import { entriesOf, pagesToRead } from './sources.ts'
import { wantedOfTags } from './tagged-headings.ts'
import { weightsOf } from './train.ts'
import { makeDice, makeTalk } from './words.ts'

test('trees find what tells titles, and are written as they are read', () => {
  const d = makeDice(1)
  const numbers = Array.from({ length: 400 }, () => [d.next(), d.next()])
  const titles = Uint8Array.from(numbers, ([a, b]) => Number(a! > 0.5 && b! > 0.3))
  const model = trainTrees(
    { numbers, titles, weights: new Float64Array(400).fill(1) },
    { trees: 10, depth: 2, rate: 0.5, leafWeight: 1, damping: 1 },
  )
  const trees = [...weightsOf(model).matchAll(/^ {2}'(.*)',$/gm)].map(([, line]) => readTree(line!.split(' ')))
  const follow = (tree: Tree, [a, b]: readonly number[]): number =>
    typeof tree === 'number' ? tree : follow([a!, b!][tree.feature]! < tree.below ? tree.yes : tree.no, [a!, b!])
  const wrong = numbers.filter(
    (pair, at) => trees.reduce<number>((sum, tree) => sum + follow(tree, pair), model.base) > 0 !== (titles[at] === 1),
  )
  expect(wrong.length).toBeLessThan(12)
})

test('trees that each see a part of the lines and features find it, too, and are the same each time', () => {
  const d = makeDice(2)
  const numbers = Array.from({ length: 600 }, () => [d.next(), d.next(), d.next()])
  const titles = Uint8Array.from(numbers, ([a, b]) => Number(a! + b! > 1))
  const settings = { trees: 60, depth: 3, rate: 0.3, leafWeight: 1, damping: 1, rows: 0.6, features: 0.6 }
  const learn = () => trainTrees({ numbers, titles, weights: new Float64Array(600).fill(1) }, settings)
  const model = learn()
  expect(learn()).toEqual(model)
  const wrong = numbers.filter(
    (line, at) => model.trees.reduce((sum, tree) => sum + pointsOf(tree, line), model.base) > 0 !== (titles[at] === 1),
  )
  expect(wrong.length).toBeLessThan(30)
})

test('headings are read from HTML; those that one reader sees and another does not are left open', () => {
  const html = '<h1>Water &amp; <b>weirs</b></h1><p>Text</p><!-- <h2>No</h2> --><h6 class="b">Firm</h6>'
  expect(wantedOfHtml(html, { made: true })).toEqual([
    { text: 'Water & weirs', page: null, level: 1, open: false },
    { text: 'Firm', page: null, level: 6, open: true },
  ])
})

test('the same seed says the same', () => {
  expect(makeTalk(makeDice(5)).sentence()).toBe(makeTalk(makeDice(5)).sentence())
  expect(makeTalk(makeDice(5)).sentence()).not.toBe(makeTalk(makeDice(6)).sentence())
})

test('tags tell where a heading stands, not only what it says', () => {
  const page = rawPage([
    { text: 'Wells', x: 50, y: 60 },
    { text: 'Wells ¶', x: 50, y: 400, size: 18 },
    // For a shadow.
    { text: 'Wells ', x: 50.5, y: 400.5, size: 18 },
  ])
  const element = (id: number, role: string, kids: readonly (TagElement | number)[]): TagElement => ({
    id,
    role,
    name: role,
    children: kids,
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
  const uses = { elements: 4, paragraphs: 0, headings: 1, lists: 1, tables: 0 }
  const [heading, ...more] = wantedOfTags([{ ...page, tags: { root, markedContent: marks, counts: uses } }], {
    made: false,
  })
  expect(more).toEqual([])
  expect(heading).toMatchObject({ text: 'Wells ¶ ', page: 0, level: 2, open: false, box: { x0: 50, y0: 382 } })
  expect(wantedOfTags([page], { made: false })).toEqual([])
})

test('a folder of PDFs: whole groups are learnt from or blind, and none has more files than eight', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-sources-'))
  try {
    const names = [
      ...Array.from({ length: 10 }, (_, at) => `ferry__${at}.pdf`),
      'lake__a.pdf',
      'lake__b.pdf',
      'lake__notes.txt',
    ]
    for (const name of names) writeFileSync(join(folder, name), '')
    const entries = entriesOf(folder)
    expect(entries.map(({ group }) => group)).toEqual([...Array.from({ length: 8 }, () => 'ferry'), 'lake', 'lake'])
    expect(new Set(entries.map(({ group, blind }) => `${group} ${blind}`)).size).toBe(2)
    expect(entries.at(-1)).toMatchObject({ pdf: join(folder, 'lake__b.pdf'), set: 'outline' })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('of long documents the first pages are read and some of the middle', () => {
  expect(pagesToRead(3)).toEqual([0, 1, 2])
  expect(pagesToRead(15)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  expect(pagesToRead(100)).toEqual([0, 1, 2, 3, 46, 47, 48, 49, 50, 51, 52, 53])
})
