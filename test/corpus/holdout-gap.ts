/** Compares the scores of the documents used for tuning with those of the held-out documents. */
import { seeded } from '../imaging/draw.ts'
import { isHeldOut } from './holdout.ts'
import type { ScoreFile } from './report.ts'
import type { DocumentScore } from './scorer.ts'

/** Random splits for the confidence interval and the noise. */
const SPLITS = 2000
/** Level of the confidence interval: 95 %. */
const CONFIDENCE = 0.95

const metrics = ['nid', 'teds', 'mhs', 'overall'] as const

export interface HoldoutGap {
  readonly visible: number
  readonly held: number
  /** `visible - held`, with its bootstrap confidence interval. */
  readonly gap: number
  readonly interval: readonly [low: number, high: number]
  /** Ratio of random splits of the same sizes with a gap at least as large. Small: the gap is not chance. */
  readonly chance: number
}

/** `null` if a part has no document with this metric. `random` returns numbers from 0 to 1. */
export function measureGap(
  docs: readonly DocumentScore[],
  metric: (typeof metrics)[number],
  random: () => number,
): HoldoutGap | null {
  const parts: [visible: number[], held: number[]] = [[], []]
  for (const doc of docs) {
    const value = doc[metric]
    if (value !== null) parts[isHeldOut(doc.id) ? 1 : 0].push(value)
  }
  const [visible, held] = parts
  if (visible.length === 0 || held.length === 0) return null
  const gap = mean(visible) - mean(held)
  const resample = (values: readonly number[]): number[] =>
    values.map(() => values[Math.floor(random() * values.length)] ?? 0)
  const gaps = Array.from({ length: SPLITS }, () => mean(resample(visible)) - mean(resample(held))).sort(
    (a, b) => a - b,
  )
  const at = (ratio: number): number => gaps[Math.min(SPLITS - 1, Math.floor(ratio * SPLITS))] ?? 0
  const all = [...visible, ...held]
  let larger = 0
  for (let split = 0; split < SPLITS; split++) {
    shuffle(all, random)
    if (mean(all.slice(0, visible.length)) - mean(all.slice(visible.length)) >= gap) larger++
  }
  return {
    visible: mean(visible),
    held: mean(held),
    gap,
    interval: [at((1 - CONFIDENCE) / 2), at((1 + CONFIDENCE) / 2)],
    chance: larger / SPLITS,
  }
}

/** A Markdown table of all sets and metrics. */
export function gapTable({ sets }: ScoreFile): string {
  const random = seeded(1)
  const rows = Object.entries(sets).flatMap(([set, { docs }]) =>
    metrics.flatMap((metric) => {
      const found = measureGap(docs, metric, random)
      if (found === null) return []
      const [low, high] = found.interval
      const numbers = [found.visible, found.held, found.gap].map((value) => value.toFixed(3)).join(' | ')
      const name = metric === 'overall' ? 'document mean' : metric.toUpperCase()
      return `| ${set} | ${name} | ${numbers} | ${low.toFixed(3)} to ${high.toFixed(3)} | ${found.chance.toFixed(3)} |`
    }),
  )
  return [
    '| set | metric | visible | held out | gap | 95 % interval | chance |',
    '|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function shuffle(values: number[], random: () => number): void {
  for (let last = values.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    ;[values[last], values[other]] = [values[other] ?? 0, values[last] ?? 0]
  }
}
