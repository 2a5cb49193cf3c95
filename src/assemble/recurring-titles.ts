/**
 * Titles that stand in a document several times → text, where that shows that they head nothing: entries of a contents list or of
 * a menu, whose headings follow in larger type, and labels of examples, remarks, answers.
 */
import type { Block, DocumentPage, TitleBlock } from '../model/document.ts'
import { styleKey } from './heading-styles.ts'
import { withText } from './satellites.ts'

/** A heading is larger than the entry that announces it by this. */
const LARGER = 1.1
/** Shorter texts ("A", "2010") may be headings of two kinds. */
const MIN_LETTERS = 6
/** Labels end in a colon, and one of their look stands in the document so often. */
const LABELS = 3
const colon = /[:：]$/

/** Makes text of such titles. */
export function settleRecurring(pages: readonly DocumentPage[]): readonly DocumentPage[] {
  const titles = pages.flatMap(({ blocks }) => blocks.filter((block): block is TitleBlock => block.kind === 'title'))
  const demoted = new Set<Block>([...announced(titles), ...labels(titles)].filter(({ exact }) => exact !== true))
  return demoted.size === 0 ? pages : withText(pages, demoted)
}

/** Those that a later, larger title repeats. */
function announced(titles: readonly TitleBlock[]): TitleBlock[] {
  const later = new Map<string, number>()
  const found: TitleBlock[] = []
  for (const title of titles.toReversed()) {
    const letters = title.text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
    const known = later.get(letters) ?? 0
    if (letters.length >= MIN_LETTERS && known >= title.style.size * LARGER) found.push(title)
    later.set(letters, Math.max(known, title.style.size))
  }
  return found
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
