/** Structure trees and outlines: tags of a page, invalid and cyclic trees, content streams. */
import { describe, expect, test } from 'vitest'
import { calcSheetGrid } from '../../../src/engines/struct-tree/calc-sheet.ts'
import {
  findMarkedContentEnds,
  separateMarkedContent,
} from '../../../src/engines/struct-tree/separate-marked-content.ts'
import { placeCells } from '../../../src/engines/struct-tree/table-grid.ts'
import { open as openPdf } from '../../../src/extract/pdf/open.ts'
import { defaultOptions } from '../../../src/model/options.ts'
import type { RawPage } from '../../../src/model/raw-page.ts'
import type { TagElement } from '../../../src/model/tags.ts'
import { fixture } from '../../fixtures/fixtures.ts'
import { type PdfObject, show, writePdf } from '../../fixtures/pdf-writer.ts'
import { noOcr } from '../no-ocr.ts'

async function readPages(bytes: Uint8Array, indexes: readonly number[]): Promise<RawPage[]> {
  const document = await openPdf(bytes, '.pdf', noOcr)
  const pages: RawPage[] = []
  for (const index of indexes) pages.push(await document.readPage(index, defaultOptions))
  document.close()
  return pages
}

function elements(root: TagElement): TagElement[] {
  return [root, ...root.children.flatMap((child) => (typeof child === 'number' ? [] : elements(child)))]
}

/** The text of marked content; −1 selects unmarked text. */
function textOf(page: RawPage, wanted: (mcid: number) => boolean): string {
  return page.spans
    .flatMap((span, index) =>
      (page.tags?.markedContent[index] ?? []).map((run, at, runs) => ({
        ...run,
        text: span.text.slice(run.start, runs[at + 1]?.start),
      })),
    )
    .filter(({ mcid }) => wanted(mcid))
    .map(({ text }) => text)
    .join(' ')
}

function ownText(page: RawPage, element: TagElement): string {
  const mcids = new Set(
    elements(element).flatMap(({ children }) => children.filter((child) => typeof child === 'number')),
  )
  return textOf(page, (mcid) => mcids.has(mcid))
}

