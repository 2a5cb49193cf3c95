import { expect, test } from 'vitest'
import { type ChunkingOptions, chunkElements } from '../../../src/http/compat/unstructured/chunking.ts'
import type { Element } from '../../../src/http/compat/unstructured/elements.ts'

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

function chunk(text: string, changes: Partial<ChunkingOptions>): Element[] {
  const metadata = { filename: 'a.txt', filetype: 'text/plain', languages: [] }
  return chunkElements([{ type: 'NarrativeText', element_id: '1', text, metadata }], { ...options, ...changes })
}

function chunksOf(text: string, changes: Partial<ChunkingOptions>): string[] {
  return chunk(text, changes).map((part) => part.text)
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

test('the parts of a long text repeat its elements if they are short', () => {
  const partsWith = (words: number): number =>
    chunk('word '.repeat(words), { origElements: true }).filter(({ metadata }) => metadata.orig_elements !== undefined)
      .length
  expect(partsWith(1000)).toBe(500)
  expect(partsWith(100_000)).toBe(1)
})
