/** `applyTags` reads trusted tags, and `insertTagged` merges them with the rest of the page. */
import { imageDescription } from '../../model/alt-text.ts'
import { area, type Box, clip, unionAll } from '../../model/geometry.ts'
import type { RawPage, Span } from '../../model/raw-page.ts'
import type { PageTags, TagElement } from '../../model/tags.ts'
import { codeText } from '../blocks/code-text.ts'
import { makeGroup, splitParagraphs } from '../blocks/paragraphs.ts'
import type { DetectedFigure, LayoutPass, PageObjects, TaggedPart, TextGroup } from '../state.ts'
import { orderSlideItems } from './slide-order.ts'
import { TaggedContent } from './tagged-content.ts'
import type { TaggedEntry, TaggedItem } from './tagged-items.ts'
import { type EntryRows, entryLines, headingsAndCaptions, listOf } from './tagged-lists.ts'
import { readTable } from './tagged-tables.ts'
import { hasPlausibleHeadings, isTrusted, tagsAllHeadings } from './trust.ts'

export function applyTags(state: PageObjects): PageObjects {
  const { tags } = state.raw
  if (tags === undefined) return state
  const content = new TaggedContent(state.raw, tags)
  const visible = orderSlideItems(tags, (item) => ({ item, rows: content.rowsOf(marksOf(item)) }))
  if (!isTrusted(visible, { raw: state.raw, tagged: content.tagged, untagged: content.untagged })) return state
  let untagged = content.linesOf(content.untagged)
  const trustsHeadings = tags.exact === true || hasPlausibleHeadings(visible)
  const hasNoHeadings = trustsHeadings && tagsAllHeadings(tags.counts)
  const tableSpans: Span[] = []
  const parts: TaggedPart[] = []
  let hasRefusedTable = false
  for (const { item, rows } of visible) {
    if (item.kind === 'table') {
      const read = readTable(item, content, { untagged, rulings: state.rulings })
      if (read === null) {
        // Cells of a refused table become paragraphs.
        hasRefusedTable = true
        for (const marks of item.cells.values())
          parts.push(
            ...textParts(
              { kind: 'text', marks, element: item.element.id },
              { content, hasNoHeadings: false, trustsHeadings },
            ),
          )
        continue
      }
      untagged = untagged.filter((line) => !read.headerLines.includes(line))
      tableSpans.push(...content.spansOf(marksOf(item)), ...read.headerLines.flatMap(({ spans }) => spans))
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
          ...textParts(
            { kind: 'text', marks: item.marks, element: item.element.id },
            { content, hasNoHeadings, trustsHeadings },
          ),
        )
    } else parts.push(...textParts(item, { content, hasNoHeadings, trustsHeadings }))
  }
  const tables = parts.flatMap((part) => (part.kind === 'table' ? [part.table] : []))
  const rest =
    tableSpans.length === 0
      ? state.lines
      : content.linesOf(without([...content.tagged, ...content.untagged], tableSpans))
  return {
    ...state,
    tables,
    lines: rest,
    tagged: { parts, untagged, tagsAllTables: tags.counts.tables > 0 && !hasRefusedTable },
  }
}

function without(spans: readonly Span[], claimed: readonly Span[]): Span[] {
  const removed = new Set(claimed)
  return spans.filter((span) => !removed.has(span))
}

/** Restricts `pass` to documents that do not tag their tables. */
export function skipIfTablesTagged(pass: LayoutPass<PageObjects>): LayoutPass<PageObjects> {
  return (state) => (state.tagged?.tagsAllTables === true ? state : pass(state))
}

function marksOf(item: TaggedItem): readonly number[] {
  if (item.kind === 'list') return item.entries.flatMap(({ label, marks }) => [...label, ...marks])
  if (item.kind === 'contents') return item.entries.flat()
  if (item.kind === 'table') return [...item.cells.values()].flat()
  return item.marks
}

interface TagContext {
  readonly content: TaggedContent
  readonly hasNoHeadings: boolean
  readonly trustsHeadings: boolean
}

