/** Who wrote it, right below the document's title: set in a look of its own, it passes for a heading, and heads nothing. */
import type { DocumentPage, TitleBlock } from '../model/document.ts'
import { styleKey } from './heading-styles.ts'

/** The title above is larger by this. */
const TITLE_RATIO = 1.2

const person = "(?:\\p{Lu}[\\p{L}'’-]*\\.?|de|van|von|der|la|di|da)"
const name = `${person}(?: ${person}){1,3}`
const severalNames = new RegExp(`^(?:by )?${name}(?:(?:, (?:and |& )?| and | & | und | et )${name})+$`, 'u')
/** Alone, a name may be any heading; in italics it is none. */
const oneName = new RegExp(`^(?:[Bb]y )?${name}$`, 'u')

/** Makes text of it. */
export function settleByline(pages: readonly DocumentPage[]): readonly DocumentPage[] {
  const titles = pages.flatMap(({ blocks }) => blocks.filter((block): block is TitleBlock => block.kind === 'title'))
  const [lead, byline, ...others] = titles
  if (lead === undefined || byline === undefined || !isByline(byline, lead)) return pages
  const page = pages.find(({ blocks }) => blocks.includes(byline))!
  const at = page.blocks.indexOf(byline)
  if (page.blocks[at - 1] !== lead || others.some(({ style }) => styleKey(style) === styleKey(byline.style))) return pages
  const { box, confidence, source, text, style } = byline
  const blocks = page.blocks.with(at, { kind: 'text', type: 'text', box, confidence, source, text, style })
  return pages.map((other) => (other === page ? { ...page, blocks } : other))
}

function isByline({ style, text, exact }: TitleBlock, lead: TitleBlock): boolean {
  if (exact === true || style.size * TITLE_RATIO > lead.style.size) return false
  return severalNames.test(text) || (style.italic && !style.bold && oneName.test(text))
}
