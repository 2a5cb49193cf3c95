/** Headings and levels of generated documents. The failure message lists every difference. */
import { expect, test } from 'vitest'
import { batches, idsOf } from '../../fixtures/levels/batches.ts'
import { scoreLevels } from './level-fixtures.node.ts'

/** Minimum fraction of headings found with their exact level. */
const MIN_EXACT_RATIO = 0.95
/** Minimum fraction of found titles that are headings. */
const MIN_PRECISION = 0.95

test.each(batches.map((batch, at) => [at + 1, idsOf(batch)] as const))(
  'headings have their exact level, batch %i',
  async (_, ids) => {
    const scores: Awaited<ReturnType<typeof scoreLevels>>[] = []
    for (const id of ids) scores.push(await scoreLevels(id))
    const sum = (count: 'wanted' | 'found' | 'exact' | 'false'): number =>
      scores.reduce((total, score) => total + score[count], 0)
    const notes = scores.flatMap((score) => score.notes.map((note) => `${score.id}: ${note}`)).join('\n')
    expect(sum('exact') / sum('wanted'), notes).toBeGreaterThanOrEqual(MIN_EXACT_RATIO)
    expect(sum('found') / (sum('found') + sum('false')), notes).toBeGreaterThanOrEqual(MIN_PRECISION)
  },
)
