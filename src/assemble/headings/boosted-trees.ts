/**
 * Boosted trees: a line's numbers → the logarithm of its odds for being a title. Each tree asks up to four questions ("is feature f below t?") and gives
 * points; all trees' points are added up. After Friedman, "Greedy function approximation" (2001).
 */
import { base, trees } from './model.ts'

/** A question with its two ways, or points. */
export type Tree = number | { readonly feature: number; readonly below: number; readonly yes: Tree; readonly no: Tree }

const read = trees.map((text) => readTree(text.split(' ')))

/** Of numbers in the order of `featureNames`. 0: as likely as not; 1.5: 4.5 to 1. */
export function scoreOf(numbers: readonly number[]): number {
  return read.reduce<number>((sum, tree) => sum + follow(tree, numbers), base)
}

function follow(tree: Tree, numbers: readonly number[]): number {
  let node = tree
  while (typeof node !== 'number') node = numbers[node.feature]! < node.below ? node.yes : node.no
  return node
}

/** A question is "feature:threshold" before what follows from yes and what follows from no; points stand alone, in hundredths. Takes the words it reads. */
export function readTree(words: string[]): Tree {
  const word = words.shift() ?? '0'
  const [feature, below] = word.split(':')
  if (below === undefined) return Number(word) / 100
  return { feature: Number(feature), below: Number(below), yes: readTree(words), no: readTree(words) }
}
