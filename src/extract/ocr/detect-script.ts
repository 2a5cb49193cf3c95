/** Detects a page's script by a linear classifier over local binary patterns, trained by `test/training/script`. */

import type { Prepared } from '../../imaging/prepare-page.ts'
import { SCRIPT_FEATURE_COUNT, scriptFeatures } from '../../imaging/script-features.ts'
import model from './script-model.json' with { type: 'json' }

const scripts = ['Latin', 'Cyrillic', 'Han', 'Kana', 'Hangul', 'Arabic', 'Devanagari'] as const
export type Script = (typeof scripts)[number]

/** Minimum probability; below it, unknown fonts are misclassified. */
const MIN_PROBABILITY = 0.8
const MIN_LETTERS = 40

/** Returns `null` for Latin, for few letters and for an uncertain script. */
export function detectForeignScript({
  raster,
  letterSize: { height, count },
}: Prepared): Exclude<Script, 'Latin'> | null {
  if (count < MIN_LETTERS) return null
  const features = scriptFeatures(raster, height)
  const scores = model.weights.map((weights, index) => {
    let score = model.bias[index]!
    for (let i = 0; i < SCRIPT_FEATURE_COUNT; i++) score += weights[i]! * features[i]!
    return score
  })
  const best = Math.max(...scores)
  const total = scores.reduce((sum, score) => sum + Math.exp(score - best), 0)
  const script = scripts[scores.indexOf(best)]!
  return 1 / total < MIN_PROBABILITY || script === 'Latin' ? null : script
}
