/** Labels the candidate lines of a document as headings or text by a known truth. */
import { labelFurniture } from '../../src/assemble/furniture.ts'
import { type HeadingFeatures, headingFeatures } from '../../src/assemble/headings/features.ts'
import { headingRules } from '../../src/assemble/headings/headings.ts'
import type { TextualBlock } from '../../src/assemble/text-blocks.ts'
import { layoutPage } from '../../src/layout/layout.ts'
import type { DocumentPage } from '../../src/model/document.ts'
import { type Box, overlapArea } from '../../src/model/geometry.ts'
import type { RawPage } from '../../src/model/raw-page.ts'

export interface LabeledLine {
  readonly text: string
  /** Page index. */
  readonly page: number
  readonly box: Box
  readonly features: HeadingFeatures
  /** The result of the heading rules. */
  readonly byRules: boolean
  /** The truth; `null` where it is unknown. */
  readonly isHeading: boolean | null
}

/** A heading of the truth. */
export interface KnownHeading {
  readonly text: string
  /** Page index; `null` where the source does not state it. */
  readonly page: number | null
  readonly level: number
  /** May count as a heading or not. */
  readonly optional: boolean
  readonly box?: Box
}

/** Headings that outlines often leave out. */
const unlisted =
  /^(?:abstract|contents|tableofcontents|references|bibliography|acknowledge?ments?|index|preface|zusammenfassung|inhaltsverzeichnis|literatur|résumé|remerciements|summary|introduction|foreword|listoffigures|listoftables)$/
/**
 * A line matches a heading partly: minimum length relative to the longer text, minimum letters, and maximum letters of
 * a number before it.
 */
const MIN_PART_RATIO = 0.6
const MIN_PART_LETTERS = 3
const MAX_NUMBER_LETTERS = 8
/** Minimum letters of a heading without a page that may match partly. */
const MIN_LETTERS_ANYWHERE = 6
/** Minimum number of headings found; a source with fewer names few of the document's headings. */
const MIN_HEADINGS = 3
/** Lines of at least this size relative to the largest on the first page are its title, which outlines leave out. */
const MIN_TITLE_SIZE_RATIO = 0.99

export function headingsOfOutline(raws: readonly RawPage[]): KnownHeading[] {
  return raws.flatMap(({ outline, pageIndex }) =>
    (outline ?? []).map(({ title, level }) => ({ text: title, page: pageIndex, level, optional: false })),
  )
}

/** `generated`: written by `make-documents.node.ts`, where h6 is optional. */
export function headingsOfHtml(html: string, { generated }: { readonly generated: boolean }): KnownHeading[] {
  const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }
  return [...html.replace(/<!--.*?-->/gs, '').matchAll(/<h([1-6])[^>]*>(.*?)<\/h\1>/gis)].map(([, level, inner]) => ({
    text: inner!
      .replace(/<[^>]*>/g, '')
      .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
      .replace(/&(\w+);/g, (_, name) => entities[name] ?? ' ')
      .trim(),
    page: null,
    level: Number(level),
    optional: generated && level === '6',
  }))
}

/** Lays out pages without their tags and outline, and applies the heading rules. */
export function applyRules(raws: readonly RawPage[]): readonly DocumentPage[] {
  const bare = raws.map(({ outline: _, tags: __, ...raw }) => ({ ...layoutPage(raw), mergeFromPrevious: false }))
  return headingRules.reduce<readonly DocumentPage[]>((current, pass) => pass(current), labelFurniture(bare))
}

interface Line {
  readonly page: number
  readonly block: TextualBlock
}

export interface LabelOptions {
  /** The truth names all headings of the document. */
  readonly isComplete: boolean
  readonly minHeadings?: number
}

/** The lines, and the number of headings that are no line of their own; `null` where too few headings are known. */
export function labelLines(
  pages: readonly DocumentPage[],
  known: readonly KnownHeading[],
  { isComplete, minHeadings = MIN_HEADINGS }: LabelOptions,
): { readonly lines: LabeledLine[]; readonly missed: number } | null {
  const features = headingFeatures(pages)
  const lines = pages.flatMap(({ pageIndex, blocks }) =>
    blocks.flatMap((block) =>
      features.has(block as TextualBlock) ? [{ page: pageIndex, block: block as TextualBlock }] : [],
    ),
  )
  const { labels, found, missed } = matchHeadings(pages, lines, known)
  if (found < minHeadings) return null
  const isUnknown = isComplete ? isOptional(known) : unlistedFilter(lines, { labels, known, pageCount: pages.length })
  const labeled = lines.map((line): LabeledLine => {
    const label = labels.get(line.block)
    return {
      text: line.block.text,
      page: line.page,
      box: line.block.box,
      features: features.get(line.block)!,
      byRules: line.block.kind === 'title',
      isHeading: label !== undefined ? label : isUnknown(line) ? null : false,
    }
  })
  return { lines: labeled, missed }
}

