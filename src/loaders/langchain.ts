/** `sheaf/langchain`: a document loader for LangChain.js. */
import { BaseDocumentLoader } from '@langchain/core/document_loaders/base'
import { Document } from '@langchain/core/documents'
import type { DocumentInput } from '../client/index.ts'
import { type ChunkMetadata, type LoaderOptions, loadChunks } from './load-chunks.ts'

export type { ChunkMetadata, LoaderOptions } from './load-chunks.ts'

export class SheafLoader extends BaseDocumentLoader {
  readonly #input: DocumentInput
  readonly #options: LoaderOptions

  constructor(input: DocumentInput, options: LoaderOptions) {
    super()
    this.#input = input
    this.#options = options
  }

  /** Throws the errors of `parse`. */
  override async load(): Promise<Document<ChunkMetadata>[]> {
    const chunks = await loadChunks(this.#input, this.#options)
    return chunks.map(({ text, metadata }) => new Document({ pageContent: text, metadata }))
  }
}
