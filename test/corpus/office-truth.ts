/**
 * Reads the structure of an Office file from its XML with as little interpretation as possible: headings, tables with
 * their cells and merges, and all words. It shares only the zip and XML parsers with the product's readers.
 */

import { attribute, child, descendants, type Element, elements, isElement, textOf } from '../../src/xml/tree.ts'
import { Archive } from '../../src/zip/archive.ts'
import {
  normal,
  part,
  relations,
  resolve,
  type Truth,
  type TruthCell,
  type TruthTable,
  wordsOf,
} from './office-truth-parts.ts'
import { readXlsx } from './office-truth-xlsx.ts'

export function readTruth(bytes: Uint8Array, fileType: string): Truth {
  const archive = new Archive(bytes)
  if (fileType === '.docx' || fileType === '.docm') return readDocx(archive)
  if (fileType === '.pptx') return readPptx(archive)
  return readXlsx(archive)
}

// --- DOCX ---

function readDocx(archive: Archive): Truth {
  const document = part(archive, 'word/document.xml')
  const body = child(document, 'w:body')
  if (body === undefined) return { headings: [], tables: [], words: [] }
  const levels = headingStyles(part(archive, 'word/styles.xml'))
  const marks = noteMarks(body)
  // A heading in a cell is text of the cell.
  const inCells = new Set(descendants(body, 'w:tbl', true).flatMap((table) => descendants(table, 'w:p')))
  const headings = descendants(body, 'w:p')
    .filter((paragraph) => isHeading(paragraph, levels) && !inCells.has(paragraph))
    .map((paragraph) => normal(shownText(paragraph, { marks, withBoxes: false })))
    .filter((text) => text !== '')
  const tables = descendants(body, 'w:tbl', true).flatMap((table) =>
    isInsideTextBox(body, table) ? [] : [readDocxTable(table, marks)],
  )
  return { headings, tables: tables.filter(isShown), words: wordsOf(shownText(body, { marks, withBoxes: true })) }
}

/**
 * Whether the table counts. A frame around content is not a table, even with empty cells in its only row, and neither
 * is a table without words.
 */
function isShown({ rows, cells }: TruthTable): boolean {
  const filled = cells.filter(({ text }) => text !== '').length
  return cells.length > 1 && filled > (rows === 1 ? 1 : 0)
}

/** Returns the mark of each note in the text: numbers for footnotes, lowercase Roman numerals for endnotes. */
function noteMarks(body: Element): ReadonlyMap<Element, string> {
  const own = (name: string): Element[] =>
    descendants(body, name).filter((mark) => attribute(mark, 'w:customMarkFollows') === undefined)
  return new Map([
    ...own('w:footnoteReference').map((mark, index) => [mark, String(index + 1)] as const),
    ...own('w:endnoteReference').map((mark, index) => [mark, roman(index + 1)] as const),
  ])
}

function roman(value: number): string {
  const signs = [
    ['x', 10],
    ['ix', 9],
    ['v', 5],
    ['iv', 4],
    ['i', 1],
  ] as const
  let left = value
  return signs
    .map(([sign, worth]) => {
      const count = Math.floor(left / worth)
      left -= count * worth
      return sign.repeat(count)
    })
    .join('')
}

function isInsideTextBox(body: Element, table: Element): boolean {
  return descendants(body, 'w:txbxContent').some((box) => descendants(box, 'w:tbl').includes(table))
}

/** Returns the ids of styles whose outline level makes a heading, also through the styles that they are based on. */
function headingStyles(styles: Element | undefined): ReadonlySet<string> {
  const byId = new Map(elements(styles, 'w:style').map((style) => [attribute(style, 'w:styleId') ?? '', style]))
  const levelOf = (id: string, depth = 0): number => {
    const style = byId.get(id)
    if (style === undefined || depth > 20) return 9
    const own = attribute(child(style, 'w:pPr', 'w:outlineLvl'), 'w:val')
    return own === undefined ? levelOf(attribute(child(style, 'w:basedOn'), 'w:val') ?? '', depth + 1) : Number(own)
  }
  return new Set([...byId.keys()].filter((id) => levelOf(id) < 6))
}

function isHeading(paragraph: Element, levels: ReadonlySet<string>): boolean {
  const properties = child(paragraph, 'w:pPr')
  const own = attribute(child(properties, 'w:outlineLvl'), 'w:val')
  if (own !== undefined) return Number(own) < 6
  return levels.has(attribute(child(properties, 'w:pStyle'), 'w:val') ?? '')
}

const skipped = new Set([
  'w:del',
  'w:moveFrom',
  'w:instrText',
  'w:delText',
  'mc:Fallback',
  'w:pPr',
  'w:rPr',
  'm:oMath',
  'm:oMathPara',
  'w:object',
])
const breaks = new Set(['w:p', 'w:tab', 'w:br', 'w:cr', 'w:tc'])