function matchHeadings(pages: readonly DocumentPage[], lines: readonly Line[], known: readonly KnownHeading[]) {
  const labels = new Map<TextualBlock, boolean | null>()
  const texts = new Map(pages.map((page) => [page.pageIndex, lettersOfPage(page)]))
  const allText = [...texts.values()].join('')
  let [found, missed] = [0, 0]
  for (const heading of known.toSorted((a, b) => Number(a.optional) - Number(b.optional))) {
    const letters = lettersOf(heading.text)
    const { page, box, optional } = heading
    if (letters.length < 2 || !(page === null ? allText : (texts.get(page) ?? '')).includes(letters)) continue
    const candidates = lines.filter(
      (line) =>
        (page === null || line.page === page) &&
        !labels.has(line.block) &&
        (box === undefined || overlapArea(box, line.block.box) > 0),
    )
    const match = findLine(
      letters,
      candidates.map(({ block }) => block),
      page === null,
    )
    if (match !== null) labels.set(match, optional ? null : true)
    else if (!optional) missed++
    if (!optional) found++
  }
  return { labels, found, missed }
}

function lettersOfPage({ blocks }: DocumentPage): string {
  const texts = blocks.map((block) =>
    block.kind === 'table' ? block.cells.map(({ text }) => text).join(' ') : block.text,
  )
  return lettersOf(texts.join(' '))
}

/** The line with the same letters, the largest where the page is unknown; else a line with most of them. */
function findLine(letters: string, lines: readonly TextualBlock[], anywhere: boolean): TextualBlock | null {
  const same = lines.filter(({ text }) => lettersOf(text) === letters)
  if (anywhere) same.sort((a, b) => b.style.size - a.style.size || Number(b.style.bold) - Number(a.style.bold))
  const isPart = ({ text }: TextualBlock): boolean => matchesPartly(lettersOf(text), letters)
  const part =
    lines.find((line) => line.kind === 'title' && isPart(line)) ??
    (anywhere && letters.length < MIN_LETTERS_ANYWHERE ? undefined : lines.find(isPart))
  return same[0] ?? part ?? null
}

function matchesPartly(line: string, heading: string): boolean {
  const [short, long] = line.length < heading.length ? [line, heading] : [heading, line]
  if (short.length >= MIN_PART_LETTERS && short.length >= MIN_PART_RATIO * long.length && long.includes(short))
    return true
  return (
    heading.length > MIN_PART_LETTERS && line.endsWith(heading) && line.length - heading.length <= MAX_NUMBER_LETTERS
  )
}

function isOptional(known: readonly KnownHeading[]): (line: Line) => boolean {
  const optional = new Set(known.flatMap((heading) => (heading.optional ? [lettersOf(heading.text)] : [])))
  return ({ block }) => optional.has(lettersOf(block.text))
}

/**
 * Lines that an incomplete outline may have left out: common parts, the document's title, and headings in the style of
 * listed ones.
 */
function unlistedFilter(
  lines: readonly Line[],
  {
    labels,
    known,
    pageCount,
  }: { labels: Map<TextualBlock, boolean | null>; known: readonly KnownHeading[]; pageCount: number },
): (line: Line) => boolean {
  const listedStyles = new Set(
    lines.flatMap(({ block }) => (labels.get(block) === true ? [coarseStyleKey(block)] : [])),
  )
  const firstPage = lines[0]?.page
  const largest = Math.max(...lines.flatMap(({ page, block }) => (page === firstPage ? [block.style.size] : [])))
  const depth = new Set(known.map(({ level }) => level)).size
  return ({ page, block }) => {
    if (unlisted.test(lettersOf(block.text))) return true
    if (pageCount > 1 && page === firstPage && block.style.size >= MIN_TITLE_SIZE_RATIO * largest) return true
    return block.kind === 'title' && (depth < 2 || listedStyles.has(coarseStyleKey(block)))
  }
}

function coarseStyleKey({ style: { size, bold, caps } }: TextualBlock): string {
  return `${Math.round(size * 2)}|${bold}|${caps}`
}

function lettersOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}