function textParts(
  item: Exclude<TaggedItem, { kind: 'table' | 'figure' }>,
  { content, hasNoHeadings, trustsHeadings }: TagContext,
): TaggedPart[] {
  const part = (group: TextGroup): TaggedPart[] => [
    { kind: 'text', group: { ...group, tagged: group.type }, captionOf: null, isCaption: false },
  ]
  if (item.kind === 'list') return listParts(item.entries, content, part)
  if (item.kind === 'contents') {
    const entries = item.entries.map((marks) => content.rowsOf(marks)).filter((rows) => rows.length > 0)
    return entries.length === 0 ? [] : part({ ...makeGroup(entries.flat()), type: 'cate', text: entryLines(entries) })
  }
  const rows = content.rowsOf(item.marks)
  if (rows.length === 0) return []
  const group = makeGroup(rows)
  if (group.text === '') return []
  if (item.kind === 'title')
    return trustsHeadings && /[\p{L}\p{N}]/u.test(group.text)
      ? part({ ...group, type: 'title', level: item.level })
      : part(group)
  if (item.kind === 'note') return part({ ...group, type: 'footnote' })
  if (item.kind === 'code') return part({ ...group, type: 'code', text: codeText(rows) })
  if (item.kind === 'caption')
    return [{ kind: 'text', group: { ...group, tagged: 'text' }, captionOf: item.of, isCaption: true }]
  const plain = hasNoHeadings ? { plain: true as const } : {}
  // Web pages without elements for their paragraphs show them only by the gaps.
  const paragraphs = item.inferred === true ? splitParagraphs(rows) : [rows]
  if (paragraphs.length > 1) return paragraphs.flatMap((own) => part({ ...makeGroup(own), ...plain }))
  return part({ ...group, element: item.element, ...plain })
}

function listParts(
  entries: readonly TaggedEntry[],
  content: TaggedContent,
  part: (group: TextGroup) => TaggedPart[],
): TaggedPart[] {
  const visible = entries.map(({ level, label, marks }) => ({
    level,
    label: content.rowsOf(label),
    rows: content.rowsOf(marks),
    joined: content.rowsOf([...label, ...marks]),
  }))
  const others = headingsAndCaptions(visible)
  const parts: TaggedPart[] = []
  let run: EntryRows[] = []
  const flush = (): void => {
    const list = listOf(run)
    if (list !== null) parts.push(...part(list))
    run = []
  }
  for (const entry of visible) {
    if (others.has(entry)) {
      flush()
      parts.push(...part(makeGroup(entry.joined)))
    } else run.push(entry)
  }
  flush()
  return parts
}

/** Relative to the page; icons and rulings are tagged as figures. */
const MIN_FIGURE_RATIO = 0.002
/** Relative to the page; larger figures are the background. */
const MAX_FIGURE_RATIO = 0.9

function figureOf(
  item: Extract<TaggedItem, { kind: 'figure' }>,
  own: { text: string; boxes: readonly Box[]; page: RawPage },
): DetectedFigure | null {
  const { alt, drawings = [], box } = item.element
  const { width, height } = own.page
  const drawing = drawings.length > 0 ? unionAll([...drawings, ...own.boxes]) : (box ?? null)
  if (drawing === null) return null
  const inside = clip(drawing, { x0: 0, y0: 0, x1: width, y1: height })
  const ratio = area(inside) / (width * height)
  if (ratio < MIN_FIGURE_RATIO || ratio > MAX_FIGURE_RATIO) return null
  return { box: inside, text: own.text !== '' ? own.text : imageDescription(alt ?? ''), source: 'tagged' }
}

/** Boxes of tags do not fit a rotated page. */
export function withoutBoxes(tags: PageTags): PageTags {
  const withoutBox = ({ box: _, drawings: __, ...element }: TagElement): TagElement => ({
    ...element,
    children: element.children.map((kid) => (typeof kid === 'number' ? kid : withoutBox(kid))),
  })
  return { ...tags, root: withoutBox(tags.root) }
}
