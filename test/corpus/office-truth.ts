/**
 * What an Office file itself says of its structure: headings, tables with their cells and merges, and all its words, read from the XML
 * with as little interpretation as possible. It shares nothing with the product's readers but the zip and XML parsers.
 */
import { Archive } from '../../src/documents/archive.ts'
import { attribute, child, descendants, type Element, elements, isElement, textOf } from '../../src/documents/tree.ts'
import { parseXml } from '../../src/documents/xml.ts'

export interface TruthCell {
  readonly row: number
  readonly col: number
  readonly rowSpan: number
  readonly colSpan: number
  /** `null`: a value whose look depends on its format. */
  readonly text: string | null
}

export interface TruthTable {
  readonly rows: number
  readonly cells: readonly TruthCell[]
}

export interface Truth {
  readonly headings: readonly string[]
  readonly tables: readonly TruthTable[]
  readonly words: readonly string[]
}

/** Letters and digits only: what is between them is typography. */
export function normal(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()
}

export function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+/gu) ?? []
  )
}

export function readTruth(bytes: Uint8Array, fileType: string): Truth {
  const archive = new Archive(bytes)
  if (fileType === '.docx' || fileType === '.docm') return readDocx(archive)
  if (fileType === '.pptx') return readPptx(archive)
  return readXlsx(archive)
}

function part(archive: Archive, name: string): Element | undefined {
  const bytes = archive.read(name)
  return bytes === null ? undefined : parseXml(bytes, name)
}

// --- DOCX ---

function readDocx(archive: Archive): Truth {
  const document = part(archive, 'word/document.xml')
  const body = child(document, 'w:body')
  if (body === undefined) return { headings: [], tables: [], words: [] }
  const levels = headingStyles(part(archive, 'word/styles.xml'))
  const headings = descendants(body, 'w:p')
    .filter((paragraph) => isHeading(paragraph, levels))
    .map((paragraph) => normal(shownText(paragraph)))
    .filter((text) => text !== '')
  const tables = descendants(body, 'w:tbl', true).flatMap((table) => (isInsideTextBox(body, table) ? [] : [readDocxTable(table)]))
  return { headings, tables: tables.filter(({ cells }) => cells.length > 1), words: wordsOf(shownText(body)) }
}

function isInsideTextBox(body: Element, table: Element): boolean {
  return descendants(body, 'w:txbxContent').some((box) => descendants(box, 'w:tbl').includes(table))
}

/** Style ids whose outline level makes a heading, through what they are based on. */
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

const skipped = new Set(['w:del', 'w:moveFrom', 'w:instrText', 'w:delText', 'mc:Fallback', 'w:pPr', 'w:rPr', 'm:oMath', 'm:oMathPara', 'w:object'])
const breaks = new Set(['w:p', 'w:tab', 'w:br', 'w:cr', 'w:tc'])

function shownText(root: Element): string {
  let text = ''
  const visit = (element: Element): void => {
    if (skipped.has(element.name)) return
    if (element.name === 'w:r' && child(element, 'w:rPr', 'w:vanish') !== undefined) return
    if (element.name === 'w:t') text += textOf(element)
    else if (element.name === 'w:noBreakHyphen') text += '-'
    for (const kid of element.children) if (isElement(kid)) visit(kid)
    if (breaks.has(element.name)) text += ' '
  }
  visit(root)
  return text
}

function rowsOf(table: Element): Element[] {
  return table.children
    .filter(isElement)
    .flatMap((kid) => (kid.name === 'w:tr' ? [kid] : kid.name === 'w:sdt' ? rowsOf(child(kid, 'w:sdtContent') ?? kid) : []))
}

function cellsOf(row: Element): Element[] {
  return row.children.filter(isElement).flatMap((kid) => (kid.name === 'w:tc' ? [kid] : kid.name === 'w:sdt' ? cellsOf(child(kid, 'w:sdtContent') ?? kid) : []))
}

function readDocxTable(table: Element): TruthTable {
  const cells: { row: number; col: number; rowSpan: number; colSpan: number; text: string }[] = []
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
        const made = { row, col, rowSpan: 1, colSpan, text: normal(shownText(cell)) }
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
  return { headings, tables: tables.filter(({ cells }) => cells.length > 1), words }
}