describe('a report made with LibreOffice', () => {
  test('roles, list nesting, images with a description, tables with their spans', async () => {
    const [first, second, third] = await readPages(await fixture('pdf-tagged-report'), [0, 1, 2])
    const roles = elements(first!.tags!.root).map(({ role }) => role)
    for (const role of ['H1', 'H2', 'H3', 'H4', 'L', 'LI', 'Note']) expect(roles).toContain(role)
    const figure = elements(second!.tags!.root).find(({ role }) => role === 'Figure')
    expect(figure?.alt).toBe('Two barns beside a road')
    // 6 × 4 cm.
    expect(Math.round(figure!.box!.x1 - figure!.box!.x0)).toBe(170)
    expect(Math.round(figure!.box!.y1 - figure!.box!.y0)).toBe(113)
    const grid = elements(third!.tags!.root).find(({ role }) => role === 'Table')?.grid
    expect(grid).toMatchObject({ rows: 24, cols: 4, firstRow: 0 })
    expect(
      grid?.cells.slice(0, 6).map(({ row, col, rowSpan, colSpan, header }) => [row, col, rowSpan, colSpan, header]),
    ).toEqual([
      [0, 0, 2, 1, true],
      [0, 1, 1, 2, true],
      [0, 3, 2, 1, true],
      [1, 1, 1, 1, true],
      [1, 2, 1, 1, true],
      [2, 0, 1, 1, false],
    ])
  })

  test('a paragraph and a table that continue on the next page are one element on both', async () => {
    const [second, third, fourth] = await readPages(await fixture('pdf-tagged-report'), [1, 2, 3])
    const lastOf = (page: RawPage): TagElement =>
      elements(page.tags!.root)
        .filter(({ role }) => role === 'P')
        .at(-1)!
    const goesOn = elements(third!.tags!.root).find(({ id }) => id === lastOf(second!).id)
    expect(ownText(third!, goesOn!)).toMatch(/^commonly does|^\w.*winter/)
    const tables = [third, fourth].map((page) => elements(page!.tags!.root).find(({ role }) => role === 'Table')!)
    expect(tables[0]!.id).toBe(tables[1]!.id)
    expect(tables[1]!.grid!.firstRow).toBe(tables[0]!.grid!.lastRow + 1)
    expect(tables[1]!.grid!.lastRow).toBe(23)
  })

  test('page header and footer, and repeated header rows, are outside the tree', async () => {
    const [first, fourth] = await readPages(await fixture('pdf-tagged-report'), [0, 3])
    for (const [page, number] of [
      [first!, 1],
      [fourth!, 4],
    ] as const) {
      const owned = ownText(page, page.tags!.root)
      expect(owned).not.toContain('Granary')
      expect(owned).not.toContain(`Page ${number}`)
    }
    expect(ownText(fourth!, fourth!.tags!.root)).not.toContain('Grain')
    expect(ownText(first!, first!.tags!.root)).toContain('Measured in the dry season')
  })

  test('pages do not depend on the order of reading', async () => {
    const bytes = await fixture('pdf-tagged-report')
    const forwards = await readPages(bytes, [0, 1, 2, 3])
    const backwards = await readPages(bytes, [3, 2, 1, 0])
    expect(backwards.reverse()).toEqual(forwards)
    const twice = await readPages(bytes, [2, 2])
    expect(twice[1]).toEqual(twice[0])
  })

  test('outline entries by page', async () => {
    const [first, second, third] = await readPages(await fixture('pdf-tagged-report'), [0, 1, 2])
    expect(first!.outline).toEqual([
      { title: 'Stores and Yields', level: 1 },
      { title: 'What was counted', level: 2 },
      { title: 'By weight', level: 3 },
      { title: 'Steps of the count', level: 4 },
    ])
    expect(second!.outline).toBeUndefined()
    expect(third!.outline).toEqual([{ title: 'What it weighed', level: 2 }])
  })
})

test('documents without a tree have no tags', async () => {
  const [page] = await readPages(await fixture('pdf-digital'), [0])
  expect(page!.tags).toBeUndefined()
  expect(page!.outline).toBeUndefined()
})

/** Catalog, pages, font, page, content, tree; then whatever the tree needs, from object 7 on. */
function tagged(content: string, tree: string, more: readonly PdfObject[]): Uint8Array {
  return writePdf([
    '<< /Type /Catalog /Pages 2 0 R /MarkInfo << /Marked true >> /StructTreeRoot 6 0 R >>',
    '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /StructParents 0 /Resources << /Font << /Body 3 0 R >> >> /Contents 5 0 R >>',
    { entries: '', stream: content },
    tree,
    ...more,
  ])
}

const twoMarks =
  `/P <</MCID 0>> BDC ${show('Body', 11, [72, 700], 'The first paragraph (with an EMC in it).')} EMC\n` +
  `${show('Body', 11, [72, 680], 'Between the two.')}` +
  `/P <</MCID 1>> BDC ${show('Body', 11, [72, 660], 'The second paragraph.')} EMC\n/Artifact BMC ${show('Body', 9, [72, 40], '1')} EMC`

