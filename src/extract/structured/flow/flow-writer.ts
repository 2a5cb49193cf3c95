import { ParseError } from '../../../model/errors.ts'
import { type Inline, joinInline, joinLines, noteText, withNumber } from '../inline-text.ts'
import { PageWriter } from '../page-writer.ts'
import type { StructuredPage } from '../types.ts'
import { type FlowRow, flowTableCells, type RowDefinition } from './flow-table.ts'

export interface FlowParagraph {
  readonly inline: Inline
  /** 1–9 for headings; `null` for body text. */
  readonly level: number | null
  readonly role: 'text' | 'caption' | 'contents' | 'code'
  readonly marker: ListMarker | null
  readonly depth: number
}

export interface ListMarker {
  readonly text: string
  readonly level: number
  readonly list: string
}

export function listMarker(displayed: string, { level, list }: { level: number; list: string }): ListMarker | null {
  const text = displayed.trim()
  if (text === '') return null
  const isBullet = text === 'o' || !/[\p{L}\p{N}]/u.test(text)
  return { text: isBullet ? '' : text, level, list }
}

export type NoteKind = 'footnote' | 'endnote'

export function noteReference(kind: NoteKind, number: number): string {
  return kind === 'footnote' ? `[${number}]` : `[e${number}]`
}

interface OpenTable {
  readonly rows: FlowRow[]
  contents: Inline[]
  lines: Inline[]
}

interface FlowPage {
  readonly writer: PageWriter
  readonly header: Inline
  readonly footer: Inline
}

/** Maximum numbers of characters and paragraphs, which take memory until the output is written. */
export const MAX_CHARACTERS = 10_000_000
const MAX_PARAGRAPHS = 500_000
const MAX_DEPTH = 16

export class FlowWriter {
  readonly #pages: FlowPage[] = []
  readonly #tables: OpenTable[] = []
  #writer = new PageWriter()
  #footnotes: Inline[] = []
  readonly #endnotes: Inline[] = []
  #codeLines: string[] = []
  /** Identifier of the open list; "" without one. */
  #list = ''
  #characterCount = 0
  #paragraphCount = 0
  readonly #noteCounts = { footnote: 0, endnote: 0 }

  /** Throws `ParseError` 1132 for too much text. */
  paragraph(paragraph: FlowParagraph): void {
    this.#characterCount += paragraph.inline.text.length
    this.#paragraphCount++
    if (this.#characterCount > MAX_CHARACTERS) throw tooLarge(`${MAX_CHARACTERS} characters`)
    if (this.#paragraphCount > MAX_PARAGRAPHS) throw tooLarge(`${MAX_PARAGRAPHS} paragraphs`)
    const depth = Math.min(paragraph.depth, MAX_DEPTH)
    this.#openTables(depth)
    const table = this.#tables.at(-1)
    if (table !== undefined) {
      table.lines.push(withNumber(paragraph.inline, paragraph.marker?.text ?? ''))
    } else if (paragraph.inline.text.trim() !== '') this.#write(paragraph)
    else if (paragraph.role === 'code') this.#codeLines.push('')
  }

  #write({ inline, level, role, marker }: FlowParagraph): void {
    if (role === 'code' && marker === null) {
      this.#codeLines.push(inline.text)
      return
    }
    this.#endCode()
    if (level !== null) this.#writer.title(level, withNumber(inline, marker?.text ?? ''))
    else if (marker !== null) {
      this.#writeItem(marker, inline)
      return
    } else if (role === 'caption') this.#writer.caption(inline)
    else this.#writer.text(inline, role === 'contents' ? 'cate_item' : 'text')
    this.#list = ''
  }

  /** Inner items belong to the open list, also if they are stored as another one. */
  #writeItem({ text, level, list }: ListMarker, inline: Inline): void {
    if (level === 0 || this.#list === '') this.#list = list
    this.#writer.item({ level, marker: text === '' ? '- ' : text }, inline, this.#list)
  }

  endCell(depth: number): void {
    this.#openTables(Math.min(depth, MAX_DEPTH))
    const table = this.#tables.at(-1)
    if (table === undefined) return
    table.contents.push(joinLines(table.lines))
    table.lines = []
  }

  endRow(depth: number, definition: RowDefinition): void {
    this.#openTables(Math.min(depth, MAX_DEPTH))
    const table = this.#tables.at(-1)
    if (table === undefined) return
    if (table.lines.some(({ text }) => text.trim() !== '')) table.contents.push(joinLines(table.lines))
    if (table.contents.length > 0) table.rows.push({ definition, contents: table.contents })
    table.contents = []
    table.lines = []
  }

  noteReference(kind: NoteKind): string {
    return noteReference(kind, ++this.#noteCounts[kind])
  }

  note(kind: NoteKind, reference: string, inline: Inline): void {
    const notes = kind === 'footnote' ? this.#footnotes : this.#endnotes
    notes.push(noteText(reference, inline))
  }

  endPage(header: Inline, footer: Inline): void {
    this.#openTables(0)
    this.#endCode()
    if (this.#writer.isEmpty && this.#footnotes.length === 0) return
    for (const note of this.#footnotes) this.#writer.text(note, 'footnote')
    this.#footnotes = []
    this.#pages.push({ writer: this.#writer, header, footer })
    this.#writer = new PageWriter()
    this.#list = ''
  }

  /** Returns at least one page. The last one has the endnotes. */
  finish(): StructuredPage[] {
    const last = this.#pages.at(-1)?.writer ?? this.#writer
    for (const note of this.#endnotes) last.text(note, 'footnote')
    if (this.#pages.length === 0) return [last.finish()]
    return this.#pages.map(({ writer, header, footer }) => writer.finishBetween(header, footer))
  }

  #openTables(depth: number): void {
    while (this.#tables.length > depth) this.#closeTable()
    if (depth > 0) this.#endCode()
    while (this.#tables.length < depth) this.#tables.push({ rows: [], contents: [], lines: [] })
  }

  #closeTable(): void {
    const table = this.#tables.pop()!
    if (table.contents.length > 0 || table.lines.some(({ text }) => text.trim() !== '')) {
      const contents = [...table.contents, ...(table.lines.length > 0 ? [joinLines(table.lines)] : [])]
      table.rows.push({ definition: { left: 0, cells: [], isHeader: false }, contents })
    }
    const outer = this.#tables.at(-1)
    if (outer === undefined) {
      this.#writer.table(flowTableCells(table.rows))
      this.#list = ''
    } else for (const { contents } of table.rows) outer.lines.push(joinInline(contents, ' '))
  }

  #endCode(): void {
    const lines = this.#codeLines
    this.#codeLines = []
    if (lines.length > 0) this.#writer.code(lines.join('\n'))
  }
}

export function tooLarge(limit: string): ParseError {
  return new ParseError(1132, `The document has more than ${limit}, which is the limit. Split it and send the parts.`)
}
