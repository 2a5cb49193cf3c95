import { z } from 'zod'
import { loadTokenizer } from '../render/token-count.ts'
import type { OpenedDocument, Selection } from './context.ts'
import { textPart } from './text-part.ts'

export const textArguments = {
  pages: z.string().max(1000).optional().describe('Pages counted from 1, for example "1-5,8"; default: all'),
  format: z.enum(['markdown', 'json', 'html']).default('markdown'),
  max_tokens: z.number().int().min(100).max(100_000).default(8000).describe('Estimated tokens of the text'),
  offset: z.number().int().min(0).default(0).describe('"next_offset" of the previous answer with the same arguments'),
}

interface TextArguments extends Selection {
  readonly max_tokens: number
  readonly offset: number
}

export async function readText(document: OpenedDocument, args: TextArguments, signal: AbortSignal) {
  const { text, pageCount, warnings, images } = await document.read(args, signal)
  const countTokens = await loadTokenizer('estimate')
  const { offset, max_tokens: maxTokens } = args
  const { part, nextOffset } = textPart(text, { offset, maxTokens, countTokens })
  const summary = {
    document: document.id,
    file_name: document.fileName,
    page_count: pageCount,
    next_offset: nextOffset,
    images,
    warnings,
  }
  return {
    content: [
      { type: 'text' as const, text: JSON.stringify(summary) },
      { type: 'text' as const, text: part },
    ],
  }
}
