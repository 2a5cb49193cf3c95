/**
 * Trains gradient-boosted trees: logistic loss, Newton steps, histogram splits. After Friedman (2001; 2002 for row
 * sampling) and Chen & Guestrin, "XGBoost" (2016). Deterministic.
 */
import { logOdds, type Tree, type TreeModel } from '../../src/model/boosted-trees.ts'
import { createRandom } from './words.ts'

export interface TrainingSettings {
  readonly trees: number
  readonly depth: number
  readonly learningRate: number
  /** Minimum sum of second derivatives in a leaf. */
  readonly minLeafWeight: number
  /** L2 regularization of the leaves. */
  readonly lambda: number
  /** Fractions of rows and features that each tree sees. */
  readonly rowRatio?: number
  readonly featureRatio?: number
}

export interface Sample<Feature extends string> {
  readonly features: Readonly<Record<Feature, number>>
  readonly isHeading: boolean
  readonly weight: number
}

/** Maximum number of bins of a feature's histogram. */
const MAX_BINS = 48
/** Minimum number of rows in a node that is split. */
const MIN_SPLIT_ROWS = 20
const MIN_GAIN = 1e-3

/** With `start`, the trees correct this model: their log-odds are added to its own. */
export function trainTrees<Feature extends string>(
  samples: readonly Sample<Feature>[],
  settings: TrainingSettings,
  start?: TreeModel<Feature>,
): TreeModel<Feature> {
  const { rowRatio = 1, featureRatio = 1 } = settings
  const random = createRandom(1)
  const names = Object.keys(samples[0]!.features) as Feature[]
  const cuts = names.map((name) => findCuts(samples.map(({ features }) => features[name])))
  const bins = samples.map(({ features }) =>
    Uint8Array.from(names, (name, feature) => countCutsUpTo(features[name], cuts[feature]!)),
  )
  const total = samples.reduce((sum, { weight }) => sum + weight, 0)
  const positive = samples.reduce((sum, { weight, isHeading }) => sum + (isHeading ? weight : 0), 0)
  const base = start === undefined ? Math.log(positive / (total - positive)) : 0
  const scores = Float64Array.from(samples, ({ features }) => (start === undefined ? base : logOdds(start, features)))
  const rows = Int32Array.from(samples.keys())
  const trees: Tree[] = []
  for (let count = 0; count < settings.trees; count++) {
    const gradients = new Float64Array(samples.length)
    const hessians = new Float64Array(samples.length)
    samples.forEach(({ weight, isHeading }, at) => {
      const probability = 1 / (1 + Math.exp(-scores[at]!))
      gradients[at] = weight * (Number(isHeading) - probability)
      hessians[at] = weight * probability * (1 - probability)
    })
    const features = cuts.flatMap((_, feature) => (random.chance(featureRatio) ? [feature] : []))
    const seen = rowRatio < 1 ? rows.filter(() => random.chance(rowRatio)) : rows
    const tree = grow(seen, { bins, cuts, features, gradients, hessians, settings, depth: 0 })
    samples.forEach((sample, at) => {
      scores[at]! += logOdds({ features: names, base: 0, trees: [tree] }, sample.features)
    })
    trees.push(tree)
  }
  return { features: names, base, trees }
}

/** Quantiles, or all values but the smallest where they are few. */
function findCuts(values: readonly number[]): number[] {
  const sorted = Float64Array.from(values).sort()
  const distinct = [...new Set(sorted)]
  if (distinct.length <= MAX_BINS) return distinct.slice(1)
  const quantiles = Array.from(
    { length: MAX_BINS - 1 },
    (_, at) => sorted[Math.floor(((at + 1) * sorted.length) / MAX_BINS)]!,
  )
  return [...new Set(quantiles.filter((value) => value > sorted[0]!))]
}

function countCutsUpTo(value: number, cuts: readonly number[]): number {
  let [low, high] = [0, cuts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (value < cuts[middle]!) high = middle
    else low = middle + 1
  }
  return low
}

interface NodeContext {
  readonly bins: readonly Uint8Array[]
  readonly cuts: readonly (readonly number[])[]
  /** Indices of the features that the tree may use. */
  readonly features: readonly number[]
  readonly gradients: Float64Array
  readonly hessians: Float64Array
  readonly settings: TrainingSettings
  readonly depth: number
}

function grow(rows: Int32Array, context: NodeContext): Tree {
  const { bins, cuts, gradients, hessians, settings, depth } = context
  const gradient = rows.reduce((sum, at) => sum + gradients[at]!, 0)
  const hessian = rows.reduce((sum, at) => sum + hessians[at]!, 0)
  const isLeaf = depth === settings.depth || rows.length < MIN_SPLIT_ROWS
  const split = isLeaf ? null : findBestSplit(rows, { ...context, gradient, hessian })
  if (split === null) return (settings.learningRate * gradient) / (hessian + settings.lambda)
  const { feature, bin } = split
  const isBelow = (at: number): boolean => bins[at]![feature]! <= bin
  const child = { ...context, depth: depth + 1 }
  const above = rows.filter((at) => !isBelow(at))
  return [feature, cuts[feature]![bin]!, grow(rows.filter(isBelow), child), grow(above, child)]
}

function findBestSplit(
  rows: Int32Array,
  context: NodeContext & { readonly gradient: number; readonly hessian: number },
): { readonly feature: number; readonly bin: number } | null {
  const { bins, cuts, features, gradients, hessians, settings, gradient, hessian } = context
  const { minLeafWeight, lambda } = settings
  const gainOf = (sum: number, weight: number): number => (sum * sum) / (weight + lambda)
  let best: { feature: number; bin: number } | null = null
  let bestGain = MIN_GAIN
  for (const feature of features) {
    const count = cuts[feature]!.length
    const gradientSums = new Float64Array(count + 1)
    const hessianSums = new Float64Array(count + 1)
    for (const at of rows) {
      const bin = bins[at]![feature]!
      gradientSums[bin]! += gradients[at]!
      hessianSums[bin]! += hessians[at]!
    }
    let [left, leftWeight] = [0, 0]
    for (let bin = 0; bin < count; bin++) {
      left += gradientSums[bin]!
      leftWeight += hessianSums[bin]!
      if (leftWeight < minLeafWeight || hessian - leftWeight < minLeafWeight) continue
      const gain = gainOf(left, leftWeight) + gainOf(gradient - left, hessian - leftWeight) - gainOf(gradient, hessian)
      if (gain > bestGain) {
        bestGain = gain
        best = { feature, bin }
      }
    }
  }
  return best
}
