/** Assigns link areas to words by their text: layout may have changed whitespace, hyphens, digits and formulas. */
import type { Block, Cell, Page, TableBlock } from '../../model/document.ts'
import { type Box, center, contains, grow, height, overlapArea, width } from '../../model/geometry.ts'
import type { Hyperlink, LinkRange, RawLink } from '../../model/hyperlinks.ts'
import { splitAtFormulas, type TextPart } from '../../model/inline-formulas.ts'
import type { Span } from '../../model/raw-page.ts'

/** Tolerance of link areas in points; some are smaller than their words. */
const BOX_TOLERANCE = 1

interface Anchor {
  readonly box: Box
  readonly url: string
  readonly characters: string
}

/** `spans` and `links` are in points of the page. */
export function attachLinks(page: Page, spans: readonly Span[], links: readonly RawLink[]): Page {
  const anchors = links
    .map(({ box, url }): Anchor => ({ box, url, characters: charactersIn(box, spans) }))
    .filter(({ characters }) => characters !== '')
  if (anchors.length === 0) return page
  return { ...page, blocks: page.blocks.map((block) => linkBlock(block, anchors)) }
}

function linkBlock(block: Block, anchors: readonly Anchor[]): Block {
  if (block.kind === 'figure') return block
  const blockAnchors = anchors.filter(({ box }) => overlapArea(box, block.box) > 0)
  if (blockAnchors.length === 0) return block
  if (block.kind === 'table') return linkTable(block, blockAnchors)
  if (block.type === 'code' || block.type === 'equation') return block
  const links = findAnchors(block.text, blockAnchors)
  return links.length === 0 ? block : { ...block, links }
}

function linkTable(table: TableBlock, anchors: readonly Anchor[]): TableBlock {
  const linked = (cell: Cell): Cell => {
    const links = findAnchors(
      cell.text,
      anchors.filter(({ box }) => contains(cell.box, center(box))),
    )
    return links.length === 0 ? cell : { ...cell, links }
  }
  return { ...table, cells: table.cells.map(linked) }
}

function charactersIn(box: Box, spans: readonly Span[]): string {
  const wide = grow(box, BOX_TOLERANCE)
  let characters = ''
  for (const span of spans) {
    if (overlapArea(span.box, wide) === 0) continue
    for (let at = 0; at < span.text.length; at++)
      if (contains(wide, centerOf(span, at))) characters += span.text.charAt(at)
  }
  return searchable(characters)
}

/** Characters other than whitespace and raised digits keep their length. */
function searchable(text: string): string {
  return text.replace(/\s+/g, '').replace(/[^\p{ASCII}]/gu, (char) => {
    const plain = char.normalize('NFKC').replace(/\p{Pd}|\u2212/u, '-')
    return plain.length === char.length ? plain : char
  })
}

function centerOf({ text, box, edges, rotation, vertical }: Span, at: number): { x: number; y: number } {
  const { x, y } = center(box)
  const ratio = (at + 0.5) / text.length
  if (vertical || rotation === 90) return { x, y: box.y0 + ratio * height(box) }
  if (rotation === 270) return { x, y: box.y1 - ratio * height(box) }
  if (rotation === 180) return { x: box.x1 - ratio * width(box), y }
  const [left, right] = [edges?.[at], edges?.[at + 1]]
  return { x: left === undefined || right === undefined ? box.x0 + ratio * width(box) : (left + right) / 2, y }
}

function findAnchors(text: string, anchors: readonly Anchor[]): Hyperlink[] {
  const searchText = searchableText(text)
  const ranges: LinkRange[] = []
  for (const { characters: wanted, url } of anchors) {
    const at =
      findFreeRange(searchText, wanted, ranges) ?? findFreeRange(searchText, wanted.replace(/[-\u00ad]$/, ''), ranges)
    if (at !== null) ranges.push({ ...at, url })
  }
  ranges.sort((a, b) => a.from - b.from)
  return merged(text, ranges).map(({ from, to, url }) => ({ text: text.slice(from, to), url }))
}

interface SearchableText {
  readonly characters: string
  readonly parts: readonly TextPart[]
}

function searchableText(text: string): SearchableText {
  let characters = ''
  const parts: TextPart[] = []
  for (const part of splitAtFormulas(text)) {
    const plain = searchable(part.plain)
    characters += plain
    for (let count = 0; count < plain.length; count++) parts.push(part)
  }
  return { characters, parts }
}

function findFreeRange(
  { characters, parts }: SearchableText,
  wanted: string,
  ranges: readonly LinkRange[],
): { from: number; to: number } | null {
  for (let at = characters.indexOf(wanted); at >= 0; at = characters.indexOf(wanted, at + 1)) {
    const [first, last] = [parts[at], parts[at + wanted.length - 1]]
    if (first === undefined || last === undefined) return null
    const [{ from }, { to }] = [first, last]
    if (ranges.every((other) => other.to <= from || other.from >= to)) return { from, to }
  }
  return null
}

function merged(text: string, ranges: readonly LinkRange[]): LinkRange[] {
  const joined: LinkRange[] = []
  for (const range of ranges) {
    const last = joined.at(-1)
    if (last !== undefined && last.url === range.url && text.slice(last.to, range.from).trim() === '')
      joined[joined.length - 1] = { ...last, to: range.to }
    else joined.push(range)
  }
  return joined
}