function shownText(
  root: Element,
  { marks, withBoxes }: { readonly marks: ReadonlyMap<Element, string>; readonly withBoxes: boolean },
): string {
  let text = ''
  const visit = (element: Element): void => {
    if (skipped.has(element.name) || (!withBoxes && element.name === 'w:txbxContent')) return
    if (element.name === 'w:r' && child(element, 'w:rPr', 'w:vanish') !== undefined) return
    if (element.name === 'w:t') text += textOf(element)
    else if (element.name === 'w:noBreakHyphen') text += '-'
    else text += marks.get(element) ?? ''
    for (const kid of element.children) if (isElement(kid)) visit(kid)
    if (breaks.has(element.name)) text += ' '
  }
  visit(root)
  return text
}

function rowsOf(table: Element): Element[] {
  return table.children
    .filter(isElement)
    .flatMap((kid) =>
      kid.name === 'w:tr' ? [kid] : kid.name === 'w:sdt' ? rowsOf(child(kid, 'w:sdtContent') ?? kid) : [],
    )
}

function cellsOf(row: Element): Element[] {
  return row.children
    .filter(isElement)
    .flatMap((kid) =>
      kid.name === 'w:tc' ? [kid] : kid.name === 'w:sdt' ? cellsOf(child(kid, 'w:sdtContent') ?? kid) : [],
    )
}

function readDocxTable(table: Element, marks: ReadonlyMap<Element, string>): TruthTable {
  const cells: { row: number; col: number; rowSpan: number; colSpan: number; text: string | null }[] = []
  const open = new Map<number, (typeof cells)[number]>()
  const rows = rowsOf(table)
  rows.forEach((element, row) => {
    let col = Number(attribute(child(element, 'w:trPr', 'w:gridBefore'), 'w:val') ?? 0)
    for (const cell of cellsOf(element)) {
      const properties = child(cell, 'w:tcPr')
      const colSpan = Number(attribute(child(properties, 'w:gridSpan'), 'w:val') ?? 1)
      const merge = child(properties, 'w:vMerge')
      const goesOn = merge !== undefined && attribute(merge, 'w:val') !== 'restart'
      const above = open.get(col)
      if (goesOn && above !== undefined) above.rowSpan++
      else {
        const text =
          descendants(cell, 'm:oMath').length > 0 ? null : normal(shownText(cell, { marks, withBoxes: false }))
        const made = { row, col, rowSpan: 1, colSpan, text }
        cells.push(made)
        open.set(col, made)
      }
      col += colSpan
    }
  })
  return { rows: rows.length, cells }
}

// --- PPTX ---

function readPptx(archive: Archive): Truth {
  const presentation = part(archive, 'ppt/presentation.xml')
  const links = relations(archive, 'ppt/_rels/presentation.xml.rels')
  const slides = elements(child(presentation, 'p:sldIdLst'), 'p:sldId')
    .map((slide) => part(archive, resolve('ppt', links.get(attribute(slide, 'r:id') ?? '') ?? '')))
    .filter((slide) => slide !== undefined && attribute(slide, 'show') !== '0')
  const headings: string[] = []
  const tables: TruthTable[] = []
  const words: string[] = []
  for (const slide of slides) {
    if (slide === undefined) continue
    for (const shape of descendants(slide, 'p:sp')) {
      const kind = attribute(child(shape, 'p:nvSpPr', 'p:nvPr', 'p:ph'), 'type')
      const text = drawnText(shape)
      if ((kind === 'title' || kind === 'ctrTitle') && normal(text) !== '') headings.push(normal(text))
      // Dates, numbers and footers are furniture.
      if (kind !== 'dt' && kind !== 'sldNum' && kind !== 'ftr') words.push(...wordsOf(text))
    }
    for (const table of descendants(slide, 'a:tbl')) {
      const read = readDrawnTable(table)
      tables.push(read)
      words.push(...read.cells.flatMap(({ text }) => wordsOf(text ?? '')))
    }
  }
  return { headings, tables: tables.filter(isShown), words }
}

function drawnText(root: Element): string {
  return descendants(root, 'a:p')
    .map((paragraph) =>
      paragraph.children
        .map((kid) =>
          isElement(kid) && (kid.name === 'a:r' || kid.name === 'a:fld')
            ? textOf(child(kid, 'a:t'))
            : isElement(kid) && kid.name === 'a:br'
              ? ' '
              : '',
        )
        .join(''),
    )
    .join(' ')
}

function readDrawnTable(table: Element): TruthTable {
  const rows = elements(table, 'a:tr')
  const cells = rows.flatMap((element, row) =>
    elements(element, 'a:tc').flatMap((cell, col): TruthCell[] => {
      if (attribute(cell, 'hMerge') === '1' || attribute(cell, 'vMerge') === '1') return []
      return [
        {
          row,
          col,
          rowSpan: Number(attribute(cell, 'rowSpan') ?? 1),
          colSpan: Number(attribute(cell, 'gridSpan') ?? 1),
          text: normal(drawnText(cell)),
        },
      ]
    }),
  )
  return { rows: rows.length, cells }
}
