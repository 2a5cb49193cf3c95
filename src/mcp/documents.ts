import type { ParseDeps } from '../deps.ts'
import type { SourceDocument } from '../extract/open-document.ts'
import { sha256 } from '../model/bytes.ts'
import { ParseError } from '../model/errors.ts'
import { defaultOptions } from '../model/options.ts'
import { readPageRange } from '../model/read-options.ts'
import { type Parsed, parse } from '../parse.ts'
import type { Documents, DocumentText, OpenedDocument, Selection, SourceArguments } from './context.ts'

const MAX_DOCUMENTS = 16
const MAX_RESULTS = 8
const MAX_TOTAL_BYTES = 256 * 1024 * 1024

/** Throws `ParseError` unless there is exactly one readable source. */
export type ReadSource = (args: SourceArguments, signal: AbortSignal) => Promise<SourceDocument>

export function createDocuments(deps: ParseDeps, readSource: ReadSource): Documents {
  const documents = new Map<string, { readonly document: OpenedDocument; readonly size: number }>()

  function removeOldest(): void {
    let total = documents.values().reduce((sum, { size }) => sum + size, 0)
    for (const [id, { size }] of documents) {
      if (documents.size <= 1 || (documents.size <= MAX_DOCUMENTS && total <= MAX_TOTAL_BYTES)) return
      documents.delete(id)
      total -= size
    }
  }

  return {
    async open(args, _, signal) {
      const source = await readSource(args, signal)
      const id = (await sha256(source.bytes)).slice(0, 16)
      const document = openSource(id, source, deps)
      documents.delete(id)
      documents.set(id, { document, size: source.bytes.length })
      removeOldest()
      return document
    },
    async get(id) {
      const entry = documents.get(id)
      if (entry === undefined)
        throw new ParseError(1133, `The document "${id.slice(0, 40)}" is not open. Call parse_document again.`)
      documents.delete(id)
      documents.set(id, entry)
      return entry.document
    },
    list: async () => [...documents.values()].map(({ document }) => document),
  }
}

function openSource(id: string, source: SourceDocument, deps: ParseDeps): OpenedDocument {
  const results = new Map<string, Parsed>()
  return {
    id,
    fileName: source.fileName,
    async read({ format, pages }, signal) {
      const key = `${format} ${pages ?? ''}`
      const existing = results.get(key)
      if (existing !== undefined) return textOf(existing, format)
      const problems: string[] = []
      const pageRange = readPageRange(pages, problems)
      if (problems.length > 0) throw new ParseError(1133, problems.join(' '))
      const parsed = await parse(
        source,
        {
          options: {
            ...defaultOptions,
            outputFormats: [format],
            elementFormats: { ...defaultOptions.elementFormats, image: 'file' },
            features: { ...defaultOptions.features, enable_title_level_recognition: true },
            pageRange,
            password: source.password,
          },
          links: { kind: 'file', folder: 'images/' },
          onPage: async () => {
            // The engines are synchronous: the signal can only abort during a pause.
            await new Promise((resolve) => setTimeout(resolve))
            signal.throwIfAborted()
            return null
          },
        },
        deps,
      )
      results.set(key, parsed)
      const [oldest] = results.keys()
      if (results.size > MAX_RESULTS && oldest !== undefined) results.delete(oldest)
      return textOf(parsed, format)
    },
  }
}

function textOf({ info, outputs }: Parsed, format: Selection['format']): DocumentText {
  const { images, warnings } = outputs
  return {
    text: outputs[format] ?? '',
    pageCount: info.pageCount,
    warnings,
    images: images.map(({ name }) => name),
    readImage: async (wanted) => images.find(({ name }) => name === wanted) ?? null,
  }
}
