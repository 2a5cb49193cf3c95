import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { bytesOf, docx, p } from '../extract/structured/build.ts'
import { mutate } from './mutate.ts'

test('the same seed gives the same bytes, another one others; the input is unchanged', () => {
  const bytes = bytesOf('%PDF-1.7\n1 0 obj << /Length 10 /Kids [2 0 R] >> stream\nBT (text) Tj ET\nendstream endobj\n')
  const before = bytes.slice()
  const results = Array.from({ length: 50 }, (_, seed) => mutate(bytes, bytes, seed).join())
  expect(mutate(bytes, bytes, 7).join()).toBe(results[7])
  expect(new Set(results).size).toBeGreaterThan(30)
  expect(bytes).toEqual(before)
})

test('most mutated archives can be opened, with changed entries', () => {
  const archive = docx(p('A paragraph of some length, so that it can be changed'))
  const original = unzipSync(archive)['word/document.xml']?.join()
  let opened = 0
  let changed = 0
  for (let seed = 0; seed < 40; seed++) {
    try {
      const entries = unzipSync(mutate(archive, archive, seed))
      opened++
      if (entries['word/document.xml']?.join() !== original) changed++
    } catch {
      // Bytes outside of entries were mutated.
    }
  }
  expect(opened).toBeGreaterThan(25)
  expect(changed).toBeGreaterThan(5)
})
