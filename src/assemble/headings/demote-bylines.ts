/** Demotes "By …" below a heading, and authors, dates and versions below the title. */
import type { Block, DocumentPage, TitleBlock } from '../../model/document.ts'
import { isParagraph } from '../running-text.ts'
import { headingsIn } from './candidates.ts'
import { relabel } from './relabel.ts'
import { styleKey } from './style-key.ts'

/** Title relative to its byline. */
const MIN_SIZE_RATIO = 1.2

const namePart = "(?:\\p{Lu}[\\p{L}'’-]*\\.?|de|van|von|der|la|di|da)"
const name = `${namePart}(?: ${namePart}){1,3}`
const names = `(?:by )?${name}(?:(?:, (?:and |& )?| and | & | und | et | y | e )${name})+`
const severalNames = new RegExp(`^${names}$`, 'u')
const namesFirst = new RegExp(`^${names}(?!\\p{L})`, 'u')
const byName = new RegExp(`^[Bb]y ${name}(?!\\p{L})`, 'u')
/** A single name may be a heading, so it needs italics or an address below. */
const oneName = new RegExp(`^(?:[Bb]y )?${name}$`, 'u')
/** Initials mark a person. */
const middleInitial =
  /^\p{Lu}\p{Ll}+(?: \p{Lu}\.)+(?: (?:de|van|von|der|la|di|da))* \p{Lu}[\p{L}'’-]+(?: [IVX]+|,? [JS]r\.?)?$/u
const firstInitial = /^(?:\p{Lu}\. ?)+\p{Lu}\p{Ll}[\p{L}'’-]+$/u
const noteMarks = /\s?[*∗⁎†‡§¶¹²³⁴-⁹]+/gu
const nameWithMark = new RegExp(`^${name}\\s?[*∗⁎†‡§¶¹²³]`, 'u')
const date =
  /(?:19|20)\d\d[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:19|20)\d\d|\d{1,2}(?:st|nd|rd|th|\.)? (?:de )?\p{L}{3,10}\.?,? (?:de )?(?:19|20)\d\d|\p{Lu}\p{L}{2,9}\.? \d{1,2}(?:st|nd|rd|th)?, ?(?:19|20)\d\d/u
const dates = new RegExp(date, 'gu')
const onlyDate = new RegExp(`^(?:${date.source})$`, 'u')
/** Tested first, because compiling the date patterns takes 10 ms. */
const year = /(?:19|20)\d\d/
/** Words of lines with a date: names, places, versions. */
const wordWithDate = /^(?:[([]?(?:\p{Lu}|\d|v\d)|(?:dated|version|release|revised|updated)[:,]?$|[*∗†‡§¶,;–—()])/u
const particle = /^(?:de|van|von|der|la|di|da|of|and|und|et)$/
const MAX_WORDS_WITH_DATE = 6
const affiliation =
  /(?<!\p{L})(?:universi\p{L}+|institut\p{L}*|departa?ment\p{L}*|département|dipartimento|faculty|faculté|fakultät|facultad|facoltà|faculdade|college|school|academy|hochschule|laborator\p{L}+|hospital)(?!\p{L})/iu
const emailAddress = /\S@\S/

export function demoteBylines(pages: readonly DocumentPage[]): readonly DocumentPage[] {
  const demoted = pages.flatMap(({ blocks }) =>
    blocks.filter(
      (block, at) =>
        block.kind === 'title' && block.exact !== true && blocks[at - 1]?.kind === 'title' && byName.test(block.text),
    ),
  )
  return relabel(pages, demoted, 'demoteBylines')
}

/** One byline decides for its style, unless later headings have that style. */
export function demoteAuthors(pages: readonly DocumentPage[]): readonly DocumentPage[] {
  const headings = headingsIn(pages)
  const [title] = headings
  const page = pages.find(({ blocks }) => title !== undefined && blocks.includes(title))
  if (title === undefined || page === undefined) return pages
  const rest = page.blocks.slice(page.blocks.indexOf(title) + 1)
  const end = rest.findIndex(isParagraph)
  const front = end < 0 ? rest : rest.slice(0, end)
  const candidates = front.filter((block) => block.kind === 'title')
  const bylineStyles = new Set(
    front.flatMap((block, at) =>
      block.kind === 'title' && isByline(block, { title, next: front[at + 1] }) ? [styleKey(block.style)] : [],
    ),
  )
  for (const { style } of headings.filter((heading) => !candidates.includes(heading)))
    bylineStyles.delete(styleKey(style))
  const demoted = candidates.filter(
    ({ exact, style, text }) => exact !== true && (bylineStyles.has(styleKey(style)) || isCertainByline(text)),
  )
  return relabel(pages, demoted, 'demoteAuthors')
}

function isByline(
  { style, text }: TitleBlock,
  { title, next }: { readonly title: TitleBlock; readonly next: Block | undefined },
): boolean {
  if (style.size >= title.style.size) return false
  if (year.test(text) && onlyDate.test(text)) return true
  if (style.size * MIN_SIZE_RATIO > title.style.size) return false
  if (
    middleInitial.test(text) ||
    firstInitial.test(text) ||
    nameWithMark.test(text) ||
    (!style.caps && !style.bold && year.test(text) && date.test(text) && isShortWithDate(text.replaceAll(dates, '')))
  )
    return true
  const unmarked = withoutNoteMarks(text)
  if (severalNames.test(unmarked)) return true
  if (oneName.test(unmarked) && next?.kind === 'text' && emailAddress.test(next.text)) return true
  if (!style.bold && !style.caps && affiliation.test(text) && text.includes(',')) return true
  return !style.bold && ((style.lineCount > 1 && namesFirst.test(text)) || (style.italic && oneName.test(text)))
}

function isShortWithDate(text: string): boolean {
  const words = text.split(/\s+/).filter((word) => word !== '' && !particle.test(word))
  return words.length <= MAX_WORDS_WITH_DATE && words.every((word) => wordWithDate.test(word))
}

function isCertainByline(text: string): boolean {
  if (middleInitial.test(text) || (year.test(text) && onlyDate.test(text))) return true
  const unmarked = withoutNoteMarks(text)
  return unmarked !== text && severalNames.test(unmarked)
}

/** Changes "Ruth Lindgren¹, Luis Ortega² and 3Anna Brandt" to the names. */
function withoutNoteMarks(text: string): string {
  return text
    .replace(noteMarks, '')
    .replace(/(?<!\S)\d{1,2}(?=\p{Lu})/gu, '')
    .replace(/,(?:\s*,)+/g, ',')
}
