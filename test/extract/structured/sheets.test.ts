/** Workbooks: one page per sheet, cells with their displayed text. */
import { unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { open as openStructured } from '../../../src/extract/structured/open.ts'
import { formatNumber } from '../../../src/extract/structured/sheets/number-format.ts'
import type { OpenDocument } from '../../../src/extract/types.ts'
import { defaultOptions } from '../../../src/model/options.ts'
import { noOcr } from '../no-ocr.ts'
import { odf, outlineOf, readPages, relations, xlsx, zipOf } from './build.ts'

const cell = (at: string, value: string, attributes = ''): string => `<c r="${at}" ${attributes}><v>${value}</v></c>`
const row = (at: number, cells: string, attributes = ''): string => `<row r="${at}" ${attributes}>${cells}</row>`

describe('displayed text of cells', () => {
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
    expect(formatNumber(value, pattern)).toBe(shown)
  })
})

describe('XLSX', () => {
  test('names, shared and inline texts, formats, formulas, booleans and errors; hidden sheets are left out', async () => {
    const styles =
      '<numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs>'
    const strings = '<si><t>Name</t></si><si><r><t>Ri</t></r><r><t>ch</t></r><rPh><t>reading</t></rPh></si>'
    const data = `<sheetData>${row(1, cell('A1', '0', 't="s"') + cell('B1', '1', 't="s"'))}${row(2, cell('A2', '44197', 's="1"') + cell('B2', 'x', 't="str"') + cell('C2', '1', 't="b"'))}${row(3, `<c r="A3" t="inlineStr"><is><t>own</t></is></c>${cell('C3', '#DIV/0!', 't="e"')}`)}</sheetData>`
    const bytes = xlsx(
      {
        First: { content: data },
        Secret: { content: '<sheetData/>', state: 'hidden' },
        Empty: { content: '<sheetData/>' },
      },
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

  test('the header is marked in the file, or is the row below a title that fills all columns', async () => {
    const words = (at: number, ...texts: string[]): string =>
      row(at, texts.map((text, col) => cell(`${'ABC'[col]}${at}`, text, 't="str"')).join(''))
    const numbers = (at: number): string => row(at, `${cell(`A${at}`, 'x', 't="str"')}${cell(`B${at}`, '1')}`)
    const sheet = (rows: string, after = ''): Uint8Array =>
      xlsx({ S: { content: `<sheetData>${rows}</sheetData>${after}` } })
    expect(await outlineOf(sheet(words(1, 'Title') + words(3, 'Name', 'Count') + numbers(4)), '.xlsx')).toEqual([
      '# S',
      '*Title|* / *|* / *Name|*Count / x|1',
    ])
    const form = sheet(words(1, 'Form') + words(2, 'Author', 'Ann') + words(3, 'Place', 'Bonn'))
    expect(await outlineOf(form, '.xlsx')).toEqual(['# S', 'Form| / Author|Ann / Place|Bonn'])
    const merges = '<mergeCells><mergeCell ref="A1:A2"/><mergeCell ref="B1:C1"/></mergeCells>'
    const twoRows = sheet(
      words(1, 'Name', 'Sizes') +
        words(2, '', 'Wide', 'High') +
        row(3, cell('A3', '1') + cell('B3', '2') + cell('C3', '3')),
      merges,
    )
    expect(await outlineOf(twoRows, '.xlsx')).toEqual(['# S', '*Name[2x1]|*Sizes[1x2] / *Wide|*High / 1|2|3'])
    const table = zipOf({
      ...unzipSync(sheet(words(1, 'Note', 'here') + words(2, 'Name', 'Count') + numbers(3))),
      'xl/worksheets/_rels/sheet0.xml.rels': relations({ t: ['table', '../tables/table1.xml'] }),
      'xl/tables/table1.xml': '<table xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" ref="A2:B3"/>',
    })
    expect(await outlineOf(table, '.xlsx')).toEqual(['# S', 'Note|here / *Name|*Count / x|1'])
  })

  test('formulas without a stored result are counted in a warning', async () => {
    const cells = '<c r="A1"><f>1+1</f></c><c r="B1"><f>1+1</f><v>2</v></c><c r="C1" t="str"><f>""</f><v></v></c>'
    const [page] = await readPages(
      xlsx({ S: { content: `<sheetData><row r="1">${cells}</row></sheetData>` } }),
      '.xlsx',
    )
    expect(page!.page.warnings).toContainEqual(expect.stringContaining('a formula has no stored result'))
    const [empty] = await readPages(
      xlsx({ S: { content: '<sheetData><row r="1"><c r="A1"><f>1</f></c></row></sheetData>' } }),
      '.xlsx',
    )
    expect(empty!.page.warnings).toContainEqual(expect.stringContaining('no stored result'))
  })

  test('charts with categories, dates and x values', async () => {
    const point = (at: number, value: string): string => `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`
    const cache = (points: string, format = 'General'): string =>
      `<c:numRef><c:numCache><c:formatCode>${format}</c:formatCode>${points}</c:numCache></c:numRef>`
    const series = (name: string, x: string, y: string): string =>
      `<c:ser><c:tx><c:v>${name}</c:v></c:tx>${x}${y}</c:ser>`
    const dated = series(
      'd',
      `<c:cat>${cache(point(1, '44197'), 'yyyy-mm-dd')}</c:cat>`,
      `<c:val>${cache(point(0, '0.5') + point(1, '#N/A'), '0%')}</c:val>`,
    )
    const plane = series(
      'p',
      `<c:xVal>${cache(point(0, '2') + point(1, '3'))}</c:xVal>`,
      `<c:yVal>${cache(point(0, '4') + point(1, '9'))}</c:yVal>`,
    )
    const chart = 'http://schemas.openxmlformats.org/drawingml/2006/chart'
    const drawing = 'http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing'
    const ids = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
    const withChart = (content: string): Uint8Array =>
      zipOf({
        ...unzipSync(xlsx({ S: { content: '<sheetData/>' }, H: { content: '<sheetData/>', state: 'hidden' } })),
        'xl/worksheets/_rels/sheet0.xml.rels': relations({ d: ['drawing', '../drawings/drawing1.xml'] }),
        'xl/drawings/drawing1.xml': `<xdr:wsDr xmlns:xdr="${drawing}"><xdr:twoCellAnchor><c:chart xmlns:c="${chart}" ${ids} r:id="c"/></xdr:twoCellAnchor></xdr:wsDr>`,
        'xl/drawings/_rels/drawing1.xml.rels': relations({ c: ['chart', '../charts/chart1.xml'] }),
        'xl/charts/chart1.xml': `<c:chartSpace xmlns:c="${chart}" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main">${content}</c:chartSpace>`,
      })
    expect(await outlineOf(withChart(dated + plane), '.xlsx')).toEqual([
      '# S',
      'figure d: 50%, 2021-01-01 #N/A\np: 2 4, 3 9',
    ])
    const title = '<c:chart><c:title><a:t>Sales</a:t></c:title></c:chart>'
    const of = (sheet: string): string =>
      title + plane.replaceAll('<c:numRef>', `<c:numRef><c:f>${sheet}!$A$1:$A$2</c:f>`)
    expect(await outlineOf(withChart(of("'S'")), '.xlsx')).toEqual(['# S', 'figure Sales'])
    expect(await outlineOf(withChart(of('H')), '.xlsx')).toEqual(['# S', expect.stringContaining('9')])
  })

  test('cells at the far corner do not make a huge table', async () => {
    expect(
      await outlineOf(
        xlsx({
          S: { content: `<sheetData>${row(1, cell('A1', '1'))}${row(1048576, cell('XFD1048576', '2'))}</sheetData>` },
        }),
        '.xlsx',
      ),
    ).toEqual(['# S', '1| / |2'])
  })

  test('excessive memory is rejected: long texts shared by many cells, and many sheets together', async () => {
    const row = (at: number): string => `<row r="${at}">${'<c t="s"><v>0</v></c>'.repeat(20)}</row>`
    const rows = Array.from({ length: 100 }, (_, at) => row(at + 1)).join('')
    const settings = { ...noOcr.settings, maxUnpackedBytes: 4 << 20 }
    const open = (book: Uint8Array): Promise<OpenDocument> => openStructured(book, '.xlsx', { ...noOcr, settings })
    const long = await open(
      xlsx({ S: { content: `<sheetData>${rows}</sheetData>` } }, { strings: `<si><t>${'x'.repeat(200)}</t></si>` }),
    )
    await expect(long.readStructuredPage!(0, defaultOptions)).rejects.toMatchObject({
      code: 1132,
      message: expect.stringContaining('262144 characters'),
    })
    const sheets = Object.fromEntries(
      ['A', 'B', 'C', 'D', 'E'].map((name) => [name, { content: `<sheetData>${rows}</sheetData>` }]),
    )
    const many = await open(xlsx(sheets, { strings: '<si><t>x</t></si>' }))
    for (const at of [0, 1, 2, 3, 3])
      expect((await many.readStructuredPage!(at, defaultOptions)).page.blocks).toHaveLength(2)
    await expect(many.readStructuredPage!(4, defaultOptions)).rejects.toMatchObject({
      code: 1132,
      message: expect.stringContaining('the limit is 8192'),
    })
  })

  test('a workbook without a visible sheet is rejected', async () => {
    await expect(readPages(xlsx({ S: { content: '', state: 'veryHidden' } }), '.xlsx')).rejects.toMatchObject({
      code: 1106,
    })
  })

  test('dates and times of Chinese, Japanese and Korean workbooks', async () => {
    const styles = `<cellXfs>${[31, 58, 33].map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs>`
    const cells = ['A1', 'B1', 'C1'].map((name, at) => `<c r="${name}" s="${at}"><v>45000.5</v></c>`).join('')
    expect(
      await outlineOf(xlsx({ S: { content: `<sheetData>${row(1, cells)}</sheetData>` } }, { styles }), '.xlsx'),
    ).toEqual(['# S', '2023/3/15|2023/3/15|12:00:00'])
  })

  test('the 1904 date system', async () => {
    const styles = '<cellXfs><xf numFmtId="14"/></cellXfs>'
    expect(
      await outlineOf(
        xlsx(
          { S: { content: `<sheetData>${row(1, cell('A1', '0'))}</sheetData>` } },
          { styles, workbook: '<workbookPr date1904="1"/>' },
        ),
        '.xlsx',
      ),
    ).toEqual(['# S', '1/1/1904'])
  })
})

test('ODS: displayed texts, repeated and merged cells, hidden rows and sheets', async () => {
  const text = (words: string, attributes = ''): string =>
    `<table:table-cell office:value-type="float" ${attributes}><text:p>${words}</text:p></table:table-cell>`
  const rows = [
    `<table:table-row>${text('a', 'table:number-columns-spanned="2"')}<table:covered-table-cell/>${text('b')}</table:table-row>`,
    `<table:table-row table:visibility="collapse">${text('hidden')}</table:table-row>`,
    `<table:table-row table:number-rows-repeated="2">${text('1', 'table:number-columns-repeated="2"')}</table:table-row>`,
    '<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>',
  ]
  const hidden =
    '<style:style style:name="h" style:family="table"><style:table-properties table:display="false"/></style:style>'
  const bytes = odf(
    'spreadsheet',
    `<table:table table:name="S">${rows.join('')}</table:table><table:table table:name="T" table:style-name="h"/>`,
    hidden,
  )
  expect(await outlineOf(bytes, '.ods')).toEqual(['# S', 'a[1x2]|b / 1|1| / 1|1|'])
})
