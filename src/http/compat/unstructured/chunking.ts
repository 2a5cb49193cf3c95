/** Chunking of Unstructured, in characters: `basic` fills chunks, `by_title` also begins one per title. */
import { zlibSync } from 'fflate'
import { toBase64 } from '../../../model/bytes.ts'
import { type Element, idOf } from './elements.ts'

export interface ChunkingOptions {
  readonly strategy: 'basic' | 'by_title'
  readonly maxCharacters: number
  readonly newAfter: number
  readonly combineUnder: number
  /** Characters repeated from the previous part of a split text. */
  readonly overlap: number
  readonly overlapAll: boolean
  readonly origElements: boolean
  readonly multipageSections: boolean
}

const SEPARATOR = '\n\n'
/** Maximum length of the elements that the parts of a split block repeat; otherwise, only the first part has them. */
const MAX_REPEATED_LENGTH = 8 * 1024 * 1024

export function chunkElements(elements: readonly Element[], options: ChunkingOptions): Element[] {
  let end = ''
  return combine(groups(elements, options), options).flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const texts = splitText((options.overlapAll && end !== '' ? `${end}${SEPARATOR}` : '') + textOf(group), options)
    end = options.overlapAll ? tail(texts.at(-1) ?? '', options.overlap) : ''
    const parts = texts.length
    const original = options.origElements ? compress(group) : ''
    const repeats = original.length * parts <= MAX_REPEATED_LENGTH
    return texts.map((text, part) =>
      toChunk(group, text, { part, parts, original: part === 0 || repeats ? original : '' }),
    )
  })
}

function groups(
  elements: readonly Element[],
  { strategy, maxCharacters, newAfter, multipageSections }: ChunkingOptions,
): Element[][] {
  const found: Element[][] = []
  let size = 0
  for (const element of elements) {
    if (element.type === 'PageBreak' || element.text === '') continue
    const group = found.at(-1)
    const last = group?.at(-1)
    const joined = size + SEPARATOR.length + element.text.length
    const isSection =
      strategy === 'by_title' &&
      (element.type === 'Title' || (!multipageSections && element.metadata.page_number !== last?.metadata.page_number))
    const isFull = joined > maxCharacters || size >= newAfter
    if (group === undefined || isSection || isFull || element.type === 'Table' || last?.type === 'Table') {
      found.push([element])
      size = element.text.length
    } else {
      group.push(element)
      size = joined
    }
  }
  return found
}

function combine(
  found: readonly Element[][],
  { strategy, combineUnder, maxCharacters, multipageSections }: ChunkingOptions,
): Element[][] {
  if (strategy !== 'by_title') return [...found]
  const combined: Element[][] = []
  let size = 0
  for (const group of found) {
    const previous = combined.at(-1)
    const isTable = [previous?.[0], group[0]].some((element) => element?.type === 'Table')
    const samePage = previous?.at(-1)?.metadata.page_number === group[0]?.metadata.page_number
    const groupSize = textOf(group).length
    const joined = size + SEPARATOR.length + groupSize
    if (
      previous !== undefined &&
      !isTable &&
      (multipageSections || samePage) &&
      size < combineUnder &&
      joined <= maxCharacters
    ) {
      for (const element of group) previous.push(element)
      size = joined
    } else {
      combined.push([...group])
      size = groupSize
    }
  }
  return combined
}

function textOf(group: readonly Element[]): string {
  return group.map(({ text }) => text).join(SEPARATOR)
}

/** Each part has at least one new character, also with a large overlap. */
function splitText(text: string, { maxCharacters, overlap }: ChunkingOptions): string[] {
  if (text.length <= maxCharacters) return text === '' ? [] : [text]
  const trimmed = text.trimEnd()
  const parts: string[] = []
  let repeated = ''
  for (let at = 0; ; ) {
    // Copies of the whole rest would take quadratic time.
    const window = repeated + trimmed.slice(at, at + maxCharacters + 1 - repeated.length)
    if (window.length <= maxCharacters) return [...parts, window]
    const space = window.lastIndexOf(' ', maxCharacters)
    const to = space > Math.max(maxCharacters / 2, repeated.length) ? space : maxCharacters
    const part = window.slice(0, to).trim()
    parts.push(part)
    at += to - repeated.length
    while (trimmed[at]?.trim() === '') at++
    const end = tail(part, Math.min(overlap, maxCharacters - 2))
    repeated = end === '' ? '' : `${end} `
  }
}

function tail(text: string, overlap: number): string {
  return overlap <= 0
    ? ''
    : text
        .slice(-overlap)
        .replace(/^\S*\s/, '')
        .trim()
}

function toChunk(
  group: readonly Element[],
  text: string,
  { part, parts, original }: { part: number; parts: number; original: string },
): Element {
  const [first] = group as readonly [Element, ...Element[]]
  const { filename, filetype, languages, page_number: page, text_as_html: html } = first.metadata
  const isTable = first.type === 'Table'
  return {
    type: isTable ? (parts === 1 ? 'Table' : 'TableChunk') : 'CompositeElement',
    element_id: idOf([first.element_id, String(part), text]),
    text,
    metadata: {
      filename,
      filetype,
      languages,
      ...(page === undefined ? {} : { page_number: page }),
      ...(isTable && html !== undefined && parts === 1 ? { text_as_html: html } : {}),
      ...(original === '' ? {} : { orig_elements: original }),
    },
  }
}

/** JSON, compressed and in base64, as Unstructured's libraries read it. */
function compress(group: readonly Element[]): string {
  return toBase64(zlibSync(new TextEncoder().encode(JSON.stringify(group))))
}