describe('trees of other kinds', () => {
  test('text between and after marked content has no MCID', async () => {
    const [page] = await readPages(
      tagged(
        twoMarks,
        '<< /Type /StructTreeRoot /K [7 0 R 8 0 R] /ParentTree << /Nums [0 [7 0 R 8 0 R]] >> /RoleMap << /Body#20text /P >> >>',
        [
          '<< /Type /StructElem /S /Body#20text /P 6 0 R /Pg 4 0 R /K 0 >>',
          '<< /Type /StructElem /S /P /P 6 0 R /Pg 4 0 R /K 1 >>',
        ],
      ),
      [0],
    )
    const [first, second] = elements(page!.tags!.root).slice(1)
    expect([first!.role, first!.name, second!.role]).toEqual(['P', 'Body text', 'P'])
    expect(ownText(page!, first!)).toBe('The first paragraph (with an EMC in it).')
    expect(ownText(page!, second!)).toBe('The second paragraph.')
  })

  test('roles of namespaces are mapped, and symbols of MathML are spans', async () => {
    const [page] = await readPages(
      tagged(
        twoMarks,
        '<< /Type /StructTreeRoot /K [7 0 R 8 0 R] /ParentTree << /Nums [0 [7 0 R 8 0 R]] >> /Namespaces [9 0 R 10 0 R 11 0 R] >>',
        [
          '<< /Type /StructElem /S /text /NS 9 0 R /P 6 0 R /Pg 4 0 R /K 0 >>',
          '<< /Type /StructElem /S /mi /NS 11 0 R /P 6 0 R /Pg 4 0 R /K 1 >>',
          '<< /Type /Namespace /NS (data:,own) /RoleMapNS << /text [/P 10 0 R] >> >>',
          '<< /Type /Namespace /NS (http://iso.org/pdf2/ssn) >>',
          '<< /Type /Namespace /NS (http://www.w3.org/1998/Math/MathML) >>',
        ],
      ),
      [0],
    )
    expect(elements(page!.tags!.root).map(({ role }) => role)).toEqual(['', 'P', 'Span'])
  })

  test.each([
    [
      'whose elements are their own ancestors',
      '<< /Type /StructElem /S /P /P 7 0 R /K 0 >>',
      '<< /Type /StructElem /S /P /P 8 0 R /K [8 0 R 1] >>',
    ],
    [
      'whose elements hang nowhere',
      '<< /Type /StructElem /S /P /K 0 >>',
      '<< /Type /StructElem /S /P /P 99 0 R /K 1 >>',
    ],
    ['whose elements are none', '[1 2 3]', '(text)'],
  ])('a tree %s is no tree', async (_, first, second) => {
    const [page] = await readPages(
      tagged(twoMarks, '<< /Type /StructTreeRoot /K [7 0 R 8 0 R] /ParentTree << /Nums [0 [7 0 R 8 0 R]] >> >>', [
        first,
        second,
      ]),
      [0],
    )
    expect(page!.tags).toBeUndefined()
    expect(page!.spans.map(({ text }) => text).join(' ')).toContain('The second paragraph.')
  })

  test('cyclic role maps end', async () => {
    const [page] = await readPages(
      tagged(
        twoMarks,
        '<< /Type /StructTreeRoot /K [7 0 R 8 0 R] /ParentTree << /Nums [0 [7 0 R 8 0 R]] >> /RoleMap << /A /B /B /A >> >>',
        ['<< /Type /StructElem /S /A /P 6 0 R /K 0 >>', '<< /Type /StructElem /S /P /P 6 0 R /K 1 >>'],
      ),
      [0],
    )
    expect(elements(page!.tags!.root).map(({ role }) => role)).toHaveLength(3)
  })

  test('cyclic child lists end', async () => {
    const [page] = await readPages(
      tagged(twoMarks, '<< /Type /StructTreeRoot /K 9 0 R /ParentTree << /Nums [0 [7 0 R 8 0 R]] >> >>', [
        '<< /Type /StructElem /S /P /P 9 0 R /K [0 9 0 R] >>',
        '<< /Type /StructElem /S /P /P 9 0 R /K 1 >>',
        '<< /Type /StructElem /S /Sect /P 6 0 R /K [7 0 R 8 0 R] >>',
      ]),
      [0],
    )
    expect(elements(page!.tags!.root).map(({ role }) => role)).toEqual(['', 'Sect', 'P', 'P'])
  })

  test('an empty cell with a width is empty; one without is covered by its neighbor', async () => {
    const grids = await Promise.all(
      ['<< /O /Layout /Width 100 >>', '<< /O /Layout /Placement /Inline >>'].map(async (attributes) => {
        const cell = (kids: string): string =>
          `<< /Type /StructElem /S /TD /P 8 0 R /Pg 4 0 R /A ${attributes} ${kids} >>`
        const root = '<< /Type /StructTreeRoot /K 7 0 R /ParentTree << /Nums [0 [9 0 R 11 0 R]] >> >>'
        const [page] = await readPages(
          tagged(twoMarks, root, [
            '<< /Type /StructElem /S /Table /P 6 0 R /K 8 0 R >>',
            '<< /Type /StructElem /S /TR /P 7 0 R /K [9 0 R 10 0 R 11 0 R] >>',
            cell('/K 0'),
            cell(''),
            cell('/K 1'),
          ]),
          [0],
        )
        return elements(page!.tags!.root)
          .find(({ role }) => role === 'Table')
          ?.grid?.cells.map(({ col, colSpan }) => [col, colSpan])
      }),
    )
    expect(grids).toEqual([
      [
        [0, 1],
        [1, 1],
        [2, 1],
      ],
      [
        [0, 2],
        [2, 1],
      ],
    ])
  })

  test('empty positions of a worksheet are empty cells, since merged cells are unknown', async () => {
    const [page] = await readPages(
      tagged(
        twoMarks,
        '<< /Type /StructTreeRoot /K 7 0 R /ParentTree << /Nums [0 [10 0 R 12 0 R]] >> /RoleMap << /Worksheet /Part >> >>',
        [
          '<< /Type /StructElem /S /Worksheet /P 6 0 R /K 8 0 R >>',
          '<< /Type /StructElem /S /Table /P 7 0 R /K 9 0 R >>',
          '<< /Type /StructElem /S /TR /P 8 0 R /K [10 0 R 11 0 R 12 0 R 13 0 R] >>',
          '<< /Type /StructElem /S /TD /P 9 0 R /Pg 4 0 R /K 0 >>',
          '<< /Type /StructElem /S /TD /P 9 0 R /Pg 4 0 R >>',
          '<< /Type /StructElem /S /TD /P 9 0 R /Pg 4 0 R /K 1 >>',
          '<< /Type /StructElem /S /TD /P 9 0 R /Pg 4 0 R >>',
        ],
      ),
      [0],
    )
    const grid = elements(page!.tags!.root).find(({ role }) => role === 'Table')?.grid
    expect(grid).toMatchObject({ cols: 3, firstCol: 0 })
    expect(grid?.cells.map(({ col, colSpan }) => [col, colSpan])).toEqual([
      [0, 1],
      [1, 1],
      [2, 1],
    ])
  })

  test('number trees with limits', async () => {
    const [page] = await readPages(
      tagged(twoMarks, '<< /Type /StructTreeRoot /K [7 0 R 8 0 R] /ParentTree << /Kids [9 0 R 10 0 R] >> >>', [
        '<< /Type /StructElem /S /P /P 6 0 R /K 0 >>',
        '<< /Type /StructElem /S /H1 /P 6 0 R /K 1 >>',
        '<< /Limits [5 9] /Nums [5 8 0 R] >>',
        '<< /Limits [0 4] /Nums [0 [7 0 R 8 0 R]] >>',
      ]),
      [0],
    )
    expect(elements(page!.tags!.root).map(({ role }) => role)).toEqual(['', 'P', 'H1'])
  })
})

