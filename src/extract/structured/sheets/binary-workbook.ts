/** Reads XLS and XLSB workbooks with SheetJS: one page per visible sheet. */
import { type CellObject, read, SSF, type WorkBook, type WorkSheet } from '@e965/xlsx'
import { zipSync } from 'fflate'
import { errorMessage, ParseError } from '../../../model/errors.ts'
import { mergeLinks } from '../../../model/hyperlinks.ts'
import { Archive, type ArchiveLimits } from '../../../zip/archive.ts'
import { linksTo } from '../inline-text.ts'
import { type CellRange, type DocumentReader, type StructuredPage, unconvertedDocument } from '../types.ts'
import { checkXlsbCells, checkXlsCells, workbookStream } from './binary-cell-count.ts'
import { legacyTextDecoder } from './legacy-workbook-text.ts'
import { formatNumber } from './number-format.ts'
import type { SheetCell } from './sheet-grid.ts'
import { noVisibleSheet, writeSheetPage } from './sheet-page.ts'

export const binaryWorkbookReader: DocumentReader = {
  open(bytes, { fileType, limits, maxCells }) {
    const source = fileType === '.xlsb' ? checkedPackage(bytes, limits, maxCells) : checkedXls(bytes, maxCells)
    const workbook = readWorkbook(source)
    const decode = legacyTextDecoder(source)
    const states = workbook.Workbook?.Sheets ?? []
    const names = workbook.SheetNames.filter((name, at) => (states[at]?.Hidden ?? 0) === 0 && name in workbook.Sheets)
    if (names.length === 0) throw noVisibleSheet()
    const is1904 = workbook.Workbook?.WBProps?.date1904 === true
    return unconvertedDocument(names, 'one for each sheet', (name) =>
      readSheet(workbook.Sheets[name]!, { name: decode(name), maxCells, is1904, decode }),
    )
  },
}

/** SheetJS would follow damaged sector chains until memory is used up. */
function checkedXls(bytes: Uint8Array, maxCells: number): Uint8Array {
  const stream = workbookStream(bytes)
  checkXlsCells(stream, maxCells)
  return stream
}

/** Without compression, because SheetJS inflates without limits. */
function checkedPackage(bytes: Uint8Array, limits: ArchiveLimits, maxCells: number): Uint8Array {
  const archive = new Archive(bytes, limits)
  const parts = archive.names.filter((name) => /\.(?:bin|xml|rels)$/i.test(name) && !/vbaProject/i.test(name))
  const contents = Object.fromEntries(parts.map((name) => [name, archive.readRequired(name)]))
  checkXlsbCells(contents, maxCells)
  return zipSync(contents, { level: 0 })
}

const standardFormats: Readonly<Record<string, string>> = { ...SSF.get_table() }

/** Removes the number formats of earlier workbooks, which SheetJS keeps. */
function resetFormats(): void {
  const formats: Record<string, string> = SSF.get_table()
  for (const id of Object.keys(formats)) delete formats[id]
  Object.assign(formats, standardFormats)
}

function readWorkbook(bytes: Uint8Array): WorkBook {
  resetFormats()
  const { error: report } = console
  console.error = () => {}
  try {
    return read(bytes, {
      type: 'array',
      dense: true,
      cellFormula: false,
      cellHTML: false,
      cellNF: true,
      cellStyles: true,
    })
  } catch (error) {
    const reason = errorMessage(error)
    throw new ParseError(1106, `The workbook is damaged: ${reason}.`)
  } finally {
    console.error = report
  }
}

interface SheetContext {
  readonly name: string
  readonly maxCells: number
  readonly is1904: boolean
  decode(text: string): string
}

function readSheet(sheet: WorkSheet, { name, maxCells, is1904, decode }: SheetContext): StructuredPage {
  const rows: readonly (readonly (CellObject | undefined)[] | undefined)[] = sheet['!data'] ?? []
  const cells = new Map<number, Map<number, SheetCell>>()
  for (const [row, line] of rows.entries()) {
    const entries = (line ?? []).flatMap((cell, col): [number, SheetCell][] => {
      const text = cell === undefined ? '' : decode(displayedText(cell, is1904))
      if (cell === undefined || text.trim() === '') return []
      const links = mergeLinks({ links: linksTo(cell.l?.Target, text) })
      return [[col, { text, isText: cell.t === 's', ...links }]]
    })
    if (entries.length > 0) cells.set(row, new Map(entries))
  }
  const merges = (sheet['!merges'] ?? []).map(
    ({ s, e }): CellRange => ({ row: s.r, col: s.c, rowSpan: e.r - s.r + 1, colSpan: e.c - s.c + 1 }),
  )
  const hiddenRows = new Set(indexesOfHidden(sheet['!rows']))
  const hiddenColumns = indexesOfHidden(sheet['!cols']).map((col) => ({ first: col, last: col }))
  return writeSheetPage({ name, cells, merges, hiddenRows, hiddenColumns }, maxCells)
}

const SHORT_DATE = 'm/d/yy'

/** SheetJS stores errors as codes with their displayed text. */
function displayedText({ t, v, w, z }: CellObject, is1904: boolean): string {
  if (t === 'n' && typeof v === 'number')
    return formatNumber(v, z === SHORT_DATE ? 'm/d/yyyy' : String(z ?? 'General'), is1904)
  if (t === 'b') return v === true ? 'TRUE' : 'FALSE'
  if (t === 's') return String(v ?? '')
  return w ?? ''
}

function indexesOfHidden(lines: readonly ({ readonly hidden?: boolean } | undefined)[] = []): number[] {
  return [...lines.entries()].flatMap(([index, line]) => (line?.hidden === true ? [index] : []))
}
