/**
 * Draws clean pages with a good text layer for OCR. They are first pages of the corpus in a hashed order, and
 * generated pages of numbers, because digits do not show whether a page is upright.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as mupdf from 'mupdf'
import type { GrayRaster } from '../../src/model/raster.ts'
import { inSplit, type Split } from '../corpus/holdout.ts'

export const benchFolder = resolve(process.env.BENCH_DIR ?? join(import.meta.dirname, '../../../shared/bench'))

/** Minimum number of letters on a page that is measured. */
const fewestLetters = 400
/** Matches all characters except Latin letters and the symbols between them in Unicode. */
const otherScripts = /[^!-\u024f\u2000-\u22ff\ufb00-\ufb06]/

export interface CleanPage {
  readonly id: string
  readonly raster: GrayRaster
  /** Text layer of the page, the truth for OCR. */
  readonly text: string
}

/** Half of the pages from each set; none without the corpus. */
export function corpusPages(count: number, split: Split, dpi: number): CleanPage[] {
  const half = Math.ceil(count / 2)
  return ['digital', 'odl'].flatMap((set) => {
    const files = join(benchFolder, 'corpus', set, 'files')
    if (!existsSync(files)) return []
    const ids = readdirSync(files)
      .filter((name) => name.endsWith('.pdf'))
      .map((name) => name.slice(0, -'.pdf'.length))
      .filter((id) => inSplit(id, split))
      .sort((a, b) => (hash(a) < hash(b) ? -1 : 1))
    const chosen: CleanPage[] = []
    for (const id of ids) {
      if (chosen.length === half) break
      const { raster, text } = draw(readFileSync(join(files, `${id}.pdf`)), dpi)
      const letters = text.replace(/\s/g, '')
      if (letters.length >= fewestLetters && !otherScripts.test(letters)) chosen.push({ id, raster, text })
    }
    return chosen
  })
}

function hash(id: string): string {
  return createHash('sha256').update(`page of ${id}`).digest('hex')
}

/** Four tables of numbers only: ruled and not, dense and wide, with decimals, dates and sums. */
export function numericTables(dpi: number): CleanPage[] {
  const kinds = [
    { id: 'numbers-ruled', columns: 6, rows: 34, size: 10, ruled: true, cell: (n: number) => (n % 9973) / 100 },
    { id: 'numbers-plain', columns: 5, rows: 40, size: 10, ruled: false, cell: (n: number) => n % 100_003 },
    { id: 'numbers-dense', columns: 9, rows: 60, size: 7.5, ruled: false, cell: (n: number) => (n % 997) / 10 },
    {
      id: 'numbers-dates',
      columns: 5,
      rows: 30,
      size: 11,
      ruled: true,
      cell: (n: number) => `${(n % 28) + 1}.${(n % 12) + 1}.20${10 + (n % 17)}`,
    },
  ]
  return kinds.map(({ id, columns, rows, size, ruled, cell }) => {
    const [left, top, right, bottom] = [60, 780, 535, 60]
    const lineHeight = (top - bottom) / rows
    const columnWidth = (right - left) / columns
    let content = ''
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++) {
        const value = cell((row * 7919 + column * 104_729 + row * column * 31) % 1_000_003)
        content += `BT /F ${size} Tf ${left + column * columnWidth + 6} ${top - (row + 0.7) * lineHeight} Td (${typeof value === 'number' ? value.toFixed(2) : value}) Tj ET\n`
      }
    if (ruled) {
      for (let row = 0; row <= rows; row++)
        content += `${left} ${top - row * lineHeight} m ${right} ${top - row * lineHeight} l S\n`
      for (let column = 0; column <= columns; column++)
        content += `${left + column * columnWidth} ${bottom} m ${left + column * columnWidth} ${top} l S\n`
    }
    const document = new mupdf.PDFDocument()
    const font = document.addSimpleFont(new mupdf.Font('Helvetica'))
    document.insertPage(-1, document.addPage([0, 0, 595, 842], 0, { Font: { F: font } }, content))
    const bytes = document.saveToBuffer('').asUint8Array().slice()
    document.destroy()
    return { id, ...draw(bytes, dpi) }
  })
}

function draw(bytes: Uint8Array, dpi: number): { raster: GrayRaster; text: string } {
  const document = mupdf.Document.openDocument(bytes, 'application/pdf')
  const page = document.loadPage(0)
  const pixmap = page.toPixmap(mupdf.Matrix.scale(dpi / 72, dpi / 72), mupdf.ColorSpace.DeviceGray, false, true)
  const raster = { width: pixmap.getWidth(), height: pixmap.getHeight(), pixels: new Uint8Array(pixmap.getPixels()) }
  const text = page.toStructuredText('').asText()
  for (const object of [pixmap, page, document]) object.destroy()
  return { raster, text }
}
