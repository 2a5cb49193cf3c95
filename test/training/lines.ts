/** Raw pages and what is known of their titles → lines with their features, each a title, none, or left out because nobody can say. */

import { labelFurniture } from '../../src/assemble/furniture.ts'
import { featuresOf } from '../../src/assemble/headings/features.ts'
import { applyHeadingRules } from '../../src/assemble/headings/headings.ts'
import type { TextualBlock } from '../../src/assemble/text-blocks.ts'
import { analyze } from '../../src/layout/analyze.ts'
import { type Box, overlapArea } from '../../src/model/geometry.ts'
import type { RawPage } from '../../src/model/raw-page.ts'

export interface LabelledLine {
  readonly text: string
  readonly numbers: readonly number[]
  /** What the rules say. */
  readonly ruled: boolean
  /** What is true; `null`: left out. */
  readonly title: boolean | null
}

/** A title as its source tells it. `page`: index, where the source knows it; `open`: may be called one or not. */
export interface Wanted {
  readonly text: string
  readonly page: number | null
  readonly level: number
  readonly open: boolean
  /** Where it stands, where its source knows that. */
  readonly box?: Box
}

/** Parts that outlines leave out. */
const unlisted =
  /^(?:abstract|contents|tableofcontents|references|bibliography|acknowledge?ments?|index|preface|zusammenfassung|inhaltsverzeichnis|literatur|résumé|remerciements|summary|introduction|foreword|listoffigures|listoftables)$/
/** Pieces of a title this long against the whole, and longer than so many letters, are taken for it; so are titles with so many letters before the wanted. */
const PIECE = 0.6
const PIECE_LETTERS = 3
const NUMBER_LETTERS = 8
/** Shorter headings of web pages are found whole only. */
const WHOLE_LETTERS = 6
/** Fewer titles show that the source names few of those that there are. */
const FEWEST = 3

/** Titles that a PDF's outline names. */
export function wantedOfOutline(raws: readonly RawPage[]): Wanted[] {
  return raws.flatMap(({ outline, pageIndex }) =>
    (outline ?? []).map(({ title, level }) => ({ text: title, page: pageIndex, level, open: false })),
  )
}

/** Headings of an HTML page; h6 is left open in documents that `make-documents.node.ts` wrote. */
export function wantedOfHtml(html: string, { made }: { readonly made: boolean }): Wanted[] {
  const signs: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }
  return [...html.replace(/<!--.*?-->/gs, '').matchAll(/<h([1-6])[^>]*>(.*?)<\/h\1>/gis)].map(([, level, inner]) => ({
    text: inner!
      .replace(/<[^>]*>/g, '')
      .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
      .replace(/&(\w+);/g, (_, name) => signs[name] ?? ' ')
      .trim(),
    page: null,
    level: Number(level),
    open: made && level === '6',
  }))
}

/** The lines of a document, and how many of its titles are no line of their own; `null` where too few titles are known. `fewest`: of them, 0 for documents whose truth is whole. */
export function labelLines(
  raws: readonly RawPage[],
  wanted: readonly Wanted[],
  { fewest = FEWEST, whole }: { readonly fewest?: number; readonly whole: boolean },
): { readonly lines: LabelledLine[]; readonly lost: number } | null {
  const bare = raws.map(({ outline: _, tags: __, ...raw }) => ({ ...analyze(raw), mergeFromPrevious: false }))
  const pages = applyHeadingRules(labelFurniture(bare))
  const features = featuresOf(pages)
  const lines = pages.flatMap(({ pageIndex, blocks }) =>
    blocks.flatMap((block) =>
      features.has(block as TextualBlock) ? [{ page: pageIndex, line: block as TextualBlock }] : [],
    ),
  )
  const told = new Map<TextualBlock, boolean | null>()
  const textOf = ({ blocks }: (typeof pages)[number]): string =>
    lettersOf(
      blocks
        .map((block) => (block.kind === 'table' ? block.cells.map(({ text }) => text).join(' ') : block.text))
        .join(' '),
    )
  const texts = new Map(pages.map((page) => [page.pageIndex, textOf(page)]))
  const everything = [...texts.values()].join('')
  let [present, lost] = [0, 0]
  for (const one of [...wanted.filter(({ open }) => !open), ...wanted.filter(({ open }) => open)]) {
    const own = lettersOf(one.text)
    if (own.length < 2 || !(one.page === null ? everything : (texts.get(one.page) ?? '')).includes(own)) continue
    const found = find(
      own,
      lines
        .filter(
          ({ page, line }) =>
            (one.page === null || page === one.page) &&
            !told.has(line) &&
            (one.box === undefined || overlapArea(one.box, line.box) > 0),
        )
        .map(({ line }) => line),
      one.page === null,
    )
    if (found !== null) told.set(found, one.open ? null : true)
    else if (!one.open) lost++
    if (!one.open) present++
  }
  if (present < fewest) return null
  const settled = whole
    ? new Set<string>()
    : new Set(lines.flatMap(({ line }) => (told.get(line) === true ? [lookOf(line)] : [])))
  const first = lines[0]?.page
  const largest = Math.max(...lines.flatMap(({ page, line }) => (page === first ? [line.style.size] : [])))
  const depth = new Set(wanted.map(({ level }) => level)).size
  const isUnsure = ({ page, line }: (typeof lines)[number]): boolean => {
    if (whole) return wanted.some(({ open, text }) => open && lettersOf(text) === lettersOf(line.text))
    if (unlisted.test(lettersOf(line.text)) || (raws.length > 1 && page === first && line.style.size >= 0.99 * largest))
      return true
    return line.kind === 'title' && (depth < 2 || settled.has(lookOf(line)))
  }
  const labelled = lines.map((entry): LabelledLine => {
    const known = told.get(entry.line)
    const title = known !== undefined ? known : isUnsure(entry) ? null : false
    return { text: entry.line.text, numbers: features.get(entry.line)!, ruled: entry.line.kind === 'title', title }
  })
  return { lines: labelled, lost }
}

/** The line that says the same; of several the largest where the page is not known. Else one that says a good part of it. */
function find(wanted: string, lines: readonly TextualBlock[], anywhere: boolean): TextualBlock | null {
  const same = lines.filter(({ text }) => lettersOf(text) === wanted)
  if (anywhere) same.sort((a, b) => b.style.size - a.style.size || Number(b.style.bold) - Number(a.style.bold))
  const isPart = ({ text }: TextualBlock): boolean => isPiece(lettersOf(text), wanted)
  const part =
    lines.find((line) => line.kind === 'title' && isPart(line)) ??
    (anywhere && wanted.length < WHOLE_LETTERS ? undefined : lines.find(isPart))
  return same[0] ?? part ?? null
}

function isPiece(own: string, wanted: string): boolean {
  const [short, long] = own.length < wanted.length ? [own, wanted] : [wanted, own]
  if (short.length >= PIECE_LETTERS && short.length >= PIECE * long.length && long.includes(short)) return true
  return wanted.length > PIECE_LETTERS && own.endsWith(wanted) && own.length - wanted.length <= NUMBER_LETTERS
}

function lookOf({ style: { size, bold, caps } }: TextualBlock): string {
  return `${Math.round(size * 2)}|${bold}|${caps}`
}

function lettersOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}