function drawnText(root: Element): string {
  return descendants(root, 'a:p')
    .map((paragraph) =>
      paragraph.children
        .map((kid) =>
          isElement(kid) && (kid.name === 'a:r' || kid.name === 'a:fld') ? textOf(child(kid, 'a:t')) : isElement(kid) && kid.name === 'a:br' ? ' ' : '',
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
      return [{ row, col, rowSpan: Number(attribute(cell, 'rowSpan') ?? 1), colSpan: Number(attribute(cell, 'gridSpan') ?? 1), text: normal(drawnText(cell)) }]
    }),
  )
  return { rows: rows.length, cells }
}

// --- XLSX ---

function readXlsx(archive: Archive): Truth {
  const book = part(archive, 'xl/workbook.xml')
  const links = relations(archive, 'xl/_rels/workbook.xml.rels')
  const strings = elements(part(archive, 'xl/sharedStrings.xml'), 's:si').map((item) =>
    descendants(item, 's:t')
      .filter((text) => !isPhonetic(item, text))
      .map(textOf)
      .join(''),
  )
  const headings: string[] = []
  const tables: TruthTable[] = []
  const words: string[] = []
  for (const sheet of elements(child(book, 's:sheets'), 's:sheet')) {
    if ((attribute(sheet, 'state') ?? 'visible') !== 'visible') continue
    const root = part(archive, resolve('xl', links.get(attribute(sheet, 'r:id') ?? '') ?? ''))
    const table = root === undefined ? null : readSheet(root, strings)
    if (table === null || table.cells.length === 0) continue
    headings.push(normal(attribute(sheet, 'name') ?? ''))
    tables.push(table)
    words.push(...table.cells.flatMap(({ text }) => wordsOf(text ?? '')))
  }
  return { headings, tables, words }
}

function isPhonetic(item: Element, text: Element): boolean {
  return descendants(item, 's:rPh').some((phonetic) => descendants(phonetic, 's:t').includes(text))
}

/** Filled cells only, counted from the first filled row and column. */
function readSheet(root: Element, strings: readonly string[]): TruthTable {
  const merges = new Map(
    descendants(root, 's:mergeCell').map((merge) => {
      const [from = '', to = from] = (attribute(merge, 'ref') ?? '').split(':')
      const [first, last] = [place(from), place(to)]
      return [from, { rowSpan: last.row - first.row + 1, colSpan: last.col - first.col + 1 }] as const
    }),
  )
  const cells = descendants(root, 's:c').flatMap((cell): TruthCell[] => {
    const reference = attribute(cell, 'r') ?? ''
    const kind = attribute(cell, 't') ?? 'n'
    const value = textOf(child(cell, 's:v'))
    const inline = kind === 'inlineStr' ? descendants(cell, 's:t').map(textOf).join('') : null
    const text = kind === 's' ? (strings[Number(value)] ?? '') : kind === 'str' ? value : inline
    if (text === null ? value === '' : text.trim() === '') return []
    return [{ ...place(reference), ...(merges.get(reference) ?? { rowSpan: 1, colSpan: 1 }), text: text === null ? null : normal(text) }]
  })
  const top = Math.min(...cells.map(({ row }) => row))
  const left = Math.min(...cells.map(({ col }) => col))
  return { rows: new Set(cells.map(({ row }) => row)).size, cells: cells.map((cell) => ({ ...cell, row: cell.row - top, col: cell.col - left })) }
}

function place(reference: string): { row: number; col: number } {
  const [, letters = 'A', digits = '1'] = /^\$?([A-Z]+)\$?(\d+)$/.exec(reference) ?? []
  return { row: Number(digits) - 1, col: [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1 }
}

// --- packages ---

function relations(archive: Archive, name: string): Map<string, string> {
  return new Map(elements(part(archive, name)).map((relation) => [attribute(relation, 'Id') ?? '', attribute(relation, 'Target') ?? '']))
}

function resolve(folder: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1)
  return new URL(target, `http://part/${folder}/`).pathname.slice(1)
}
