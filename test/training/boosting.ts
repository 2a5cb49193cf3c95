/**
 * Trains boosted trees: logistic loss, Newton steps, splits over histograms. After Friedman (2001, 2002: each tree sees a part of the samples) and
 * Chen & Guestrin, "XGBoost" (2016: and a part of the features). The same lines always give the same trees.
 */
import { makeDice } from './words.ts'

/** `feature` −1: a leaf with its `points`. `yes`: the value is below `below`. */
export interface TreeNode {
  feature: number
  below: number
  yes: number
  no: number
  readonly points: number
}

export interface Model {
  readonly base: number
  readonly trees: readonly (readonly TreeNode[])[]
}

export interface Training {
  readonly trees: number
  readonly depth: number
  readonly rate: number
  /** Least weight of a leaf, and what holds its points down (L2). */
  readonly leafWeight: number
  readonly damping: number
  /** Shares that each tree sees, drawn by lot; 1 without. Trees that differ err differently, and their sum errs less on documents not seen. */
  readonly rows?: number
  readonly features?: number
}

export interface Samples {
  /** Features of each line. */
  readonly numbers: readonly (readonly number[])[]
  readonly titles: Uint8Array
  readonly weights: Float64Array
}

const BINS = 48
/** Fewer lines are not told apart. */
const FEWEST = 20

export function trainTrees(samples: Samples, training: Training): Model {
  const { numbers, titles, weights } = samples
  const { rows: rowRatio = 1, features: featureRatio = 1 } = training
  const dice = makeDice(1)
  const size = numbers.length
  const cuts = Array.from(numbers[0]!, (_, feature) => cutsOf(numbers.map((line) => line[feature]!)))
  const bins = numbers.map((line) => Uint8Array.from(line, (value, feature) => binOf(value, cuts[feature]!)))
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  const positive = weights.reduce((sum, weight, at) => sum + weight * titles[at]!, 0)
  const base = Math.log(positive / (all - positive))
  const scores = new Float64Array(size).fill(base)
  const trees: TreeNode[][] = []
  const rows = Int32Array.from({ length: size }, (_, at) => at)
  for (let count = 0; count < training.trees; count++) {
    const chances = scores.map((score) => 1 / (1 + Math.exp(-score)))
    const slopes = chances.map((chance, at) => weights[at]! * (titles[at]! - chance))
    const bends = chances.map((chance, at) => weights[at]! * chance * (1 - chance))
    const tree: TreeNode[] = []
    const features = cuts.flatMap((_, feature) => (dice.chance(featureRatio) ? [feature] : []))
    const seen = rowRatio < 1 ? rows.filter(() => dice.chance(rowRatio)) : rows
    grow(seen, { tree, bins, cuts, features, slopes, bends, training, depth: 0 })
    for (const at of rows) scores[at]! += pointsOf(tree, numbers[at]!)
    trees.push(tree)
  }
  return { base, trees }
}

/** Values that part the lines into about equally many; all values where they are few. */
function cutsOf(values: readonly number[]): number[] {
  const sorted = Float64Array.from(values).sort()
  const distinct = [...new Set(sorted)]
  if (distinct.length <= BINS) return distinct.slice(1)
  const quantiles = Array.from({ length: BINS - 1 }, (_, at) => sorted[Math.floor(((at + 1) * sorted.length) / BINS)]!)
  return [...new Set(quantiles.filter((value) => value > sorted[0]!))]
}

/** How many cuts the value reaches. */
function binOf(value: number, cuts: readonly number[]): number {
  let [low, high] = [0, cuts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (value < cuts[middle]!) high = middle
    else low = middle + 1
  }
  return low
}

interface Growth {
  readonly tree: TreeNode[]
  readonly bins: readonly Uint8Array[]
  readonly cuts: readonly (readonly number[])[]
  readonly slopes: Float64Array
  readonly bends: Float64Array
  /** Those that the tree may ask for. */
  readonly features: readonly number[]
  readonly training: Training
  readonly depth: number
}

/** What a tree gives for a line. */
export function pointsOf(tree: readonly TreeNode[], numbers: readonly number[]): number {
  let node = tree[0]!
  while (node.feature >= 0) node = tree[numbers[node.feature]! < node.below ? node.yes : node.no]!
  return node.points
}

/** Adds the node of these lines and those below it; gives its place. */
function grow(rows: Int32Array, growth: Growth): number {
  const { tree, bins, cuts, slopes, bends, training, depth } = growth
  const place = tree.length
  const slope = rows.reduce((sum, at) => sum + slopes[at]!, 0)
  const bend = rows.reduce((sum, at) => sum + bends[at]!, 0)
  const points = (training.rate * slope) / (bend + training.damping)
  tree.push({ feature: -1, below: 0, yes: 0, no: 0, points })
  const split = depth === training.depth || rows.length < FEWEST ? null : bestSplit(rows, { ...growth, slope, bend })
  if (split === null) return place
  const node = tree[place]!
  node.feature = split.feature
  node.below = cuts[split.feature]![split.bin]!
  const isBelow = (at: number): boolean => bins[at]![split.feature]! <= split.bin
  node.yes = grow(rows.filter(isBelow), { ...growth, depth: depth + 1 })
  node.no = grow(
    rows.filter((at) => !isBelow(at)),
    { ...growth, depth: depth + 1 },
  )
  return place
}

function bestSplit(
  rows: Int32Array,
  {
    bins,
    cuts,
    features,
    slopes,
    bends,
    training,
    slope,
    bend,
  }: Growth & { readonly slope: number; readonly bend: number },
) {
  const { leafWeight, damping } = training
  const worth = (sum: number, weight: number): number => (sum * sum) / (weight + damping)
  let best: { feature: number; bin: number } | null = null
  let most = 1e-3
  for (const feature of features) {
    const count = cuts[feature]!.length
    const slopesOf = new Float64Array(count + 1)
    const bendsOf = new Float64Array(count + 1)
    for (const at of rows) {
      const bin = bins[at]![feature]!
      slopesOf[bin]! += slopes[at]!
      bendsOf[bin]! += bends[at]!
    }
    let [left, leftBend] = [0, 0]
    for (let bin = 0; bin < count; bin++) {
      left += slopesOf[bin]!
      leftBend += bendsOf[bin]!
      if (leftBend < leafWeight || bend - leftBend < leafWeight) continue
      const gain = worth(left, leftBend) + worth(slope - left, bend - leftBend) - worth(slope, bend)
      if (gain > most) {
        most = gain
        best = { feature, bin }
      }
    }
  }
  return best
}
