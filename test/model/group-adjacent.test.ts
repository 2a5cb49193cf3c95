import { expect, test } from 'vitest'
import { groupAdjacent } from '../../src/model/group-adjacent.ts'

test('a group ends where an item does not continue it', () => {
  const groups = groupAdjacent([1, 2, 4, 5, 6], (item, last, group) => item === last + 1 && group.length < 2)
  expect(groups).toEqual([[1, 2], [4, 5], [6]])
  expect(groupAdjacent([], () => true)).toEqual([])
})
