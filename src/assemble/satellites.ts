/** Lines that go with a title and pass for one: who wrote it, right below; what it belongs to, in small type right above. */
import type { Block, DocumentPage, TitleBlock } from '../model/document.ts'
import { readNumbering } from '../model/numbering.ts'
import { styleKey } from './heading-styles.ts'

/** A title is larger than its byline or kicker by this. */
const TITLE_RATIO = 1.2
/** One small line above a title may be anything. */
const KICKERS = 2

const person = "(?:\\p{Lu}[\\p{L}'’-]*\\.?|de|van|von|der|la|di|da)"
const name = `${person}(?: ${person}){1,3}`
const names = `(?:by )?${name}(?:(?:, (?:and |& )?| and | & | und | et )${name})+`
const severalNames = new RegExp(`^${names}$`, 'u')
const namesFirst = new RegExp(`^${names}(?!\\p{L})`, 'u')
const saysBy = new RegExp(`^[Bb]y ${name}(?!\\p{L})`, 'u')
/** Alone, a name may be any heading; in italics it is none. */
const oneName = new RegExp(`^(?:[Bb]y )?${name}$`, 'u')

/** Makes text of what says "by …" right below a title, and of the authors below the document's, if nothing else has their look. */
export function settleByline(pages: readonly DocumentPage[]): readonly DocumentPage[] {
  const said = new Set(
    pages.flatMap(({ blocks }) =>
      blocks.filter((block, at) => block.kind === 'title' && block.exact !== true && blocks[at - 1]?.kind === 'title' && saysBy.test(block.text)),
    ),
  )
  return settleAuthors(said.size === 0 ? pages : withText(pages, said))
}

function settleAuthors(pages: readonly DocumentPage[]): readonly DocumentPage[] {
  const [lead, byline, ...others] = titlesOf(pages)
  if (lead === undefined || byline === undefined || !isByline(byline, lead)) return pages
  const page = pages.find(({ blocks }) => blocks.includes(byline))!
  if (page.blocks[page.blocks.indexOf(byline) - 1] !== lead || others.some(({ style }) => styleKey(style) === styleKey(byline.style))) return pages
  return withText(pages, new Set([byline]))
}

/** Makes text of small lines of one look that stand above larger titles, all of them. */
export function settleKickers(pages: readonly DocumentPage[]): readonly DocumentPage[] {
  const byLook = new Map<string, { readonly titles: TitleBlock[]; above: number }>()
  for (const { blocks } of pages)
    blocks.forEach((block, at) => {
      if (block.kind !== 'title') return
      const key = styleKey(block.style)
      let look = byLook.get(key)
      if (look === undefined) {
        look = { titles: [], above: 0 }
        byLook.set(key, look)
      }
      look.titles.push(block)
      if (isKicker(block, blocks[at + 1])) look.above++
    })
  const kickers = [...byLook.values()].filter(({ titles, above }) => above >= KICKERS && above === titles.length)
  return kickers.length === 0 ? pages : withText(pages, new Set(kickers.flatMap(({ titles }) => titles)))
}

function titlesOf(pages: readonly DocumentPage[]): TitleBlock[] {
  return pages.flatMap(({ blocks }) => blocks.filter((block): block is TitleBlock => block.kind === 'title'))
}

function isByline({ style, text, exact }: TitleBlock, lead: TitleBlock): boolean {
  if (exact === true || style.size * TITLE_RATIO > lead.style.size) return false
  // Where they work stands below their names.
  return severalNames.test(text) || (style.lineCount > 1 && !style.bold && namesFirst.test(text)) || (style.italic && !style.bold && oneName.test(text))
}

/** In capitals, shorter than a line, without a number ("CHAPTER 2" belongs to its title). */
function isKicker({ style, text, exact }: TitleBlock, below: Block | undefined): boolean {
  if (exact === true || below?.kind !== 'title' || !style.caps || style.lineCount > 1 || readNumbering(text) !== null) return false
  return below.style.size >= style.size * TITLE_RATIO && styleKey(below.style) !== styleKey(style)
}

/** The pages with these titles as text. */
export function withText(pages: readonly DocumentPage[], demoted: ReadonlySet<Block>): DocumentPage[] {
  return pages.map((page) => ({
    ...page,
    blocks: page.blocks.map((block): Block => {
      if (block.kind !== 'title' || !demoted.has(block)) return block
      const { box, confidence, source, text, style } = block
      return { kind: 'text', type: 'text', box, confidence, source, text, style }
    }),
  }))
}
