/** Document → estimate of what its text costs a language model, for `token_count`. A rule of thumb, not a tokenizer. */

import type { Document } from '../model/document.ts'
import { eastAsian } from '../model/east-asian.ts'
import type { ParseOptions } from '../model/options.ts'
import { contentOf } from './block-content.ts'

/** Characters per token of text in alphabets: the usual figure for byte-pair vocabularies over English. */
const charsPerToken = 4
/** Han, kana and Hangul take about one token a character. */
const wideCharacter = new RegExp(`[${eastAsian}]`, 'gu')

/** Pictures count nothing, however long their addresses. */
const noAddress = (): string => ''

/** Counts the `content` of all blocks, tables in their notation; pictures count nothing. */
export function estimateTokens(document: Document, options: ParseOptions): number {
  let tokens = 0
  for (const page of document.pages)
    for (const block of page.blocks) tokens += estimateTextTokens(contentOf(block, options, noAddress).content)
  return tokens
}

export function estimateTextTokens(text: string): number {
  const wide = text.match(wideCharacter)?.length ?? 0
  return wide + Math.ceil((text.length - wide) / charsPerToken)
}
