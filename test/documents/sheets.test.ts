/** Workbooks → one page for each sheet, cells with what they show. */
import { describe, expect, test } from 'vitest'
import { showNumber } from '../../src/documents/cell-format.ts'
import { odf, outlineOf, readPages, xlsx } from './build.ts'

const cell = (at: string, value: string, attributes = ''): string => `<c r="${at}" ${attributes}><v>${value}</v></c>`
const row = (at: number, cells: string, attributes = ''): string => `<row r="${at}" ${attributes}>${cells}</row>`

describe('what a cell shows', () => {
  test.each([
    [44197, 'm/d/yyyy', '1/1/2021'],
    [0.256, '0.0%', '25.6%'],
    [1234.5, '#,##0.00', '1,234.50'],
    [-5, '0_);(0)', '(5)'],
    [3, 'General', '3'],
    [0.1 + 0.2, 'General', '0.3'],
    [0.75, 'h:mm AM/PM', '6:00 PM'],
    [5, '[[broken', '5'],
  ])('%d as %s is %s', (value, pattern, shown) => {
    expect(showNumber(value, pattern)).toBe(shown)
  })
})

describe('XLSX', () => {
  test('names, shared and own texts, formats, formulas, booleans and errors; hidden sheets stay out', async () => {
    const styles = '<numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs>'
    const strings = '<si><t>Name</t></si><si><r><t>Ri</t></r><r><t>ch</t></r><rPh><t>reading</t></rPh></si>'
    const data = `<sheetData>${row(1, cell('A1', '0', 't="s"') + cell('B1', '1', 't="s"'))}${row(2, cell('A2', '44197', 's="1"') + cell('B2', 'x', 't="str"') + cell('C2', '1', 't="b"'))}${row(3, `<c r="A3" t="inlineStr"><is><t>own</t></is></c>${cell('C3', '#DIV/0!', 't="e"')}`)}</sheetData>`
    const bytes = xlsx(
      { First: { content: data }, Secret: { content: '<sheetData/>', state: 'hidden' }, Empty: { content: '<sheetData/>' } },
      { strings, styles },
    )
    expect(await outlineOf(bytes, '.xlsx')).toEqual(['# First', '*Name|*Rich|* / 2021-01-01|x|TRUE / own||#DIV/0!'])
    expect(await readPages(bytes, '.xlsx')).toHaveLength(2)
  })

  test('merged cells, empty edges, hidden rows and columns', async () => {
    const data = `<cols><col min="4" max="4" hidden="1"/></cols><sheetData>${row(3, cell('B3', '1') + cell('D3', '9') + cell('E3', '2'))}${row(4, cell('B4', '0'), 'hidden="1"')}${row(5, cell('B5', '3') + cell('E5', '4'))}</sheetData><mergeCells><mergeCell ref="B3:C3"/><mergeCell ref="E3:E5"/></mergeCells>`
    const [page] = await readPages(xlsx({ S: { content: data } }), '.xlsx')
    expect(await outlineOf(xlsx({ S: { content: data } }), '.xlsx')).toEqual(['# S', '1[1x2]|2[2x1] / 3|'])
    expect(page!.page.warnings.join()).toContain('2 hidden rows or columns')
  })

  test('cells at the far corner make no table of billions', async () => {
    expect(
      await outlineOf(xlsx({ S: { content: `<sheetData>${row(1, cell('A1', '1'))}${row(1048576, cell('XFD1048576', '2'))}</sheetData>` } }), '.xlsx'),
    ).toEqual(['# S', '1| / |2'])
  })

  test('a workbook without a sheet to show is refused', async () => {
    await expect(readPages(xlsx({ S: { content: '', state: 'veryHidden' } }), '.xlsx')).rejects.toMatchObject({ code: 1106 })
  })

  test('dates of workbooks that began in 1904', async () => {
    const styles = '<cellXfs><xf numFmtId="14"/></cellXfs>'
    expect(
      await outlineOf(
        xlsx({ S: { content: `<sheetData>${row(1, cell('A1', '0'))}</sheetData>` } }, { styles, workbook: '<workbookPr date1904="1"/>' }),
        '.xlsx',
      ),
    ).toEqual(['# S', '1/1/1904'])
  })
})

test('ODS: shown texts, repeated and merged cells, hidden rows and sheets', async () => {
  const text = (words: string, attributes = ''): string =>
    `<table:table-cell office:value-type="float" ${attributes}><text:p>${words}</text:p></table:table-cell>`
  const rows = [
    `<table:table-row>${text('a', 'table:number-columns-spanned="2"')}<table:covered-table-cell/>${text('b')}</table:table-row>`,
    `<table:table-row table:visibility="collapse">${text('hidden')}</table:table-row>`,
    `<table:table-row table:number-rows-repeated="2">${text('1', 'table:number-columns-repeated="2"')}</table:table-row>`,
    '<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>',
  ]
  const hidden = '<style:style style:name="h" style:family="table"><style:table-properties table:display="false"/></style:style>'
  const bytes = odf('spreadsheet', `<table:table table:name="S">${rows.join('')}</table:table><table:table table:name="T" table:style-name="h"/>`, hidden)
  expect(await outlineOf(bytes, '.ods')).toEqual(['# S', 'a[1x2]|b / 1|1| / 1|1|'])
})
