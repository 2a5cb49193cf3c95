/** Titles of slides: at the top of a wide page, larger than its text. They are content, even next to a logo. */
import { cached } from '../model/cached.ts'
import type { DocumentPage } from '../model/document.ts'
import { addWeight } from '../model/statistics.ts'
import { normalize } from './repeated-blocks.ts'
import { isTextual, type TextualBlock } from './text-blocks.ts'

/** Minimum width of a slide relative to its height. */
export const MIN_SLIDE_ASPECT = 1.2
/** Maximum bottom of the title, relative to the page height. */
const TITLE_ZONE = 0.3
/** Minimum font size relative to the text of the slide, except for a bold title over text. */
const MIN_TITLE_RATIO = 1.15
/** Maximum fraction of slides with the same title; a more frequent one is the header of the presentation. */
const MAX_REPEAT_RATIO = 0.5

const titleByPage = new WeakMap<DocumentPage, TextualBlock | null>()

/** Whether a heading or text is at the top of a slide, and larger than all other text, or bold. */
export function isSlideTitle(page: DocumentPage, index: number): boolean {
  return cached(titleByPage, page, () => findSlideTitle(page)) === page.blocks[index]
}

function findSlideTitle({ blocks, width, height }: DocumentPage): TextualBlock | null {
  if (width < height * MIN_SLIDE_ASPECT) return null
  const texts = blocks.filter(isTextual).filter(hasWords)
  const [first, ...rest] = texts
  if (first === undefined || rest.length === 0) return null
  const title = rest.reduce((best, other) => (isLarger(other, best) ? other : best), first)
  const { size, bold } = title.style
  const isMoreProminent = ({ style }: TextualBlock): boolean =>
    style.size * MIN_TITLE_RATIO <= size || (bold && !style.bold && style.size <= size)
  const isProminent = texts.every((other) => other === title || isMoreProminent(other))
  return isProminent && title.box.y1 <= height * TITLE_ZONE ? title : null
}

function isLarger({ style: a }: TextualBlock, { style: b }: TextualBlock): boolean {
  return a.size > b.size || (a.size === b.size && a.bold && !b.bold)
}

/** A single letter may be a logo in a symbol font. */
function hasWords({ text }: TextualBlock): boolean {
  return /[\p{L}\p{N}].*[\p{L}\p{N}]/su.test(text)
}

/** Removes titles that some consecutive slides share from the repeated blocks of each page. */
export function keepSlideTitles(pages: readonly DocumentPage[], repeated: readonly Set<number>[]): Set<number>[] {
  const keyOf = (at: number, index: number): string => normalize((pages[at]!.blocks[index] as TextualBlock).text)
  const titles = repeated.map((indices, at) => [...indices].filter((index) => isSlideTitle(pages[at]!, index)))
  const counts = new Map<string, number>()
  titles.forEach((indices, at) => {
    for (const index of indices) addWeight(counts, keyOf(at, index), 1)
  })
  const isTitle = (at: number, index: number): boolean =>
    titles[at]!.includes(index) && counts.get(keyOf(at, index))! <= pages.length * MAX_REPEAT_RATIO
  return repeated.map((indices, at) => new Set([...indices].filter((index) => !isTitle(at, index))))
}
