import { ParseError } from '../../../model/errors.ts'
import { type Inline, joinInline, joinLines, withNumber } from '../inline-text.ts'
import { type Furniture, noFurniture, numberOf } from '../page-writer.ts'
import type { StructuredPage } from '../types.ts'
import { type FlowParagraph, writeParagraph } from './flow-paragraph.ts'
import { type FlowRow, flowTableCells, type RowDefinition } from './flow-table.ts'
import { type NoteKind, TextPages } from './text-pages.ts'

interface OpenTable {
  readonly rows: FlowRow[]
  contents: Inline[]
  lines: Inline[]
}

/** Maximum numbers of characters and paragraphs, which take memory until the output is written. */
export const MAX_CHARACTERS = 10_000_000
const MAX_PARAGRAPHS = 500_000
const MAX_DEPTH = 16

export class FlowWriter {
  readonly #pages = new TextPages()
  readonly #furniture: Furniture[] = []
  readonly #tables: OpenTable[] = []
  #characterCount = 0
  #paragraphCount = 0

  /** Throws `ParseError` 1132 for too much text. */
  paragraph(paragraph: FlowParagraph, wantedDepth: number): void {
    const { inline, role, marker } = paragraph
    this.#characterCount += inline.text.length
    this.#paragraphCount++
    if (this.#characterCount > MAX_CHARACTERS) throw tooLarge(`${MAX_CHARACTERS} characters`)
    if (this.#paragraphCount > MAX_PARAGRAPHS) throw tooLarge(`${MAX_PARAGRAPHS} paragraphs`)
    const table = this.#openTables(wantedDepth)
    if (table !== undefined) table.lines.push(withNumber(inline, numberOf(marker?.text)))
    else if (inline.text.trim() !== '' || role === 'code') writeParagraph(paragraph, this.#pages.writer)
  }

  text(inline: Inline, depth = 0): void {
    this.paragraph({ inline, level: null, role: 'text', marker: null }, depth)
  }

  endCell(depth: number): void {
    const table = this.#openTables(depth)
    if (table === undefined) return
    table.contents.push(joinLines(table.lines))
    table.lines = []
  }

  endRow(depth: number, definition: RowDefinition): void {
    const table = this.#openTables(depth)
    if (table === undefined) return
    if (table.lines.some(({ text }) => text.trim() !== '')) table.contents.push(joinLines(table.lines))
    if (table.contents.length > 0) table.rows.push({ definition, contents: table.contents })
    table.contents = []
    table.lines = []
  }

  /** Returns the reference in the text. */
  addNote(kind: NoteKind, text: Inline): string {
    return this.#pages.addNote(kind, text)
  }

  endPage(furniture: Furniture): void {
    this.#openTables(0)
    if (this.#pages.endPage()) this.#furniture.push(furniture)
  }

  finish(): StructuredPage[] {
    return this.#pages.finish().map((writer, at) => writer.finishBetween(this.#furniture[at] ?? noFurniture))
  }

  /** Returns the innermost table. */
  #openTables(wantedDepth: number): OpenTable | undefined {
    const depth = Math.min(wantedDepth, MAX_DEPTH)
    while (this.#tables.length > depth) this.#closeTable()
    while (this.#tables.length < depth) this.#tables.push({ rows: [], contents: [], lines: [] })
    return this.#tables.at(-1)
  }

  #closeTable(): void {
    const table = this.#tables.pop()!
    if (table.contents.length > 0 || table.lines.some(({ text }) => text.trim() !== '')) {
      const contents = [...table.contents, ...(table.lines.length > 0 ? [joinLines(table.lines)] : [])]
      table.rows.push({ definition: { left: 0, cells: [], isHeader: false }, contents })
    }
    const outer = this.#tables.at(-1)
    if (outer === undefined) this.#pages.writer.table(flowTableCells(table.rows))
    else for (const { contents } of table.rows) outer.lines.push(joinInline(contents, ' '))
  }
}

export function tooLarge(limit: string): ParseError {
  return new ParseError(1132, `The document has more than ${limit}, which is the limit. Split it and send the parts.`)
}
