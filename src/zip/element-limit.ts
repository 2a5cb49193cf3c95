/** Limits elements of large XML parts before unpacking, because trees take much memory. */
import { ParseError } from '../model/errors.ts'

/** Maximum elements of a part that is read as a tree or edited as text. */
const MAX_ELEMENTS = 600_000
const MAX_EVENT_ELEMENTS = 3_000_000
/** Smaller parts cannot have too many elements. */
export const COUNT_FROM_BYTES = 2_400_000

const eventParts = /(?:^|\/)(?:worksheets\/[^/]*|sharedStrings)\.xml$/i
const xmlParts = /\.(?:xml|rels)$/i

const LESS_THAN = 0x3c
/** Bytes after `<` in end tags, comments, declarations and processing instructions. */
const notOpening: ReadonlySet<number | undefined> = new Set([0x2f, 0x21, 0x3f])

interface ElementLimit {
  add(chunk: Uint8Array): void
  /** Throws `ParseError` 1132 if there were too many elements. */
  check(): void
}

export function limitElements(part: string): ElementLimit | null {
  if (!xmlParts.test(part)) return null
  const limit = eventParts.test(part) ? MAX_EVENT_ELEMENTS : MAX_ELEMENTS
  let count = 0
  let isOpen = false
  return {
    add(chunk) {
      if (isOpen && startsElement(chunk, 0)) count += 1
      isOpen = chunk.at(-1) === LESS_THAN
      for (let at = chunk.indexOf(LESS_THAN); at !== -1 && at + 1 < chunk.length; at = chunk.indexOf(LESS_THAN, at + 1))
        if (startsElement(chunk, at + 1)) count += 1
    },
    check() {
      if (count > limit)
        throw new ParseError(
          1132,
          `The part "${part}" has ${count} elements (texts, cells, properties), and the limit is ${limit}. Split the document and send the parts.`,
        )
    },
  }
}

/** UTF-16 has a zero byte next to each character. */
function startsElement(chunk: Uint8Array, at: number): boolean {
  return !notOpening.has(chunk[chunk[at] === 0 ? at + 1 : at])
}
