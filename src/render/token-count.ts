import { bpeTokenizers, loadBpe } from '#bpe'
import type { ChunkTokenizer } from '../model/options.ts'
import { measureText } from './token-estimate.ts'
import type { CountTokens } from './types.ts'

export const tokenizers: readonly ChunkTokenizer[] = ['estimate', ...bpeTokenizers]

/** Long runs are split, because the time of byte-pair encoding is quadratic in the length of a word. */
const longRun = /\S{400}(?=\S)|\s{400}(?=\s)/g

export async function loadTokenizer(name: ChunkTokenizer): Promise<CountTokens> {
  if (name === 'estimate') return measureText
  const count = await loadBpe(name)
  return (text) => cutLongRuns(text).reduce((sum, part) => sum + count(part), 0)
}

function cutLongRuns(text: string): string[] {
  const parts: string[] = []
  let from = 0
  for (const { 0: run, index } of text.matchAll(longRun)) {
    parts.push(text.slice(from, index + run.length))
    from = index + run.length
  }
  return [...parts, text.slice(from)]
}
