/** A structure tree with all paragraphs of a long document in one list: each page gets its own elements only. */
import { expect, test } from 'vitest'
import { openPersistent } from '../../src/engines/mupdf/document.ts'
import { readStructuredText } from '../../src/engines/stext/stext.ts'
import { documentStructure, readPageStructure } from '../../src/extract/pdf/page-structure.ts'
import { type PdfObject, writePdf } from '../fixtures/pdf-writer.ts'

const pageCount = 6
const perPage = 30

/** Objects 1–5 are written by hand; then for each page: content, page, elements, list of owners. */
function longPdf(): Uint8Array {
  const perPageObjects = perPage + 3
  const first = (page: number): number => 7 + page * perPageObjects
  const reference = (number: number): string => `${number} 0 R`
  const pages = Array.from({ length: pageCount }, (_, page) => page)
  const lines = Array.from({ length: perPage }, (_, line) => line)
  const elements = pages.flatMap((page) => lines.map((line) => reference(first(page) + 2 + line)))
  const objects: PdfObject[] = [
    '<< /Type /Catalog /Pages 2 0 R /StructTreeRoot 3 0 R /MarkInfo << /Marked true >> >>',
    `<< /Type /Pages /Count ${pageCount} /Kids [${pages.map((page) => reference(first(page) + 1)).join(' ')}] >>`,
    '<< /Type /StructTreeRoot /K 6 0 R /ParentTree 5 0 R >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Nums [${pages.map((page) => `${page} ${reference(first(page) + 2 + perPage)}`).join(' ')}] >>`,
    `<< /Type /StructElem /S /Document /P 3 0 R /K [${elements.join(' ')}] >>`,
  ]
  for (const page of pages) {
    const text = (line: number): string =>
      `/P <</MCID ${line}>> BDC BT /F1 10 Tf 72 ${770 - line * 18} Td (Line ${line} of page ${page}.) Tj ET EMC`
    objects.push(
      { entries: '', stream: lines.map(text).join('\n') },
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${reference(first(page))} /StructParents ${page} /Resources << /Font << /F1 4 0 R >> >> >>`,
      // The elements of every other page have no `Pg` of their own.
      ...lines.map(
        (line) =>
          `<< /Type /StructElem /S /P /P 6 0 R ${page % 2 === 0 ? `/Pg ${reference(first(page) + 1)}` : ''} /K ${line} ${line === 0 ? '/ActualText (Other words.)' : ''} >>`,
      ),
      `[${lines.map((line) => reference(first(page) + 2 + line)).join(' ')}]`,
    )
  }
  return writePdf(objects)
}

test('every page of a long flat tree has its own elements, in order, and its drawn text', async () => {
  const opened = await openPersistent(longPdf(), 'application/pdf', { password: null })
  if (typeof opened === 'string') throw new Error(opened)
  try {
    for (let pageIndex = 0; pageIndex < pageCount; pageIndex++) {
      const { tags, text } = await opened.withPage(pageIndex, (page) => {
        const guide = documentStructure(page)
        const { spans } = readStructuredText(page.mupdf, page.pointer, { frame: page.frame })
        return { tags: readPageStructure(guide, { page, pageIndex, spans }).tags, text: spans[0]?.text }
      })
      // Also on the first page, whose text the document's own tree would replace.
      expect(text).toBe(`Line 0 of page ${pageIndex}.`)
      const [document] = tags?.root.children ?? []
      if (document === undefined || typeof document === 'number') throw new Error('no element on the page')
      expect(document.children.map((kid) => (typeof kid === 'number' ? kid : [kid.role, ...kid.children]))).toEqual(
        Array.from({ length: perPage }, (_, line) => ['P', line]),
      )
    }
  } finally {
    opened.close()
  }
})

test('more figures without content than a function takes arguments', { timeout: 60_000 }, async () => {
  const figures = Array.from({ length: 130_000 }, (_, at) => at)
  const bytes = writePdf([
    '<< /Type /Catalog /Pages 2 0 R /MarkInfo << /Marked true >> /StructTreeRoot 5 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /StructParents 0 /Resources << /Font << /F1 4 0 R >> >> /Contents 6 0 R >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /StructTreeRoot /K [7 0 R] /ParentTree << /Nums [0 [8 0 R]] >> >>',
    { entries: '', stream: '/P << /MCID 0 >> BDC BT /F1 12 Tf 50 700 Td (Tagged words) Tj ET EMC' },
    '<< /Type /StructElem /S /Document /P 5 0 R /K [8 0 R 9 0 R] >>',
    '<< /Type /StructElem /S /P /P 7 0 R /Pg 3 0 R /K 0 >>',
    `<< /Type /StructElem /S /Div /P 7 0 R /Pg 3 0 R /K [${figures.map((at) => `${10 + at} 0 R`).join(' ')}] >>`,
    ...figures.map(() => '<< /Type /StructElem /S /Figure /P 9 0 R /Pg 3 0 R >>'),
  ])
  const opened = await openPersistent(bytes, 'application/pdf', { password: null })
  if (typeof opened === 'string') throw new Error(opened)
  const { tags } = await opened.withPage(0, (page) => {
    const guide = documentStructure(page)
    const { spans } = readStructuredText(page.mupdf, page.pointer, { frame: page.frame })
    return readPageStructure(guide, { page, pageIndex: 0, spans })
  })
  opened.close()
  const [document] = tags?.root.children ?? []
  expect(typeof document === 'object' && document.children.length).toBe(1001)
})
