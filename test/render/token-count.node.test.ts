/** Byte-pair tokenizers exist on Node only. The counts are those of OpenAI's tokenizer page. */
import { expect, test } from 'vitest'
import { loadTokenizer, tokenizers } from '../../src/render/token-count.ts'

test('counts the tokens of both vocabularies', async () => {
  expect(tokenizers).toEqual(['estimate', 'cl100k_base', 'o200k_base'])
  const [cl100k, o200k] = [await loadTokenizer('cl100k_base'), await loadTokenizer('o200k_base')]
  expect(cl100k('tiktoken is great!')).toBe(6)
  expect(o200k('tiktoken is great!')).toBe(6)
  expect(cl100k('你好，世界')).toBeGreaterThan(o200k('你好，世界'))
  // Not a special token.
  expect(cl100k('<|endoftext|>')).toBeGreaterThan(1)
})

test('long words take little time', async () => {
  const count = await loadTokenizer('o200k_base')
  const start = performance.now()
  expect(count('a'.repeat(100_000))).toBeGreaterThan(10_000)
  expect(performance.now() - start).toBeLessThan(10_000)
})
