/**
 * Uses the structure tree of pages whose tags can be trusted. `applyTags` reads it; the normal passes handle the rest
 * of the page; `insertTagged` merges both in one order. Other pages pass unchanged.
 */
import { imageDescription } from '../../model/alt-text.ts'
import { area, type Box, center, overlapX, unionAll } from '../../model/geometry.ts'
import { joinBrokenLines } from '../../model/join-text.ts'
import type { RawPage, Span } from '../../model/raw-page.ts'
import type { PageTags, TagElement } from '../../model/tags.ts'
import { codeText } from '../blocks/label-code.ts'
import { makeGroup, withWhitespace } from '../blocks/paragraphs.ts'
import type {
  DetectedFigure,
  Group,
  LayoutPass,
  PageGroups,
  PageObjects,
  Row,
  TaggedPart,
  TextGroup,
} from '../state.ts'
import { orderSlideItems } from './slide-order.ts'
import { TaggedContent } from './tagged-content.ts'
import type { TaggedEntry, TaggedItem } from './tagged-items.ts'
import { type EntryRows, entryLines, listOf, numberedByList } from './tagged-lists.ts'
import { readTable } from './tagged-tables.ts'
import { hasSaneTitles, isTrusted, tagsHeadings } from './trust.ts'

/** Reads the tags and claims the lines of tagged tables. Runs after lines and rulings. */
export function applyTags(state: PageObjects): PageObjects {
  const { tags } = state.raw
  if (tags === undefined) return state
  const content = new TaggedContent(state.raw, tags)
  const shown = orderSlideItems(tags, (item) => ({ item, rows: content.rowsOf(marksOf(item)) }))
  if (!isTrusted(shown, { raw: state.raw, owned: content.owned, loose: content.loose })) return state
  let loose = content.linesOf(content.loose)
  const titles = tags.exact === true || hasSaneTitles(shown)
  const plain = titles && tagsHeadings(tags.counts)
  const tabled: Span[] = []
  const parts: TaggedPart[] = []
  let refused = false
  for (const { item, rows } of shown) {
    if (item.kind === 'table') {
      const read = readTable(item, content, loose)
      if (read === null) {
        // Not a table: its cells become paragraphs.
        refused = true
        for (const marks of item.cells.values())
          parts.push(...textParts({ kind: 'text', marks, element: item.element.id }, { content, plain: false, titles }))
        continue
      }
      loose = loose.filter((line) => !read.taken.includes(line))
      tabled.push(...content.spansOf(marksOf(item)), ...read.taken.flatMap(({ spans }) => spans))
      parts.push({ kind: 'table', element: item.element, table: read.table })
    } else if (item.kind === 'figure') {
      const figure = figureOf(item, {
        text: rows.map(({ text }) => text).join(' '),
        boxes: rows.map(({ box }) => box),
        page: state.raw,
      })
      if (figure !== null) parts.push({ kind: 'figure', element: item.element, figure })
      else if (rows.length > 0)
        parts.push(
          ...textParts({ kind: 'text', marks: item.marks, element: item.element.id }, { content, plain, titles }),
        )
    } else parts.push(...textParts(item, { content, plain, titles }))
  }
  const tables = parts.flatMap((part) => (part.kind === 'table' ? [part.table] : []))
  const rest =
    tabled.length === 0 ? state.lines : content.linesOf(without([...content.owned, ...content.loose], tabled))
  return { ...state, tables, lines: rest, tagged: { parts, loose, knowsTables: tags.counts.tables > 0 && !refused } }
}

function without(spans: readonly Span[], taken: readonly Span[]): Span[] {
  const gone = new Set(taken)
  return spans.filter((span) => !gone.has(span))
}

/** Restricts `pass` to documents that do not tag their tables. */
export function skipIfTablesTagged(pass: LayoutPass<PageObjects>): LayoutPass<PageObjects> {
  return (state) => (state.tagged?.knowsTables === true ? state : pass(state))
}

function marksOf(item: TaggedItem): readonly number[] {
  if (item.kind === 'list') return item.entries.flatMap(({ label, marks }) => [...label, ...marks])
  if (item.kind === 'contents') return item.entries.flat()
  if (item.kind === 'table') return [...item.cells.values()].flat()
  return item.marks
}

/** A group of the rows of one element. Its region is not known yet. */
export function groupOf(rows: readonly Row[]): TextGroup {
  return { ...makeGroup(rows, 0), text: joinBrokenLines(rows) }
}

interface Reading {
  readonly content: TaggedContent
  /** Paragraphs cannot be headings. */
  readonly plain: boolean
  /** The tagged headings can be trusted. */
  readonly titles: boolean
}

function textParts(
  item: Exclude<TaggedItem, { kind: 'table' | 'figure' }>,
  { content, plain, titles }: Reading,
): TaggedPart[] {
  const part = (group: TextGroup): TaggedPart[] => [
    { kind: 'text', group: { ...group, tagged: group.type }, captionOf: null, isCaption: false },
  ]
  if (item.kind === 'list') return listParts(item.entries, content, part)
  if (item.kind === 'contents') {
    const entries = item.entries.map((marks) => content.rowsOf(marks)).filter((rows) => rows.length > 0)
    return entries.length === 0 ? [] : part({ ...groupOf(entries.flat()), type: 'cate', text: entryLines(entries) })
  }
  const rows = content.rowsOf(item.marks)
  if (rows.length === 0) return []
  const group = groupOf(rows)
  if (group.text === '') return []
  if (item.kind === 'title')
    return titles && /[\p{L}\p{N}]/u.test(group.text)
      ? part({ ...group, type: 'title', level: item.level })
      : part(group)
  if (item.kind === 'note') return part({ ...group, type: 'footnote' })
  if (item.kind === 'code') return part({ ...group, type: 'code', text: codeText(rows) })
  if (item.kind === 'caption')
    return [{ kind: 'text', group: { ...group, tagged: 'text' }, captionOf: item.of, isCaption: true }]
  return part({ ...group, element: item.element, ...(plain ? { plain: true as const } : {}) })
}

