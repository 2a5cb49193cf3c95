import type { Document } from '../model/document.ts'
import { eastAsian } from '../model/east-asian.ts'
import type { ParseOptions } from '../model/options.ts'
import { contentOf } from './block-content.ts'

const CHARS_PER_TOKEN = 4
/** Han, kana and Hangul take about one token per character. */
const eastAsianCharacter = new RegExp(`[${eastAsian}]`, 'gu')

export function estimateTokens(document: Document, options: ParseOptions): number {
  let tokens = 0
  for (const page of document.pages)
    for (const block of page.blocks) tokens += estimateTextTokens(contentOf(block, options, () => '').content)
  return tokens
}

export function estimateTextTokens(text: string): number {
  return Math.ceil(measureText(text))
}

export function measureText(text: string): number {
  const eastAsianCount = text.match(eastAsianCharacter)?.length ?? 0
  return eastAsianCount + (text.length - eastAsianCount) / CHARS_PER_TOKEN
}
