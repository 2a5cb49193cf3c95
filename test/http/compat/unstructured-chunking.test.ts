import { expect, test } from 'vitest'
import { type ChunkingOptions, chunkElements } from '../../../src/http/compat/unstructured/chunking.ts'

const options: ChunkingOptions = {
  strategy: 'basic',
  maxCharacters: 10,
  newAfter: 10,
  combineUnder: 10,
  overlap: 0,
  overlapAll: false,
  origElements: false,
  multipageSections: true,
}

function chunksOf(text: string, changes: Partial<ChunkingOptions>): string[] {
  const metadata = { filename: 'a.txt', filetype: 'text/plain', languages: [] }
  const chunks = chunkElements([{ type: 'NarrativeText', element_id: '1', text, metadata }], { ...options, ...changes })
  return chunks.map((chunk) => chunk.text)
}

test('a long text is split at spaces, and parts repeat the end of the part before', () => {
  expect(chunksOf('one two three four', {})).toEqual(['one two', 'three four'])
  expect(chunksOf('one two three four', { overlap: 4 })).toEqual(['one two', 'two three', 'hree four'])
})

test.each([
  ['without spaces', 'abcdefghijklmnopqrst'],
  ['with spaces', 'one two three four five six'],
])('an overlap of nearly the maximum ends, %s', (_, text) => {
  for (const maxCharacters of [1, 2, 3, 10]) {
    const parts = chunksOf(text, { maxCharacters, overlap: maxCharacters - 1 })
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(maxCharacters)
    expect(parts.at(-1)?.at(-1)).toBe(text.at(-1))
  }
})

test('a text of megabytes is split in linear time', () => {
  const startedAt = performance.now()
  expect(chunksOf('word '.repeat(400_000), { maxCharacters: 100, overlap: 20 }).length).toBeGreaterThan(20_000)
  expect(performance.now() - startedAt).toBeLessThan(10_000)
})
