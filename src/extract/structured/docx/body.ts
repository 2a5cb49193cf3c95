/**
 * The body of a Word document → blocks on logical pages: headings by outline level, lists by their numbering, tables, pictures,
 * formulas, notes. A page ends at a page break or section, for nothing else is known before a document is drawn.
 */
import { imagePlaceholder } from '../../../model/document.ts'
import { attribute, child, type Element, elements, integer } from '../../../xml/tree.ts'
import { decodeText, looksLikeText } from '../encoding.ts'
import { linearFormula } from '../formulas/linear-text.ts'
import { dataPicture } from '../html/data-uri.ts'
import { HtmlReader } from '../html/html.ts'
import { parseHtmlTree } from '../html/html-tree.ts'
import { type Inline, joinInline, plainInline } from '../inline-text.ts'
import type { CellContent, PageWriter } from '../page-writer.ts'
import { isOn, type ParagraphStyle } from './docx-styles.ts'
import { placeDocxCells } from './docx-table.ts'
import type { Marker, Numbering } from './numbering.ts'
import { type Piece, RunReader, type RunSetting } from './runs.ts'

export interface BodySetting extends RunSetting {
  readonly numbering: Numbering
}

/** Where the blocks go, and where pages end. */
export interface BodySink {
  readonly writer: PageWriter
  /** `section`: the properties of the section that ends here, if one does. */
  endPage(): void
  endSection(properties: Element): void
}

/** A paragraph whose end mark was deleted goes on in the next one. */
interface Carried {
  readonly pieces: readonly Piece[]
}

export class BodyReader {
  readonly #setting: BodySetting
  readonly #sink: BodySink
  #carried: Carried | null = null
  #code: string[] = []
  /** The list that the last item belonged to, by its outermost level. */
  #list = ''

  constructor(setting: BodySetting, sink: BodySink) {
    this.#setting = setting
    this.#sink = sink
  }

  read(parent: Element): void {
    this.#blocks(parent)
    this.#endCode()
  }

