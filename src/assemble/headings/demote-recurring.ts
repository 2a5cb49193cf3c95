/** Demotes headings that a document repeats: entries of a contents list or menu, and labels of examples, remarks and answers. */
import type { Block, DocumentPage, TitleBlock } from '../../model/document.ts'
import { relabel } from './relabel.ts'
import { styleKey } from './style-key.ts'

/** Minimum size of a heading relative to the entry that announces it. */
const MIN_SIZE_RATIO = 1.1
/** Shorter texts ("A", "2010") may be headings of two kinds. */
const MIN_LETTERS = 6
/** The page number of an entry. Entries of chapters may be a little larger than the others. */
const pageNumber = /[\s…](?:\d{1,3}|[ivxl]{1,6})$/
const MAX_ENTRY_SIZE_RATIO = 1.2
/** Labels end in a colon; minimum number of equal labels in one style. */
const MIN_LABELS = 3
const colon = /[:：]$/

export function demoteRecurring(pages: readonly DocumentPage[]): readonly DocumentPage[] {
  const headings = pages.flatMap(({ blocks }) => blocks.filter((block) => block.kind === 'title'))
  const demoted = [...findAnnounced(headings), ...findEntries(pages, headings), ...findLabels(headings)]
  return relabel(pages, new Set<Block>(demoted.filter(({ exact }) => exact !== true)), 'demoteRecurring')
}

/** Headings that a later, larger heading repeats. */
function findAnnounced(headings: readonly TitleBlock[]): TitleBlock[] {
  const laterSizes = new Map<string, number>()
  return headings.toReversed().filter(({ text, style: { size } }) => {
    const letters = lettersOf(text)
    const later = laterSizes.get(letters) ?? 0
    laterSizes.set(letters, Math.max(later, size))
    return letters.length >= MIN_LETTERS && later >= size * MIN_SIZE_RATIO
  })
}

/** Headings with a page number that have the style of a contents list on their page, or repeat a heading next to a contents list. */
function findEntries(pages: readonly DocumentPage[], headings: readonly TitleBlock[]): TitleBlock[] {
  const known = new Set(headings.map(({ text }) => lettersOf(text)))
  return pages.flatMap(({ blocks }) => {
    const entrySizes = blocks.flatMap((block) =>
      block.kind === 'text' && block.type === 'cate' ? [block.style.size] : [],
    )
    return blocks.filter((block, at): block is TitleBlock => {
      if (block.kind !== 'title' || !pageNumber.test(block.text)) return false
      if (entrySizes.some((size) => block.style.size <= size * MAX_ENTRY_SIZE_RATIO)) return true
      return (
        known.has(lettersOf(block.text.replace(pageNumber, ''))) && [blocks[at - 1], blocks[at + 1]].some(isContents)
      )
    })
  })
}

/** Rows with gaps or leaders may have been detected as a table. */
function isContents(block: Block | undefined): boolean {
  return block?.kind === 'table' || block?.type === 'cate'
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/** Headings that end in a colon, in a style that repeats one of them. */
function findLabels(headings: readonly TitleBlock[]): TitleBlock[] {
  const labels = headings.filter(({ text }) => colon.test(text))
  const styles = new Set<string>()
  for (const equal of Map.groupBy(labels, ({ style, text }) => `${styleKey(style)}\n${text}`).values())
    if (equal.length >= MIN_LABELS) styles.add(styleKey(equal[0]!.style))
  return labels.filter(({ style }) => styles.has(styleKey(style)))
}
