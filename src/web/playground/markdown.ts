/** Splits Markdown into top-level segments, each with its block. */
import { marked, type Token } from 'marked'
import type { Block, Cell, Page } from '../client/types.ts'
import { keyOf, textOf } from './block.ts'

export interface Segment {
  readonly token: Token
  /** Key of the block; `null` if no block was found. */
  readonly key: string | null
  /** The block and its continuations: after a page break, or the items of a list. */
  readonly keys: readonly string[]
  readonly page: number
}

interface PlacedSegment extends Segment {
  /** First line, 0-based. */
  readonly line: number
}

/** Maximum blocks to search for a segment. */
const SEARCH_DISTANCE = 24
/** Number of letters to compare. */
const PROBE_LENGTH = 40

/**
 * Both lists are in reading order: the block of a segment is the next one that begins with its text or contains it.
 * Linear time.
 */
export function placeSegments(markdown: string, pages: readonly Page[]): PlacedSegment[] {
  const blocks = searchableBlocks(pages)
  const segments: PlacedSegment[] = []
  let next = 0
  let nextLine = 0
  let page = pages[0]?.page_num ?? 0
  let previous: string | null = null
  for (const token of marked.lexer(markdown)) {
    const line = nextLine
    nextLine += token.raw.split('\n').length - 1
    if (token.type === 'space') continue
    const image = fileName(/!\[[^\]]*\]\(([^)\s]+)/.exec(token.raw)?.[1] ?? '')
    const probe = probeOf(token.raw)
    let found = -1
    for (let at = Math.max(0, next - 1); at < Math.min(blocks.length, next + SEARCH_DISTANCE); at++) {
      const block = blocks[at]
      if (block === undefined) continue
      const isImage = image !== '' && block.image === image
      const isText = probe !== '' && block.letters.includes(probe)
      if (isImage || isText) {
        found = at
        break
      }
    }
    const block = blocks[found]
    if (block !== undefined) {
      next = found + 1
      page = block.page
      previous = block.key
    }
    const key = block?.key ?? (probe === '' ? previous : null)
    const keys = block === undefined ? [key].filter((name) => name !== null) : keysFrom(found, token.raw, blocks)
    segments.push({ token, key, keys, page, line })
  }
  return segments
}

/** Blocks whose texts follow each other in a segment. */
function keysFrom(first: number, raw: string, blocks: ReturnType<typeof searchableBlocks>): string[] {
  const keys = [blocks[first]?.key ?? '']
  const letters = lettersOf(stripMarkup(raw))
  const start = letters.indexOf(blocks[first]?.letters ?? '')
  if (start < 0) return keys
  let end = start + (blocks[first]?.letters.length ?? 0)
  for (const { key, continuation } of blocks.slice(first + 1, first + 1 + SEARCH_DISTANCE)) {
    if (end >= letters.length) break
    if (continuation === '' || !letters.startsWith(continuation, end)) continue
    keys.push(key)
    end += continuation.length
  }
  return keys
}

/** By line of the Markdown; `null` for empty lines and where no block was found. */
export function keysOfLines(markdown: string, pages: readonly Page[]): (string | null)[] {
  const blocks = searchableBlocks(pages)
  const places = new Map<string | null, number>(blocks.map(({ key }, index) => [key, index]))
  const lines = markdown.split('\n')
  const keys = lines.map((): string | null => null)
  const segments = placeSegments(markdown, pages)
  let at = 0
  for (const [index, { key, line: start }] of segments.entries()) {
    at = places.get(key) ?? at
    const following = segments.slice(index + 1, index + 1 + SEARCH_DISTANCE)
    const endBlock = places.get(following.find((segment) => segment.key !== null)?.key ?? null) ?? blocks.length
    const end = Math.max(at + 1, Math.min(endBlock, at + SEARCH_DISTANCE))
    const segmentLines = lines.slice(start, following[0]?.line)
    let known = key
    const found = segmentLines.map((text) => {
      const probe = probeOf(text)
      // Consecutive list blocks are one segment.
      const step = probe === '' ? -1 : blocks.slice(at, end).findIndex(({ letters }) => letters.includes(probe))
      at += Math.max(0, step)
      if (step >= 0) known = blocks[at]?.key ?? null
      return known
    })
    // The first row of a table may have repeated cells, which its block lacks.
    const first = found.find((value) => value !== null) ?? null
    for (const [line, text] of segmentLines.entries()) if (text.trim() !== '') keys[start + line] = found[line] ?? first
  }
  return keys
}

function searchableBlocks(pages: readonly Page[]) {
  return pages.flatMap(({ page_num: page, blocks }) =>
    blocks.map((block) => ({
      key: keyOf(page, block.idx),
      page,
      letters: lettersOf(textOf(block)),
      continuation: lettersOf(block.cells === undefined ? block.content : textOfRows(block.cells)),
      image: fileName(block.img_url),
    })),
  )
}

function probeOf(text: string): string {
  return lettersOf(stripMarkup(text)).slice(0, PROBE_LENGTH)
}

const segmentsOfPages = new WeakMap<Page, Segment[]>()

/** For pages before the Markdown exists. The same page has the same segments, so that reading continues in them. */
export function segmentsOfPage(page: Page): Segment[] {
  const known = segmentsOfPages.get(page)
  if (known !== undefined) return known
  const segments = page.blocks.flatMap((block) =>
    marked.lexer(blockMarkdown(block)).map((token) => {
      const key = keyOf(page.page_num, block.idx)
      return { token, key, keys: [key], page: page.page_num }
    }),
  )
  segmentsOfPages.set(page, segments)
  return segments
}

function blockMarkdown(block: Block): string {
  const { type, format, content, img_url } = block
  if (format === 'html') return content
  if (format === 'latex') return content === '' ? imageMarkdown(img_url) : `$$\n${content}\n$$`
  if (type === 'title') return `${'#'.repeat(block.title_level ?? 1)} ${escapeMarkdown(content)}`
  if (type === 'code') return `\`\`\`\n${content}\n\`\`\``
  if (type === 'figure' || type === 'stamp' || type === 'qrcode')
    return imageMarkdown(img_url) || escapeMarkdown(content)
  return content.split('\n').map(escapeMarkdown).join('\n')
}

function imageMarkdown(url: string): string {
  return url === '' ? '' : `![](${url})`
}

function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]<>#|~$]/g, '\\$&')
}

/** Markdown has a repeated header only once. */
function textOfRows(cells: readonly Cell[]): string {
  return cells.flatMap(({ text, header }) => (header ? [] : [text])).join(' ')
}

function stripMarkup(text: string): string {
  return text
    .replace(/<[^>]*>/g, ' ')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\\([^a-zA-Z])/g, '$1')
}

/** Ignores escapes and Markdown syntax. */
function lettersOf(text: string): string {
  return decodeEntities(text)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

function decodeEntities(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39);/g, ' ')
}

function fileName(url: string): string {
  return url.startsWith('data:') ? url.slice(0, 200) : url.slice(url.lastIndexOf('/') + 1)
}
