/** How the blocks of one look are used over the whole document: how many there are, what follows them, what the rules said of them. */
import type { Block, DocumentPage } from '../../model/document.ts'
import { parseNumbering } from '../../model/numbering.ts'
import { isParagraph } from '../running-text.ts'
import type { TextualBlock } from '../text-blocks.ts'
import { digitRatio, flowOf, is, isShort, isText, looks, sizesOf } from './candidates.ts'
import { bodyOf } from './promote-by-style.ts'

/** More blocks of one look, and more pages, say no more. */
const MANY_ALIKE = 30
const MANY_PAGES = 10
/** So much of the document is read to tell how many digits it has. */
const SAMPLE_BLOCKS = 200

/** How the blocks of one look are used. */
interface Like {
  count: number
  chars: number
  short: number
  titles: number
  heads: number
  runs: number
  colon: number
  numbered: number
  readonly pages: Set<DocumentPage>
}

/** What is measured once for a document. */
export interface DocumentStats {
  readonly body: { readonly size: number; readonly font: string; readonly color: string; readonly bold: number }
  readonly likes: ReadonlyMap<string, Like>
  readonly texts: ReadonlyMap<string, number>
  readonly chars: number
  readonly sizes: readonly number[]
  readonly numbers: readonly number[]
  readonly pages: number
}

/** Of all pages in their order. */
export function measure(pages: readonly DocumentPage[]): DocumentStats {
  const { size, style } = bodyOf(pages)
  const blocks = pages.flatMap((page) => page.blocks.filter((block): block is TextualBlock => isText(block)))
  const chars = Math.max(
    1,
    blocks.reduce((sum, { text }) => sum + text.length, 0),
  )
  const bold = blocks.reduce((sum, block) => sum + (block.style.bold ? block.text.length : 0), 0) / chars
  const likes = new Map<string, Like>()
  const texts = new Map<string, number>()
  for (const page of pages) {
    const flow = flowOf(page)
    flow.forEach((block, at) => {
      if (!isText(block)) return
      texts.set(block.text, (texts.get(block.text) ?? 0) + 1)
      count(likeOf(likes, looks(block.style)), block, { page, next: flow[at + 1] })
    })
  }
  const sample = blocks.slice(0, SAMPLE_BLOCKS).map(({ text }) => text)
  const digits = digitRatio(sample.join(''))
  const titles = Math.min(5, blocks.filter(({ kind }) => kind === 'title').length / pages.length)
  const numbers = [
    titles,
    blocks.filter(isShort).length / Math.max(1, blocks.length),
    digits,
    bold,
    Math.min(MANY_PAGES, pages.length),
  ]
  const [, , , , font = '', color = ''] = style.split('|')
  return {
    body: { size, font, color, bold },
    likes,
    texts,
    chars,
    sizes: sizesOf(blocks),
    numbers,
    pages: pages.length,
  }
}

function likeOf(likes: Map<string, Like>, key: string): Like {
  const known = likes.get(key)
  if (known !== undefined) return known
  const like = {
    count: 0,
    chars: 0,
    short: 0,
    titles: 0,
    heads: 0,
    runs: 0,
    colon: 0,
    numbered: 0,
    pages: new Set<DocumentPage>(),
  }
  likes.set(key, like)
  return like
}

function count(
  like: Like,
  block: TextualBlock,
  { page, next }: { readonly page: DocumentPage; readonly next: Block | undefined },
): void {
  like.count++
  like.chars += block.text.length
  like.pages.add(page)
  like.short += is(isShort(block))
  like.titles += is(block.kind === 'title')
  like.heads += is(next === undefined || isParagraph(next) || next.kind === 'figure')
  like.runs += is(isText(next) && looks(next.style) === looks(block.style))
  like.colon += is(/[:：]$/.test(block.text))
  like.numbered += is(parseNumbering(block.text) !== null)
}

/** How blocks in the look of `line` are used, and the document's own numbers, in the order of `featureNames`. */
export function sameStyleFeatures({ style }: TextualBlock, whole: DocumentStats): number[] {
  const like = whole.likes.get(looks(style))!
  const shares = [like.short, like.titles, like.heads, like.runs, like.colon, like.numbered].map(
    (number) => number / like.count,
  )
  return [
    Math.min(MANY_ALIKE, like.count),
    like.chars / whole.chars,
    ...shares,
    like.pages.size / whole.pages,
    ...whole.numbers,
  ]
}
