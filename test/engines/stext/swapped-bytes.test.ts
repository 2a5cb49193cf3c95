import { expect, test } from 'vitest'
import { restoreSwappedBytes } from '../../../src/engines/stext/swapped-bytes.ts'

test('ligatures with swapped bytes are their letters', () => {
  expect(restoreSwappedBytes('Pup昀椀sh')).toBe('Pupfish')
  expect(restoreSwappedBytes('o昀昀椀ce, 昀氀ow, stu昀昀')).toBe('office, flow, stuff')
  expect(restoreSwappedBytes('informa琀椀on')).toBe('information')
})

test('ideographs stay', () => {
  for (const text of ['昀椀', '周昀和李琀', 'Li 昀', '李昀 Li', 'PDF 文件'])
    expect(restoreSwappedBytes(text)).toBe(text)
})
