import { expect, test } from 'vitest'
import { readTree, type Tree } from '../../src/assemble/judgement/score.ts'
import { trainTrees } from './boosting.ts'
import { wantedOfHtml } from './lines.ts'
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
