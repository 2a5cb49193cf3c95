/** Where the documents come from that the score is trained on: folders of PDFs, and lists that `make-documents.node.ts` or a like program wrote. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** A document, and on which side it is. `group`: what has one author, as a package or a genre; `weight`: 1 without. */
export interface Entry {
  readonly pdf: string
  readonly html?: string
  readonly set: string
  readonly group: string
  readonly blind: boolean
  readonly weight?: number
}

/** More files of one group say the same again. */
const MOST_OF_GROUP = 8
/** Longer documents: so many pages from their beginning and so many from their middle, where covers and contents lists are over. */
const WHOLE = 14
const FRONT = 4
const MIDDLE = 8

/**
 * A folder: its PDFs by name, "GROUP__name.pdf"; half of the groups, by a hash of their names, are blind. A file: the list in it.
 * Throws where there is nothing of the name.
 */
export function entriesOf(source: string): Entry[] {
  if (!statSync(source).isDirectory()) return JSON.parse(readFileSync(source, 'utf8'))
  const counts = new Map<string, number>()
  const names = readdirSync(source).filter((name) => name.endsWith('.pdf'))
  return names.sort().flatMap((name): Entry[] => {
    const group = name.split('__')[0]!
    const count = (counts.get(group) ?? 0) + 1
    counts.set(group, count)
    return count > MOST_OF_GROUP ? [] : [{ pdf: join(source, name), set: 'outline', group, blind: isBlind(group) }]
  })
}

/** The indices of the pages that tell enough of a document of so many pages, in their order. */
export function pagesToRead(count: number): number[] {
  if (count <= WHOLE) return Array.from({ length: count }, (_, page) => page)
  const middle = Math.max(FRONT, (count >> 1) - MIDDLE / 2)
  return [
    ...Array.from({ length: FRONT }, (_, page) => page),
    ...Array.from({ length: Math.min(MIDDLE, count - middle) }, (_, page) => middle + page),
  ]
}

function isBlind(group: string): boolean {
  return Number.parseInt(createHash('md5').update(group).digest('hex').slice(0, 1), 16) % 2 === 1
}
