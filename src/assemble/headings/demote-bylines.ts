/**
 * Titles below a document's title that head nothing → text: authors, where they work, dates, versions. What one of them says tells it of all
 * that look like it, if nothing else in the document does.
 */
import type { Block, DocumentPage, TitleBlock } from '../../model/document.ts'
import { isParagraph } from '../running-text.ts'
import { TITLE_RATIO, withText } from './demote-kickers.ts'
import { styleKey } from './promote-by-style.ts'

const person = "(?:\\p{Lu}[\\p{L}'’-]*\\.?|de|van|von|der|la|di|da)"
const name = `${person}(?: ${person}){1,3}`
const names = `(?:by )?${name}(?:(?:, (?:and |& )?| and | & | und | et | y | e )${name})+`
const severalNames = new RegExp(`^${names}$`, 'u')
const namesFirst = new RegExp(`^${names}(?!\\p{L})`, 'u')
const saysBy = new RegExp(`^[Bb]y ${name}(?!\\p{L})`, 'u')
/** Alone, a name may be any heading; in italics or above an address it is none … */
const oneName = new RegExp(`^(?:[Bb]y )?${name}$`, 'u')
/** … nor with an initial in its middle, or one before a surname. */
const middleInitial =
  /^\p{Lu}\p{Ll}+(?: \p{Lu}\.)+(?: (?:de|van|von|der|la|di|da))* \p{Lu}[\p{L}'’-]+(?: [IVX]+|,? [JS]r\.?)?$/u
const firstInitial = /^(?:\p{Lu}\. ?)+\p{Lu}\p{Ll}[\p{L}'’-]+$/u
/** Marks of the notes that tell where people work. */
const marks = /\s?[*∗⁎†‡§¶¹²³⁴-⁹]+/gu
const marked = new RegExp(`^${name}\\s?[*∗⁎†‡§¶¹²³]`, 'u')
/** "May 1, 2018", "30 December 2018", "2021-12-31". */
const date =
  /(?:19|20)\d\d[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:19|20)\d\d|\d{1,2}(?:st|nd|rd|th|\.)? (?:de )?\p{L}{3,10}\.?,? (?:de )?(?:19|20)\d\d|\p{Lu}\p{L}{2,9}\.? \d{1,2}(?:st|nd|rd|th)?, ?(?:19|20)\d\d/u
const dates = new RegExp(date, 'gu')
const onlyDate = new RegExp(`^(?:${date.source})$`, 'u')
/** Beside it stand names, places, versions: a few words, none of which is a sentence's. */
const besideDate = /^(?:[([]?(?:\p{Lu}|\d|v\d)|(?:dated|version|release|revised|updated)[:,]?$|[*∗†‡§¶,;–—()])/u
const particle = /^(?:de|van|von|der|la|di|da|of|and|und|et)$/
const maxBesideDate = 6
/** Where people work; an address goes on after a comma. */
const workplace =
  /(?<!\p{L})(?:universi\p{L}+|institut\p{L}*|departa?ment\p{L}*|département|dipartimento|faculty|faculté|fakultät|facultad|facoltà|faculdade|college|school|academy|hochschule|laborator\p{L}+|hospital)(?!\p{L})/iu
/** Of mail. */
const address = /\S@\S/

/** Makes text of what says "by …" right below a title, and of the authors below the document's. */
export function demoteBylines(pages: readonly DocumentPage[]): readonly DocumentPage[] {
  const said = new Set(
    pages.flatMap(({ blocks }) =>
      blocks.filter(
        (block, at) =>
          block.kind === 'title' && block.exact !== true && blocks[at - 1]?.kind === 'title' && saysBy.test(block.text),
      ),
    ),
  )
  return demoteAuthors(said.size === 0 ? pages : withText(pages, said))
}

/** The authors below the document's title, and what stands beside them. */
function demoteAuthors(pages: readonly DocumentPage[]): readonly DocumentPage[] {
  const titles = pages.flatMap(({ blocks }) => blocks.filter((block): block is TitleBlock => block.kind === 'title'))
  const [lead] = titles
  const page = pages.find(({ blocks }) => lead !== undefined && blocks.includes(lead))
  if (lead === undefined || page === undefined) return pages
  const rest = page.blocks.slice(page.blocks.indexOf(lead) + 1)
  const end = rest.findIndex(isRunning)
  const front = end < 0 ? rest : rest.slice(0, end)
  const below = front.filter((block): block is TitleBlock => block.kind === 'title')
  const looks = new Set(
    front.flatMap((block, at) =>
      block.kind === 'title' && isByline(block, { lead, after: front[at + 1] }) ? [styleKey(block.style)] : [],
    ),
  )
  for (const { style } of titles.filter((title) => !below.includes(title))) looks.delete(styleKey(style))
  // Marks of notes, initials and dates tell of authors even in the type of later headings.
  const demoted = below.filter(
    ({ exact, style, text }) => exact !== true && (looks.has(styleKey(style)) || isCertain(text)),
  )
  return demoted.length === 0 ? pages : withText(pages, new Set<Block>(demoted))
}

/** Addresses may be as long as a paragraph, but are no sentences. */
function isRunning(block: Block): boolean {
  return (
    isParagraph(block) &&
    (block.kind !== 'text' ||
      block.items !== undefined ||
      (/[.!?。]["'”’»)]?$/u.test(block.text) && !address.test(block.text)))
  )
}

function isByline(
  { style, text, exact }: TitleBlock,
  { lead, after }: { readonly lead: TitleBlock; readonly after: Block | undefined },
): boolean {
  if (exact === true || style.size >= lead.style.size) return false
  if (onlyDate.test(text)) return true
  if (style.size * TITLE_RATIO > lead.style.size) return false
  if (
    middleInitial.test(text) ||
    firstInitial.test(text) ||
    marked.test(text) ||
    (!style.caps && !style.bold && date.test(text) && standsBesideDate(text.replaceAll(dates, '')))
  )
    return true
  const plain = withoutMarks(text)
  if (severalNames.test(plain)) return true
  if (oneName.test(plain) && after?.kind === 'text' && address.test(after.text)) return true
  if (!style.bold && !style.caps && workplace.test(text) && text.includes(',')) return true
  // Where they work stands below their names.
  return (
    (style.lineCount > 1 && !style.bold && namesFirst.test(text)) || (style.italic && !style.bold && oneName.test(text))
  )
}

function standsBesideDate(text: string): boolean {
  const words = text.split(/\s+/).filter((word) => word !== '' && !particle.test(word))
  return words.length <= maxBesideDate && words.every((word) => besideDate.test(word))
}

function isCertain(text: string): boolean {
  if (middleInitial.test(text) || onlyDate.test(text)) return true
  const plain = withoutMarks(text)
  return plain !== text && severalNames.test(plain)
}

/** "Ruth Lindgren¹, Luis Ortega² and 3Anna Brandt" without its numbers. */
function withoutMarks(text: string): string {
  return text
    .replace(marks, '')
    .replace(/(?<!\S)\d{1,2}(?=\p{Lu})/gu, '')
    .replace(/,(?:\s*,)+/g, ',')
}
