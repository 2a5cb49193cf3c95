/** Loads byte-pair vocabularies on first use, because they take much memory. */
import type { CountTokens } from './types.ts'

export const bpeTokenizers = ['cl100k_base', 'o200k_base'] as const

const asText = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() }

export async function loadBpe(name: (typeof bpeTokenizers)[number]): Promise<CountTokens> {
  const { countTokens } =
    name === 'cl100k_base'
      ? await import('gpt-tokenizer/encoding/cl100k_base')
      : await import('gpt-tokenizer/encoding/o200k_base')
  return (text) => countTokens(text, asText)
}
