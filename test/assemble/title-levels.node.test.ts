/** Titles and their levels over documents of known structure; what a rule change moves is in the failure's message. */
import { expect, test } from 'vitest'
import { isReserved, levelFixtures, scoreLevels } from './level-fixtures.node.ts'

/** The goal of the layout issue: headings at their exact level, a missed heading being a wrong one. */
const EXACT_SHARE = 0.95
/** Titles that are headings. */
const PRECISION = 0.95

test.each([false, true])('headings at their exact level, reserved third: %s', async (reserved) => {
  const scores: Awaited<ReturnType<typeof scoreLevels>>[] = []
  for (const id of levelFixtures().filter((name) => isReserved(name) === reserved)) scores.push(await scoreLevels(id))
  const sum = (count: 'wanted' | 'found' | 'exact' | 'false'): number => scores.reduce((total, score) => total + score[count], 0)
  const notes = scores.flatMap((score) => score.notes.map((note) => `${score.id}: ${note}`)).join('\n')
  expect(scores.length).toBeGreaterThanOrEqual(10)
  expect(sum('exact') / sum('wanted'), notes).toBeGreaterThanOrEqual(reserved ? EXACT_SHARE - 0.1 : EXACT_SHARE)
  expect(sum('found') / (sum('found') + sum('false')), notes).toBeGreaterThanOrEqual(reserved ? PRECISION - 0.05 : PRECISION)
})
