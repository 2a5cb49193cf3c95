import { decodeText, looksLikeText } from '../../../encoding/encoding.ts'
import { attribute, child, type Element, elements, integer } from '../../../xml/tree.ts'
import { writeChart } from '../chart-table.ts'
import { isSequence } from '../flow/field-instruction.ts'
import { type FlowParagraph, writeParagraph } from '../flow/flow-paragraph.ts'
import { decodeDataImage } from '../html/data-uri.ts'
import { HtmlReader } from '../html/html.ts'
import { parseHtmlTree } from '../html/html-tree.ts'
import { joinInline, onlyFormula } from '../inline-text.ts'
import { isOn } from '../ooxml/on-off.ts'
import type { CellContent, PageWriter } from '../page-writer.ts'
import { type DocxContext, nextMarker, readCell } from './docx-cell-text.ts'
import { hasContent, type ParagraphPart, type TextPart } from './docx-parts.ts'
import { RunReader } from './docx-runs.ts'
import type { ParagraphStyle } from './docx-styles.ts'
import { isLayoutTable, readDocxCells } from './docx-table.ts'

export interface PageSink {
  readonly writer: PageWriter
  endPage(): void
  endSection(properties: Element): void
}

export class BodyReader {
  readonly #context: DocxContext
  readonly #sink: PageSink
  /** Parts of paragraphs whose end mark was deleted; they continue in the next paragraph. */
  #carried: readonly ParagraphPart[] = []

  constructor(context: DocxContext, sink: PageSink) {
    this.#context = context
    this.#sink = sink
  }

  read(parent: Element): void {
    for (const element of elements(parent)) {
      switch (element.name) {
        case 'w:p':
          this.#readParagraph(element)
          break
        case 'w:tbl':
          this.#readTable(element)
          break
        case 'w:sectPr':
          this.#sink.endSection(element)
          break
        case 'w:sdt': {
          const content = child(element, 'w:sdtContent')
          if (content !== undefined) this.read(content)
          break
        }
        case 'w:ins':
        case 'w:moveTo':
        case 'w:customXml':
          this.read(element)
          break
        case 'w:altChunk':
          this.#readInsertedFile(attribute(element, 'r:id'))
          break
        default:
      }
    }
  }

  #readInsertedFile(id: string | undefined): void {
    const { file, part } = this.#context
    const bytes = file.bytesOf(part, id)
    if (bytes === null) return
    const source = looksLikeText(bytes.subarray(0, 4096)) ? decodeText(bytes) : ''
    const { writer } = this.#sink
    if (/<[a-z]+[\s>]/i.test(source))
      new HtmlReader(writer, { loadImage: decodeDataImage, menus: true, dollars: false }).read(parseHtmlTree(source))
    else writer.warn('A part that was inserted in another format was left out: it can only be read with a converter.')
  }

  #readParagraph(paragraph: Element): void {
    const properties = child(paragraph, 'w:pPr')
    const style = this.#context.styles.paragraph(attribute(child(properties, 'w:pStyle'), 'w:val'))
    const reader = new RunReader(this.#context, style)
    const parts = [...this.#carried, ...reader.read(paragraph)]
    this.#carried = []
    const endMark = child(properties, 'w:rPr')
    const isDropCap = ['drop', 'margin'].includes(attribute(child(properties, 'w:framePr'), 'w:dropCap') ?? '')
    if (isDropCap || child(endMark, 'w:del') !== undefined || child(endMark, 'w:moveFrom') !== undefined) {
      this.#carried = parts
      return
    }
    const breakBefore = child(properties, 'w:pageBreakBefore')
    if (breakBefore === undefined ? style.pageBreakBefore : isOn(breakBefore)) this.#sink.endPage()
    const [first, second] = parts
    const formula = first?.kind === 'text' && second === undefined ? onlyFormula(first) : null
    if (formula !== null) this.#sink.writer.equation({ tree: formula })
    else {
      const role = style.role === 'text' && reader.instructions.some(isSequence) ? 'caption' : style.role
      const marker = hasContent(parts) ? nextMarker(properties, style, this.#context) : null
      this.#writeParts(parts, { level: headingLevel(properties, style), role, marker })
    }
    const section = child(properties, 'w:sectPr')
    if (section !== undefined) this.#sink.endSection(section)
  }

  /** Page breaks, formulas and figures split the text; text boxes follow it. */
  #writeParts(parts: readonly ParagraphPart[], paragraph: Omit<FlowParagraph, 'inline'>): void {
    let { marker } = paragraph
    let texts: TextPart[] = []
    const endText = (): void => {
      const inline = joinInline(texts)
      texts = []
      if (inline.text.trim() === '') return
      writeParagraph({ ...paragraph, inline, marker }, this.#sink.writer)
      marker = null
    }
    const boxes: Element[] = []
    for (const part of parts) {
      if (part.kind === 'text') texts.push(part)
      else if (part.kind === 'box') boxes.push(part.content)
      else {
        endText()
        if (part.kind === 'page break') this.#sink.endPage()
        else if (part.kind === 'formula') this.#sink.writer.equation({ tree: part.tree })
        else {
          if (part.kind === 'chart') writeChart(part.table, this.#sink.writer)
          else this.#sink.writer.figure(null, part.text)
        }
      }
    }
    endText()
    for (const box of boxes) this.read(box)
  }

  #readTable(table: Element): void {
    const sources = readDocxCells(table, this.#context.styles)
    if (isLayoutTable(table, sources)) {
      for (const { element } of sources) this.read(element)
      return
    }
    const cells = sources.map(
      ({ element, ...position }): CellContent => ({ ...position, ...readCell(element, this.#context) }),
    )
    this.#sink.writer.table(cells)
  }
}

function headingLevel(properties: Element | undefined, style: ParagraphStyle): number | null {
  const outlineLevel = integer(child(properties, 'w:outlineLvl'), 'w:val')
  return outlineLevel === undefined ? style.level : outlineLevel > 8 ? null : outlineLevel + 1
}