describe('content streams', () => {
  const bytes = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0))
  const ends = (text: string): string[] =>
    findMarkedContentEnds(bytes(text)).map((end) => text.slice(0, end).slice(-12))

  test('strings, comments, names and inline images are not operators', () => {
    expect(
      ends('/P <</MCID 0>> BDC (EMC \\) EMC) Tj % EMC\n<454D43> Tj /EMC gs\nBI /W 1 ID \x00 EMC EI\n(last) Tj EMC'),
    ).toEqual(['last) Tj EMC'])
  })

  test('only the outermost end counts; layers and marked content without MCID do not', () => {
    const text =
      '/OC /L BDC /P <</MCID 0>> BDC /Span <</MCID 1>> BDC (a) Tj EMC (b) Tj EMC /Artifact BMC (c) Tj EMC (d) Tj EMC'
    expect(ends(text)).toEqual(['EMC (b) Tj EMC'.slice(-12)])
  })

  test('unmatched ends are ignored', () => {
    expect(ends('EMC EMC /P <</MCID 0>> BDC (x) Tj EMC EMC')).toHaveLength(1)
    expect(separateMarkedContent(bytes('BT (x) Tj ET'), ' stop')).toBeNull()
    expect(separateMarkedContent(bytes('(unclosed /P <</MCID 0>> BDC EMC'), ' stop')).toBeNull()
  })

  test('only the separator is added', () => {
    const separated = separateMarkedContent(bytes('/P <</MCID 0>> BDC (a) Tj EMC (b) Tj /P /M BDC (c) Tj EMC'), ' stop')
    expect(String.fromCharCode(...separated!)).toBe(
      '/P <</MCID 0>> BDC (a) Tj EMC stop (b) Tj /P /M BDC (c) Tj EMC stop',
    )
  })
})

