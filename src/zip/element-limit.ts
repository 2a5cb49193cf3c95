/** Limits elements and text of large XML parts before unpacking, because trees take much memory. */
import { ParseError } from '../model/errors.ts'

/** Maximum elements of a part that is read as a tree or edited as text. */
const MAX_ELEMENTS = 600_000
const MAX_EVENT_ELEMENTS = 3_000_000
/** Maximum bytes outside of tags, and in tags longer than `LONG_TAG`. */
const MAX_TEXT_BYTES = 12_000_000
const LONG_TAG = 1000
/** Smaller parts cannot have too many elements. */
export const COUNT_FROM_BYTES = 2_400_000

const eventParts = /(?:^|\/)(?:worksheets\/[^/]*|sharedStrings)\.xml$/i
const xmlParts = /\.(?:xml|rels|x?html?)$/i

const LESS_THAN = 0x3c
const GREATER_THAN = 0x3e
/** Bytes after `<` in end tags, comments, declarations and processing instructions. */
const notOpening: ReadonlySet<number | undefined> = new Set([0x2f, 0x21, 0x3f])

interface ElementLimit {
  add(chunk: Uint8Array): void
  /** Throws `ParseError` 1132 if there was too much. */
  check(): void
}

export function limitElements(part: string): ElementLimit | null {
  if (!xmlParts.test(part)) return null
  const isEvents = eventParts.test(part)
  const limit = isEvents ? MAX_EVENT_ELEMENTS : MAX_ELEMENTS
  const textBytes = createTextCount()
  let count = 0
  let isOpen = false
  return {
    add(chunk) {
      // Readers of events have limits of their own.
      if (!isEvents) textBytes.add(chunk)
      if (isOpen && startsElement(chunk, 0)) count += 1
      isOpen = chunk.at(-1) === LESS_THAN
      for (let at = chunk.indexOf(LESS_THAN); at !== -1 && at + 1 < chunk.length; at = chunk.indexOf(LESS_THAN, at + 1))
        if (startsElement(chunk, at + 1)) count += 1
    },
    check() {
      if (count > limit) throw tooLarge(part, `${count} elements (texts, cells, properties)`, limit)
      const bytes = textBytes.total()
      if (bytes > MAX_TEXT_BYTES) throw tooLarge(part, `${bytes} bytes of text`, MAX_TEXT_BYTES)
    },
  }
}

function tooLarge(part: string, what: string, limit: number): ParseError {
  return new ParseError(
    1132,
    `The part "${part}" has ${what}, and the limit is ${limit}. Split the document and send the parts.`,
  )
}

/** Tags may continue in the next chunk. */
function createTextCount() {
  let total = 0
  let isTag = false
  let tagLength = 0
  return {
    add(chunk: Uint8Array): void {
      for (let at = 0; at < chunk.length; ) {
        const next = chunk.indexOf(isTag ? GREATER_THAN : LESS_THAN, at)
        const end = next === -1 ? chunk.length : next + 1
        if (!isTag) total += (next === -1 ? end : next) - at
        else {
          tagLength += end - at
          if (tagLength > LONG_TAG) {
            total += tagLength
            tagLength = 0
          }
        }
        if (next !== -1) {
          isTag = !isTag
          tagLength = 0
        }
        at = end
      }
    },
    total: () => total,
  }
}

/** UTF-16 has a zero byte next to each character. */
function startsElement(chunk: Uint8Array, at: number): boolean {
  return !notOpening.has(chunk[chunk[at] === 0 ? at + 1 : at])
}
