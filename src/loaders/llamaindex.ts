/** `sheaf/llamaindex`: a reader for LlamaIndex.TS. */
import { type BaseReader, Document } from '@llamaindex/core/schema'
import type { DocumentInput } from '../client/index.ts'
import { type ChunkMetadata, type LoaderOptions, loadChunks } from './load-chunks.ts'

export type { ChunkMetadata, LoaderOptions } from './load-chunks.ts'

/** Metadata for citations; models do not see them. */
const hiddenKeys = ['boxes', 'tokens', 'file_type', 'pages', 'total_pages']

export class SheafReader implements BaseReader<Document<ChunkMetadata>> {
  readonly #options: LoaderOptions

  constructor(options: LoaderOptions) {
    this.#options = options
  }

  /** Throws the errors of `parse`. */
  async loadData(input: DocumentInput): Promise<Document<ChunkMetadata>[]> {
    const chunks = await loadChunks(input, this.#options)
    return chunks.map(
      ({ text, metadata }) =>
        new Document({
          text,
          metadata,
          excludedEmbedMetadataKeys: [...hiddenKeys, 'page'],
          excludedLlmMetadataKeys: hiddenKeys,
        }),
    )
  }
}