describe('grids', () => {
  const cell = (id: number, rowSpan = 1, colSpan = 1): Parameters<typeof placeCells>[0][number][number] => ({
    id,
    rowSpan,
    colSpan,
    isPlaceholder: false,
    header: false,
  })

  test('cells take the next free position', () => {
    const { rows, cols, cells } = placeCells([[cell(1, 2), cell(2, 1, 2)], [cell(3), cell(4)], [cell(5)]])
    expect([rows, cols]).toEqual([3, 3])
    expect(cells.map(({ id, row, col }) => [id, row, col])).toEqual([
      [1, 0, 0],
      [2, 0, 1],
      [3, 1, 1],
      [4, 1, 2],
      [5, 2, 0],
    ])
  })

  test('spans beyond the end or into another cell are clipped', () => {
    const { cells, rows } = placeCells([[cell(1), cell(2, 9)], [cell(3, 1, 5)]])
    expect(rows).toBe(2)
    expect(cells.find(({ id }) => id === 2)?.rowSpan).toBe(2)
    expect(cells.find(({ id }) => id === 3)?.colSpan).toBe(1)
  })
})

describe('sheets over pages', () => {
  /** One letter a place: the page that it is printed on; a dot: nothing is. */
  const sheet = (...lines: string[]) => ({
    rows: lines.map((line, row) =>
      [...line].map((letter, col) => ({
        id: row * 100 + col,
        rowSpan: 1,
        colSpan: 1,
        header: false,
        isPlaceholder: letter === '.',
      })),
    ),
    pageOf: (id: number) => lines[Math.floor(id / 100)]!.charCodeAt(id % 100),
  })
  const part = ({ rows, pageOf }: ReturnType<typeof sheet>, page: string) => {
    const grid = calcSheetGrid(rows, { page: page.charCodeAt(0), pageOf })
    return grid === null ? null : [grid.firstRow, grid.lastRow, grid.firstCol, grid.cols, grid.cells.length]
  }

  test('each page has its rows and columns without the empty ones around them', () => {
    const wide = sheet('......', '.aa.c.', '.aa.cc', '......', '.b...d', '......')
    expect(part(wide, 'a')).toEqual([1, 2, 1, 2, 4])
    // Filled in one column only, but below a page of two.
    expect(part(wide, 'b')).toEqual([4, 4, 1, 2, 2])
    expect(part(wide, 'c')).toEqual([1, 2, 4, 2, 4])
    expect(part(wide, 'd')).toEqual([4, 4, 4, 2, 2])
    expect(part(wide, 'e')).toBeNull()
  })
})