function listParts(
  entries: readonly TaggedEntry[],
  content: TaggedContent,
  part: (group: TextGroup) => TaggedPart[],
): TaggedPart[] {
  const shown = entries.map(({ level, label, marks }) => ({
    level,
    label: content.rowsOf(label),
    rows: content.rowsOf(marks),
    joined: content.rowsOf([...label, ...marks]),
  }))
  const others = numberedByList(shown, groupOf)
  const parts: TaggedPart[] = []
  let run: EntryRows[] = []
  const flush = (): void => {
    const list = listOf(run, groupOf)
    if (list !== null) parts.push(...part(list))
    run = []
  }
  for (const entry of shown) {
    if (others.has(entry)) {
      flush()
      parts.push(...part(groupOf(entry.joined)))
    } else run.push(entry)
  }
  flush()
  return parts
}

/** Minimum area of a figure, as a ratio of the page: icons and rules are tagged as figures too. */
const minFigureRatio = 0.002
/** Maximum area of a figure, as a ratio of the page: a larger one is the page background. */
const maxFigureRatio = 0.9

function figureOf(
  item: Extract<TaggedItem, { kind: 'figure' }>,
  own: { text: string; boxes: readonly Box[]; page: RawPage },
): DetectedFigure | null {
  const { alt, drawings = [], box } = item.element
  const { width, height } = own.page
  const drawn = drawings.length > 0 ? unionAll([...drawings, ...own.boxes]) : (box ?? null)
  if (drawn === null) return null
  const inside = {
    x0: Math.max(0, drawn.x0),
    y0: Math.max(0, drawn.y0),
    x1: Math.min(width, drawn.x1),
    y1: Math.min(height, drawn.y1),
  }
  const share = inside.x1 <= inside.x0 || inside.y1 <= inside.y0 ? 0 : area(inside) / (width * height)
  if (share < minFigureRatio || share > maxFigureRatio) return null
  return { box: inside, text: own.text !== '' ? own.text : imageDescription(alt ?? ''), source: 'tagged' }
}

/** Merges tagged and untagged groups in one order. Runs after paragraphs, before labels. */
export function insertTagged(state: PageGroups): PageGroups {
  const { tagged } = state
  if (tagged === undefined) return state
  const region = state.regions.length
  const placed: { group: Group; part: TaggedPart | null }[] = tagged.parts.map((part) => {
    if (part.kind === 'text') return { group: { ...part.group, region }, part }
    const index = part.kind === 'table' ? state.tables.indexOf(part.table) : state.figures.indexOf(part.figure)
    const { box } = part.kind === 'table' ? part.table : part.figure
    return { group: { kind: part.kind, index, region, box }, part }
  })
  const known = new Set(placed.map(({ group }) => (group.kind === 'text' ? '' : `${group.kind} ${group.index}`)))
  const others = state.groups.filter((group) => group.kind === 'text' || !known.has(`${group.kind} ${group.index}`))
  for (const group of others) placed.splice(placeFor(group.box, placed), 0, { group, part: null })
  const groups = placed.map(({ group, part }, at): Group => {
    if (part?.kind !== 'text' || !part.isCaption || group.kind !== 'text') return group
    const owner = placed.findIndex(
      (other) => other.part !== null && other.part.kind !== 'text' && other.part.element === part.captionOf,
    )
    const captionOf =
      owner >= 0
        ? owner
        : nearestOwner(
            placed.map((other) => other.group),
            at,
          )
    const kind = captionOf === null ? 'figure' : placed[captionOf]!.group.kind
    const type = kind === 'table' ? 'table_caption' : 'figure_caption'
    return { ...group, type, tagged: type, ...(captionOf === null ? {} : { captionOf }) }
  })
  return {
    ...state,
    groups: withWhitespace(groups),
    regions: [...state.regions, { x0: 0, y0: 0, x1: state.raw.width, y1: state.raw.height }],
  }
}

/** After the nearest group above in the same column, else before the nearest group below. */
function placeFor(box: Box, placed: readonly { group: Group }[]): number {
  let above = -1
  let lowest = -Infinity
  let below = -1
  let highest = Infinity
  placed.forEach(({ group }, index) => {
    if (overlapX(group.box, box) <= 0) return
    const middle = center(group.box).y
    if (middle <= center(box).y && group.box.y1 >= lowest) {
      lowest = group.box.y1
      above = index
    }
    if (middle > center(box).y && group.box.y0 < highest) {
      highest = group.box.y0
      below = index
    }
  })
  if (above >= 0) return above + 1
  return below >= 0 ? below : placed.length
}

/** A caption outside its figure or table is right before or after it. */
function nearestOwner(groups: readonly Group[], at: number): number | null {
  for (const index of [at - 1, at + 1]) if (groups[index] !== undefined && groups[index].kind !== 'text') return index
  return null
}

/** Tags without boxes, for a rotated page: the boxes are in the coordinates of the original page. */
export function withoutBoxes(tags: PageTags): PageTags {
  const strip = ({ box: _, drawings: __, ...element }: TagElement): TagElement => ({
    ...element,
    children: element.children.map((kid) => (typeof kid === 'number' ? kid : strip(kid))),
  })
  return { ...tags, root: strip(tags.root) }
}
