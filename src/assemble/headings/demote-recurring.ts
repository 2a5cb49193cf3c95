/**
 * Titles that stand in a document several times → text, where that shows that they head nothing: entries of a contents list or of
 * a menu, whose headings follow in larger type, and labels of examples, remarks, answers.
 */
import type { Block, DocumentPage, TitleBlock } from '../../model/document.ts'
import { withText } from './demote-kickers.ts'
import { styleKey } from './promote-by-style.ts'

/** A heading is larger than the entry that announces it by this. */
const LARGER = 1.1
/** Shorter texts ("A", "2010") may be headings of two kinds. */
const MIN_LETTERS = 6
/** The page that an entry leads to; chapters' entries may be set a little larger than the others. */
const onPage = /[\s…](?:\d{1,3}|[ivxl]{1,6})$/
const ENTRY_LARGER = 1.2
/** Labels end in a colon, and one of their look stands in the document so often. */
const LABELS = 3
const colon = /[:：]$/

/** Makes text of such titles. */
export function demoteRecurring(pages: readonly DocumentPage[]): readonly DocumentPage[] {
  const titles = pages.flatMap(({ blocks }) => blocks.filter((block): block is TitleBlock => block.kind === 'title'))
  const demoted = new Set<Block>(
    [...announced(titles), ...entries(pages, titles), ...labels(titles)].filter(({ exact }) => exact !== true),
  )
  return demoted.size === 0 ? pages : withText(pages, demoted)
}

/** Those that a later, larger title repeats. */
function announced(titles: readonly TitleBlock[]): TitleBlock[] {
  const later = new Map<string, number>()
  const found: TitleBlock[] = []
  for (const title of titles.toReversed()) {
    const letters = lettersOf(title.text)
    const known = later.get(letters) ?? 0
    if (letters.length >= MIN_LETTERS && known >= title.style.size * LARGER) found.push(title)
    later.set(letters, Math.max(known, title.style.size))
  }
  return found
}

/** Those with a page number behind them: in the type of a table of contents on its page, or beside one when their heading is among the titles. */
function entries(pages: readonly DocumentPage[], titles: readonly TitleBlock[]): TitleBlock[] {
  const known = new Set(titles.map(({ text }) => lettersOf(text)))
  return pages.flatMap(({ blocks }) => {
    const sizes = blocks.flatMap((block) => (block.kind === 'text' && block.type === 'cate' ? [block.style.size] : []))
    return blocks.filter((block, at): block is TitleBlock => {
      if (block.kind !== 'title' || !onPage.test(block.text)) return false
      if (sizes.some((size) => block.style.size <= size * ENTRY_LARGER)) return true
      return known.has(lettersOf(block.text.replace(onPage, ''))) && [blocks[at - 1], blocks[at + 1]].some(isContents)
    })
  })
}

/** Rows with holes or leaders pass for a table. */
function isContents(block: Block | undefined): boolean {
  return block !== undefined && (block.kind === 'table' || block.type === 'cate')
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/** Those with a colon of a look that says the same again and again. */
function labels(titles: readonly TitleBlock[]): TitleBlock[] {
  const counts = new Map<string, number>()
  const looks = new Set<string>()
  const withColon = titles.filter(({ text }) => colon.test(text))
  for (const { text, style } of withColon) {
    const look = styleKey(style)
    const key = `${look}\n${text}`
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    if (count >= LABELS) looks.add(look)
  }
  return withColon.filter(({ style }) => looks.has(styleKey(style)))
}
