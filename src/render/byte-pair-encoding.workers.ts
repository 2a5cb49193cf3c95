/** Byte-pair vocabularies would take half of an isolate's 128 MB. */
import type { CountTokens } from './types.ts'

export const bpeTokenizers: readonly never[] = []

export async function loadBpe(name: string): Promise<CountTokens> {
  throw new Error(`There is no tokenizer ${name} on Workers`)
}
