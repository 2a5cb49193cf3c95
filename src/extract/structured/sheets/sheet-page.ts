import { ParseError } from '../../../model/errors.ts'
import { plainInline } from '../inline-text.ts'
import { PageWriter } from '../page-writer.ts'
import type { StructuredPage } from '../types.ts'
import { type SheetWithHidden, withoutHidden } from './hidden-cells.ts'
import { checkText, writeSheet } from './sheet-grid.ts'

interface NamedSheet extends SheetWithHidden {
  readonly name: string
  readonly uncalculatedCount?: number
}

/** Throws `ParseError` 1132 for too many cells or too much text. */
export function writeSheetPage(
  sheet: NamedSheet,
  maxCells: number,
  writeDrawings: (writer: PageWriter) => void = () => {},
): StructuredPage {
  const { name, uncalculatedCount = 0 } = sheet
  const { cells, merges, hiddenCount } = withoutHidden(sheet, maxCells)
  checkText(cells, { name, maxCells })
  const body = new PageWriter()
  writeSheet({ cells, merges }, body)
  writeDrawings(body)
  if (uncalculatedCount > 0) {
    const subject = uncalculatedCount === 1 ? 'a formula has' : `${uncalculatedCount} formulas have`
    body.warn(
      `Sheet "${name}": ${subject} no stored result, which leaves cells empty. Save the workbook with a spreadsheet program and send it again.`,
    )
  }
  if (body.isEmpty) return body.finish()
  const writer = new PageWriter()
  writer.title(1, plainInline(name))
  writer.append(body)
  if (hiddenCount > 0) {
    const noun = hiddenCount === 1 ? 'row or column was' : 'rows or columns were'
    writer.warn(`Sheet "${name}": ${hiddenCount} hidden ${noun} left out.`)
  }
  return writer.finish()
}

export function noVisibleSheet(): ParseError {
  return new ParseError(1106, 'The workbook has no visible sheet: it is damaged, or all its sheets are hidden.')
}