  #blocks(parent: Element): void {
    for (const element of elements(parent)) {
      switch (element.name) {
        case 'w:p':
          this.#paragraph(element)
          break
        case 'w:tbl':
          this.#endCode()
          this.#table(element)
          break
        case 'w:sectPr':
          this.#sink.endSection(element)
          break
        case 'w:sdt':
          this.#blocks(child(element, 'w:sdtContent') ?? { ...element, children: [] })
          break
        case 'w:ins':
        case 'w:moveTo':
        case 'w:customXml':
          this.#blocks(element)
          break
        case 'w:altChunk':
          this.#chunk(attribute(element, 'r:id'))
          break
        default:
      }
    }
  }

  /** A page that was put into the document as it was: HTML is read here, what else there is only Word can read. */
  #chunk(id: string | undefined): void {
    const { file, part } = this.#setting
    const bytes = file.bytesOf(part, id)
    if (bytes === null) return
    this.#endCode()
    const source = looksLikeText(bytes.subarray(0, 4096)) ? decodeText(bytes) : ''
    if (/<[a-z]+[\s>]/i.test(source))
      new HtmlReader(this.#sink.writer, { loadPicture: dataPicture, menus: true }).read(parseHtmlTree(source))
    else
      this.#sink.writer.warn(
        'A part that was inserted in another format was left out: it can only be read with a converter.',
      )
  }

  #paragraph(paragraph: Element): void {
    const properties = child(paragraph, 'w:pPr')
    const style = this.#setting.styles.paragraph(attribute(child(properties, 'w:pStyle'), 'w:val'))
    const reader = new RunReader(this.#setting, style)
    const own = reader.read(paragraph)
    const pieces = [...(this.#carried?.pieces ?? []), ...own]
    this.#carried = null
    const mark = child(properties, 'w:rPr')
    if (child(mark, 'w:del') !== undefined || child(mark, 'w:moveFrom') !== undefined) {
      this.#carried = { pieces }
      return
    }
    const before = child(properties, 'w:pageBreakBefore')
    if (before === undefined ? style.pageBreakBefore : isOn(before)) this.#endPage()
    const only = own.length === 1 ? reader.onlyFormula : null
    if (only !== null) this.#formula(only)
    else this.#pieces(pieces, { style, properties, instructions: reader.instructions })
    const section = child(properties, 'w:sectPr')
    if (section !== undefined) {
      this.#endCode()
      this.#sink.endSection(section)
    }
  }

  /** Breaks, formulas and boxes cut a paragraph in parts; only the first has its marker. */
  #pieces(
    pieces: readonly Piece[],
    {
      style,
      properties,
      instructions,
    }: { style: ParagraphStyle; properties: Element | undefined; instructions: readonly string[] },
  ): void {
    const marker = hasContent(pieces) ? this.#marker(properties, style) : null
    let first = true
    let gathered: Piece[] = []
    const put = (): void => {
      const inline = inlineOf(gathered)
      gathered = []
      if (inline.text.trim() === '') return
      this.#put(inline, {
        style,
        properties,
        marker: first ? marker : null,
        isFirst: first,
        isSequence: instructions.some((each) => /^\s*SEQ\s/i.test(each)),
      })
      first = false
    }
    const boxes: Element[] = []
    for (const piece of pieces) {
      if (piece.kind === 'text') gathered.push(piece)
      else if (piece.kind === 'box') boxes.push(piece.content)
      else {
        put()
        if (piece.kind === 'page') this.#endPage()
        else if (piece.kind === 'formula') this.#formula(piece.tree)
        else {
          this.#endCode()
          this.#sink.writer.figure(null, piece.words)
        }
      }
    }
    put()
    for (const box of boxes) this.#blocks(box)
  }

  #put(
    inline: Inline,
    {
      style,
      properties,
      marker,
      isFirst,
      isSequence,
    }: {
      style: ParagraphStyle
      properties: Element | undefined
      marker: Marker | null
      isFirst: boolean
      isSequence: boolean
    },
  ): void {
    const { writer } = this.#sink
    if (style.role === 'code' && marker === null) {
      this.#code.push(inline.text.replaceAll(imagePlaceholder, ''))
      return
    }
    this.#endCode()
    const level = levelOf(properties, style)
    const words = inline.text.replaceAll(imagePlaceholder, '').trim()
    const numbered =
      marker === null || marker.text === '' || marker.isBullet
        ? inline
        : { ...inline, text: `${marker.text} ${inline.text}` }
    if (level !== null && words !== '') writer.title(Math.max(1, level), numbered)
    else if (marker !== null && words !== '' && !(marker.text === '' && !marker.isBullet)) {
      // A nested list often has a definition of its own; only the outermost level tells lists apart.
      if (marker.level === 0 || this.#list === '') this.#list = marker.list
      writer.item({ level: marker.level, marker: marker.isBullet ? '- ' : marker.text }, inline, this.#list)
      return
    } else if (style.role === 'caption' || isSequence) writer.caption(inline)
    else if (style.role === 'contents') writer.text(inline, 'cate_item')
    else if (!isFirst || marker !== null) writer.text(inline)
    else writer.text(numbered)
    this.#list = ''
  }

  #marker(properties: Element | undefined, style: ParagraphStyle): Marker | null {
    const own = child(properties, 'w:numPr')
    const numId = attribute(child(own, 'w:numId'), 'w:val') ?? style.numId
    if (numId === null) return null
    const level = integer(child(own, 'w:ilvl'), 'w:val') ?? style.listLevel ?? 0
    return this.#setting.numbering.next(numId, level)
  }

  #formula(tree: Parameters<typeof linearFormula>[0]): void {
    this.#endCode()
    this.#sink.writer.equation({ tree }, linearFormula(tree))
  }

  #table(table: Element): void {
    const cells = placeDocxCells(table, this.#setting.styles).map(
      ({ element, ...where }): CellContent => ({ ...where, ...this.#cell(element) }),
    )
    this.#sink.writer.table(cells)
    this.#list = ''
  }

  /** The paragraphs of a cell, a line each; a table inside it a line for each row. */
  #cell(cell: Element): Inline {
    const lines: Inline[] = []
    for (const element of elements(cell)) {
      if (element.name === 'w:p') lines.push(this.#cellLine(element))
      else if (element.name === 'w:tbl') {
        const rows = Map.groupBy(placeDocxCells(element, this.#setting.styles), ({ row }) => row)
        for (const row of rows.values())
          lines.push(
            joinInline(
              row.map(({ element: inner }) => this.#cell(inner)),
              ' ',
            ),
          )
      } else if (element.name === 'w:sdt' || element.name === 'w:ins' || element.name === 'w:customXml')
        lines.push(this.#cell(child(element, 'w:sdtContent') ?? element))
    }
    return joinInline(
      lines.filter(({ text }) => text !== ''),
      '\n',
    )
  }

  #cellLine(paragraph: Element): Inline {
    const properties = child(paragraph, 'w:pPr')
    const style = this.#setting.styles.paragraph(attribute(child(properties, 'w:pStyle'), 'w:val'))
    const pieces = new RunReader(this.#setting, style).read(paragraph)
    if (style.hidden && !hasContent(pieces)) return plainInline('')
    const marker = this.#marker(properties, style)
    const inlines = pieces.flatMap((piece): Inline[] => {
      if (piece.kind === 'text') return [piece]
      if (piece.kind === 'formula') return [plainInline(linearFormula(piece.tree))]
      if (piece.kind === 'box') return [plainInline('\n'), this.#cell(piece.content)]
      return piece.kind === 'figure' ? [plainInline(piece.words)] : []
    })
    const line = joinInline(inlines)
    return marker === null || marker.isBullet || marker.text === ''
      ? line
      : { ...line, text: `${marker.text} ${line.text}` }
  }

  #endPage(): void {
    this.#endCode()
    this.#sink.endPage()
  }

  /** Lines in a style for code are one block. */
  #endCode(): void {
    const lines = this.#code
    this.#code = []
    if (lines.length > 0) this.#sink.writer.code(lines.join('\n'))
  }
}

/** Level of a heading: the paragraph's own outline level before its style's. */
function levelOf(properties: Element | undefined, style: ParagraphStyle): number | null {
  const own = integer(child(properties, 'w:outlineLvl'), 'w:val')
  return own === undefined ? style.level : own > 8 ? null : own + 1
}

/** Empty paragraphs of a list are not numbered on paper. */
function hasContent(pieces: readonly Piece[]): boolean {
  return pieces.some(
    (piece) =>
      piece.kind === 'formula' || piece.kind === 'figure' || (piece.kind === 'text' && piece.text.trim() !== ''),
  )
}

function inlineOf(pieces: readonly Piece[]): Inline {
  const texts = pieces.filter((piece): piece is Extract<Piece, { kind: 'text' }> => piece.kind === 'text')
  return joinInline(texts)
}
