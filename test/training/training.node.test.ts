import { expect, test } from 'vitest'
import { readTree, type Tree } from '../../src/assemble/judgement/score.ts'
import type { TagElement } from '../../src/model/tags.ts'
import { rawPage } from '../layout/raw-pages.ts'
import { trainTrees } from './boosting.ts'
import { wantedOfHtml } from './lines.ts'
import { wantedOfTags } from './tagged-headings.ts'
import { weightsOf } from './train.ts'
import { makeDice, makeTalk } from './words.ts'

test('trees find what tells titles, and are written as they are read', () => {
  const d = makeDice(1)
  const numbers = Array.from({ length: 400 }, () => [d.next(), d.next()])
  const titles = Uint8Array.from(numbers, ([a, b]) => Number(a! > 0.5 && b! > 0.3))
  const model = trainTrees({ numbers, titles, weights: new Float64Array(400).fill(1) }, { trees: 10, depth: 2, rate: 0.5, leafWeight: 1, damping: 1 })
  const trees = [...weightsOf(model).matchAll(/^ {2}'(.*)',$/gm)].map(([, line]) => readTree(line!.split(' ')))
  const follow = (tree: Tree, [a, b]: readonly number[]): number =>
    typeof tree === 'number' ? tree : follow([a!, b!][tree.feature]! < tree.below ? tree.yes : tree.no, [a!, b!])
  const wrong = numbers.filter((pair, at) => trees.reduce<number>((sum, tree) => sum + follow(tree, pair), model.base) > 0 !== (titles[at] === 1))
  expect(wrong.length).toBeLessThan(12)
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
  ])
  const element = (id: number, role: string, kids: readonly (TagElement | number)[]): TagElement => ({ id, role, name: role, kids })
  const root = element(1, 'Document', [element(2, 'LI', [0]), element(3, 'H2', [1, element(4, 'Link', [2])])])
  const marks = [
    [{ start: 0, mark: 0 }],
    [
      { start: 0, mark: 1 },
      { start: 6, mark: 2 },
    ],
  ]
  const uses = { elements: 4, paragraphs: 0, headings: 1, lists: 1, tables: 0 }
  const [heading, ...more] = wantedOfTags([{ ...page, tags: { root, marks, uses } }], { made: false })
  expect(more).toEqual([])
  expect(heading).toMatchObject({ page: 0, level: 2, open: false, box: { x0: 50, y0: 382 } })
  expect(wantedOfTags([page], { made: false })).toEqual([])
})
