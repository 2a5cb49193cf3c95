/** Training documents: folders of PDFs, and lists that `make-documents.node.ts` and similar programs write. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

export interface SourceDocument {
  readonly pdf: string
  /** The page that it was printed from, which states its headings. */
  readonly html?: string
  readonly set: string
  /** Documents of one author, such as a package or genre. A group is used either for training or for evaluation. */
  readonly group: string
  /** For evaluation only. */
  readonly blind: boolean
  readonly weight?: number
}

/** Maximum number of files of one group. */
const MAX_FILES_PER_GROUP = 8
/** Longer documents are read in part: their first pages, and some from the middle, after cover and contents. */
const MAX_PAGES = 14
const FIRST_PAGES = 4
const MIDDLE_PAGES = 8

/**
 * The PDFs of a folder, named "GROUP__name.pdf"; half of the groups are blind, by a hash of the name. Or the entries of
 * a JSON list.
 */
export function listSources(source: string): SourceDocument[] {
  if (!statSync(source).isDirectory()) return JSON.parse(readFileSync(source, 'utf8'))
  const names = readdirSync(source).filter((name) => name.endsWith('.pdf'))
  const groups = Map.groupBy(names.sort(), (name) => name.split('__')[0]!)
  return [...groups].flatMap(([group, files]) =>
    files
      .slice(0, MAX_FILES_PER_GROUP)
      .map((name) => ({ pdf: join(source, name), set: 'outline', group, blind: isBlind(group) })),
  )
}

/** Indices of the pages to read of a document with `count` pages. */
export function pagesToRead(count: number): number[] {
  if (count <= MAX_PAGES) return Array.from({ length: count }, (_, page) => page)
  const middle = Math.max(FIRST_PAGES, (count >> 1) - MIDDLE_PAGES / 2)
  return [
    ...Array.from({ length: FIRST_PAGES }, (_, page) => page),
    ...Array.from({ length: Math.min(MIDDLE_PAGES, count - middle) }, (_, page) => middle + page),
  ]
}

export function isBlind(group: string): boolean {
  return Number.parseInt(createHash('md5').update(group).digest('hex').slice(0, 1), 16) % 2 === 1
}
