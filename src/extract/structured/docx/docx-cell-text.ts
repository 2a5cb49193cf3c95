/** Text of table cells, with the numbers of their paragraphs. */
import { attribute, child, type Element, elements, integer } from '../../../xml/tree.ts'
import type { Numbering } from '../flow/list-numbering.ts'
import { linearFormula } from '../formulas/linear-text.ts'
import { type Inline, joinInline, joinLines, plainInline, withNumber } from '../inline-text.ts'
import { chartLines } from '../ooxml/drawing.ts'
import { type Marker, numberOf } from '../page-writer.ts'
import { hasContent, type ParagraphPart } from './docx-parts.ts'
import { type RunContext, RunReader } from './docx-runs.ts'
import type { ParagraphStyle } from './docx-styles.ts'
import { readDocxCells } from './docx-table.ts'

export interface DocxContext extends RunContext {
  readonly numbering: Numbering
}

export function readCell(cell: Element, context: DocxContext): Inline {
  const lines: Inline[] = []
  for (const element of elements(cell)) {
    if (element.name === 'w:p') lines.push(readCellLine(element, context))
    else if (element.name === 'w:tbl') {
      const rows = Map.groupBy(readDocxCells(element, context.styles), ({ row }) => row)
      for (const row of rows.values()) {
        const texts = row.map(({ element: inner }) => readCell(inner, context))
        lines.push(joinInline(texts, ' '))
      }
    } else if (element.name === 'w:sdt' || element.name === 'w:ins' || element.name === 'w:customXml')
      lines.push(readCell(child(element, 'w:sdtContent') ?? element, context))
  }
  return joinLines(lines)
}

function readCellLine(paragraph: Element, context: DocxContext): Inline {
  const properties = child(paragraph, 'w:pPr')
  const style = context.styles.paragraph(attribute(child(properties, 'w:pStyle'), 'w:val'))
  const parts = new RunReader(context, style).read(paragraph)
  if (style.hidden && !hasContent(parts)) return plainInline('')
  const marker = nextMarker(properties, style, context)
  const boxes = parts.flatMap((part) => (part.kind === 'box' ? [readCell(part.content, context)] : []))
  const line = withNumber(joinInline(parts.map(inlineOf)), numberOf(marker?.text))
  return joinLines([line, ...boxes])
}

function inlineOf(part: ParagraphPart): Inline {
  switch (part.kind) {
    case 'text':
      return part
    case 'formula':
      return plainInline(linearFormula(part.tree))
    case 'figure':
      return plainInline(part.text)
    case 'chart':
      return plainInline(chartLines(part.table).join('\n'))
    case 'page break':
      return plainInline('\n')
    default:
      return plainInline('')
  }
}

export function nextMarker(
  properties: Element | undefined,
  style: ParagraphStyle,
  { numbering: lists }: DocxContext,
): Marker | null {
  const numbering = child(properties, 'w:numPr')
  const numId = attribute(child(numbering, 'w:numId'), 'w:val') ?? style.numId
  if (numId === null) return null
  const level = integer(child(numbering, 'w:ilvl'), 'w:val') ?? style.listLevel ?? 0
  return lists.next(numId, level)
}
