/** Results as the compatible APIs read them. */
import type { Deps } from '../../deps.ts'
import { resultKey } from '../../jobs/store/blob-keys.ts'
import type { Task } from '../../jobs/store/task-store.ts'
import type { BlockJson, PageJson, ParsedJson } from '../../model/result-json.ts'

export interface ParsedOutputs {
  readonly markdown?: string | undefined
  readonly html?: string | undefined
  readonly json?: ParsedJson
}

export function parseJson({ json = '{"pages":[]}' }: { readonly json?: string }): ParsedJson {
  return JSON.parse(json)
}

interface StoredResult {
  readonly outputs: ParsedOutputs
  /** Addresses of the images. */
  readonly imgs: readonly string[]
}

/** Returns `null` if the result has expired. */
export async function readStoredResult(task: Task, { blobs }: Pick<Deps, 'blobs'>): Promise<StoredResult | null> {
  const stored = await blobs.get(resultKey(task))
  return stored === null ? null : JSON.parse(await new Response(stored.body).text())
}

interface ListLine {
  readonly level: number
  readonly marker: string
  readonly text: string
}

const listLine = /^((?: {2})*)(-|\d{1,9}[.)]) ?(.*)$/

export function readList({ type, content }: BlockJson): ListLine[] | null {
  if (type !== 'text' || content === '') return null
  const lines = content.split('\n').map((line) => listLine.exec(line))
  return lines.every((line) => line !== null)
    ? lines.map(([, indent = '', marker = '', text = '']) => ({ level: indent.length / 2, marker, text }))
    : null
}

/** Without page headers and footers. Empty lines between blocks, tabs between cells. */
export function plainText(pages: readonly PageJson[]): string {
  return pages
    .flatMap(({ blocks }) => blocks.filter(({ type }) => type !== 'header' && type !== 'footer').map(blockText))
    .filter((text) => text !== '')
    .join('\n\n')
}

export function blockText({ cells, content }: BlockJson): string {
  if (cells === undefined) return content
  return [...Map.groupBy(cells, ({ row }) => row).values()]
    .map((row) => row.map(({ text }) => text.replace(/\s+/g, ' ').trim()).join('\t'))
    .join('\n')
}
