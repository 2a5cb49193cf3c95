/**
 * The PDF outline (bookmarks) → titles: a title that an entry on its page names has the entry's level, and a short text that an
 * entry names is a title. Entries that name nothing on their page are passed over; so is an outline of which nothing is found.
 */
import type { Block, DocumentPage, TextBlock, TitleBlock } from '../../model/document.ts'
import type { OutlineEntry } from '../../model/tags.ts'
import { contentOf } from '../text-blocks.ts'

/** Headings are shorter than this, and of few lines. */
const MAX_CHARS = 200
const MAX_LINES = 4
/** An entry may leave out a subtitle or a number, but hardly more than this share of the title. */
const LEAST_RATIO = 0.7
/** Entries of fewer letters ("1", "A") name too much. */
const MIN_LETTERS = 3
/** Text that is no title yet becomes one only if its type differs from the page's: in size by at least this … */
const LARGER = 1.04

export function followOutline(pages: readonly DocumentPage[]): readonly DocumentPage[] {
  return pages.map((page) => (page.outline === undefined ? page : { ...page, blocks: name(page.blocks, page.outline) }))
}

function name(blocks: readonly Block[], outline: readonly OutlineEntry[]): Block[] {
  const named = [...blocks]
  const bodySize = bodySizeOf(blocks)
  const taken = new Set<number>()
  for (const { title, level } of outline) {
    const wanted = letters(title)
    if (wanted.length < MIN_LETTERS) continue
    const at = find(blocks, { wanted, taken, bodySize })
    const block = at === null ? undefined : blocks[at]
    if (at === null || block === undefined || (block.kind !== 'title' && block.kind !== 'text')) continue
    taken.add(at)
    // The tags know better: they were made with the text, bookmarks often after it.
    if (block.kind === 'title' && block.exact === true) continue
    named[at] = { kind: 'title', type: 'title', ...contentOf(block), level: Math.min(6, level), exact: true }
  }
  return named
}

/** The title that the entry names, else the short text that says exactly the same. */
function find(
  blocks: readonly Block[],
  { wanted, taken, bodySize }: { wanted: string; taken: ReadonlySet<number>; bodySize: number },
): number | null {
  const free = blocks.flatMap((block, index) =>
    !taken.has(index) && mayBeNamed(block, bodySize)
      ? [{ index, own: letters(block.text), isTitle: block.kind === 'title' }]
      : [],
  )
  const same = free.filter(({ own }) => own === wanted)
  const found =
    same.find(({ isTitle }) => isTitle) ?? same[0] ?? free.find(({ own, isTitle }) => isTitle && isPartOf(own, wanted))
  return found?.index ?? null
}

function mayBeNamed(block: Block, bodySize: number): block is TextBlock | TitleBlock {
  if (block.kind === 'title') return true
  if (block.kind !== 'text' || block.type !== 'text' || block.items !== undefined) return false
  const { size, bold, italic, caps, lineCount } = block.style
  // … or in weight, slant or capitals.
  const standsOut = size >= bodySize * LARGER || bold || italic || caps
  return standsOut && block.text.length <= MAX_CHARS && lineCount <= MAX_LINES
}

/** What most of the page's text is set in; 0 without text. */
function bodySizeOf(blocks: readonly Block[]): number {
  const sizes = new Map<number, number>()
  for (const block of blocks)
    if (block.kind === 'text') sizes.set(block.style.size, (sizes.get(block.style.size) ?? 0) + block.text.length)
  return [...sizes].reduce((best, next) => (next[1] > best[1] ? next : best), [0, 0] as const)[0]
}

function isPartOf(own: string, wanted: string): boolean {
  const [short, long] = own.length < wanted.length ? [own, wanted] : [wanted, own]
  return short.length >= MIN_LETTERS && short.length >= LEAST_RATIO * long.length && long.includes(short)
}

/** What is left when blanks, punctuation and capitals are no matter. */
function letters(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}
