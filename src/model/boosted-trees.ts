/** Gradient-boosted trees (Friedman, "Greedy function approximation", 2001). */

/** Log-odds of a leaf, or a node with the index of its feature. */
export type Tree = number | readonly [feature: number, threshold: number, below: Tree, otherwise: Tree]

export interface TreeModel<Feature extends string> {
  readonly features: readonly Feature[]
  readonly base: number
  readonly trees: readonly Tree[]
}

/** Returns log-odds: 0 is even, 1.5 is 4.5 to 1. */
export function logOdds<Feature extends string>(
  { features, base, trees }: TreeModel<Feature>,
  values: Readonly<Record<Feature, number>>,
): number {
  const vector = features.map((name) => values[name])
  return trees.reduce<number>((sum, tree) => sum + follow(tree, vector), base)
}

function follow(tree: Tree, vector: readonly number[]): number {
  let node = tree
  while (typeof node !== 'number') node = vector[node[0]]! < node[1] ? node[2] : node[3]
  return node
}
