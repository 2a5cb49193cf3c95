/** Scores tables over printed pages with known cells; the failure message lists the effect of a rule change. */
import { expect, test } from 'vitest'
import { scoreTables, tableFixtures } from './table-fixtures.node.ts'

/** Share of the expected cells that are at their position, and of the found cells that are correct. */
const RIGHT_RATIO = 0.9

test('cells of tables of many kinds and styles are found', async () => {
  const ids = tableFixtures().filter((id) => !id.startsWith('plain'))
  const scores = await Promise.all(ids.map(async (id) => ({ id, ...(await scoreTables(id)) })))
  const sum = (count: 'wanted' | 'found' | 'right'): number => scores.reduce((total, score) => total + score[count], 0)
  const notes = scores
    .flatMap(({ id, right, wanted, found }) =>
      right < wanted || right < found ? [`${id}: ${right} right of ${wanted}, ${found} found`] : [],
    )
    .join('\n')
  expect(scores.length).toBeGreaterThanOrEqual(12)
  expect(sum('right') / sum('wanted'), notes).toBeGreaterThanOrEqual(RIGHT_RATIO)
  expect(sum('right') / sum('found'), notes).toBeGreaterThanOrEqual(RIGHT_RATIO)
  expect(scores.filter(({ tables: [wanted, found] }) => wanted !== found).map(({ id }) => id)).toEqual([])
})

test.each(tableFixtures().filter((id) => id.startsWith('plain')))('%s has no table', async (id) => {
  expect((await scoreTables(id)).tables).toEqual([0, 0])
})
