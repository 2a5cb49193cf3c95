/** Chunks of a document with metadata, for the loaders of frameworks. */
import type { Chunk, ParsedDocument } from '../client/api-types.ts'
import type { DocumentInput } from '../client/index.ts'
import type { ParseFields } from '../client/options.ts'

type Fields = ParseFields & { readonly file_name?: string; readonly signal?: AbortSignal }

/** `parse` of `sheaf`, of one of its pools, or of a client. */
export type Parse = (
  input: DocumentInput,
  options: Fields,
) => Promise<{
  readonly file_name: string
  readonly metadata: { readonly page_num: number; readonly file_type: string }
  readonly json?: ParsedDocument
}>

export interface LoaderOptions extends Fields {
  readonly parse: Parse
  /** Default: `title`. With `page`, a document of the framework is a page. */
  readonly chunk?: 'title' | 'size' | 'page'
  /** Whether the text begins with the titles above it. Default: true. */
  readonly contextualized?: boolean
}

/** Page numbers count from 1. */
export interface ChunkMetadata extends Record<string, unknown> {
  readonly source: string
  readonly file_type: string
  readonly total_pages: number
  readonly page: number
  readonly pages: readonly number[]
  /** Titles from the largest to that of the chunk. */
  readonly title_path: readonly string[]
  /** Boxes of the blocks, in pixels at 144 dpi. */
  readonly boxes: readonly { readonly page: number; readonly bbox: Chunk['bboxes'][number] }[]
  readonly tokens: number
}

/** Maximum tokens of a page without a limit, which keeps pages whole. */
const PAGE_TOKENS = 100_000

/** Throws the errors of `parse`. */
export async function loadChunks(
  input: DocumentInput,
  { parse, contextualized = true, chunk = 'title', ...fields }: LoaderOptions,
): Promise<{ readonly text: string; readonly metadata: ChunkMetadata }[]> {
  const {
    json,
    metadata,
    file_name: source,
  } = await parse(input, {
    ...(chunk === 'page' ? { chunk_max_tokens: PAGE_TOKENS } : {}),
    ...fields,
    chunk,
    output_formats: ['json'],
    element_formats: { image: 'none', ...fields.element_formats },
    feature_config: { enable_title_level_recognition: true, ...fields.feature_config },
  })
  return (json?.chunks ?? []).map((found) => {
    const pages = found.page_nums.map((number) => number + 1)
    return {
      text: contextualized ? found.contextualized_text : found.text,
      metadata: {
        source,
        file_type: metadata.file_type,
        total_pages: metadata.page_num,
        page: pages[0] ?? 1,
        pages,
        title_path: found.title_path,
        boxes: found.bboxes.map((bbox, index) => ({ page: (found.blocks[index]?.page_num ?? 0) + 1, bbox })),
        tokens: found.tokens,
      },
    }
  })
}
