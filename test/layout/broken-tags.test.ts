/** Tagged PDFs whose tree cannot be followed from the page: they are parsed as untagged files and not rejected. */
import { expect, test } from 'vitest'
import { type PdfObject, show, writePdf } from '../fixtures/pdf-writer.ts'
import { parsePdf } from './drawn.ts'

const content =
  `/H1 <</MCID 0>> BDC ${show('Body', 20, [72, 740], 'The granary')} EMC\n` +
  `/P <</MCID 1>> BDC ${show('Body', 11, [72, 700], 'The keeper of the granary writes down what each of the carts has brought before')}` +
  `${show('Body', 11, [72, 686], 'it is weighed again, and no load leaves the yard until both numbers agree.')} EMC\n`
const elements: readonly PdfObject[] = [
  '<< /Type /StructElem /S /H1 /P 6 0 R /Pg 4 0 R /K 0 >>',
  '<< /Type /StructElem /S /P /P 6 0 R /Pg 4 0 R /K 1 >>',
]

function pdf(
  root: string,
  { structParents = '/StructParents 0', more = elements }: { structParents?: string; more?: readonly PdfObject[] } = {},
): Uint8Array {
  return writePdf([
    '<< /Type /Catalog /Pages 2 0 R /MarkInfo << /Marked true >> /StructTreeRoot 6 0 R >>',
    '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${structParents} /Resources << /Font << /Body 3 0 R >> >> /Contents 5 0 R >>`,
    { entries: '', stream: content },
    root,
    ...more,
  ])
}

const tree = (parentTree: string): string => `<< /Type /StructTreeRoot /K [7 0 R 8 0 R] ${parentTree} >>`

test.each([
  ['without a parent tree', pdf(tree(''))],
  ['an empty parent tree', pdf(tree('/ParentTree << >>'))],
  ['a parent tree that is not a tree', pdf(tree('/ParentTree 3 0 R'))],
  ['a parent tree whose numbers are not pairs', pdf(tree('/ParentTree << /Nums [0] >>'))],
  ['a parent tree of other pages', pdf(tree('/ParentTree << /Nums [7 [7 0 R 8 0 R]] >>'))],
  ['a parent tree without targets', pdf(tree('/ParentTree << /Nums [0 [null 99 0 R]] >>'))],
  ['a parent tree with wrong targets', pdf(tree('/ParentTree << /Nums [0 [1 0 R 4 0 R]] >>'))],
  [
    'a circular parent tree',
    pdf(tree('/ParentTree << /Kids [9 0 R] >>'), { more: [...elements, '<< /Kids [9 0 R] >>'] }),
  ],
  ['a page without its number', pdf(tree('/ParentTree << /Nums [0 [7 0 R 8 0 R]] >>'), { structParents: '' })],
  [
    'a page whose number is a name',
    pdf(tree('/ParentTree << /Nums [0 [7 0 R 8 0 R]] >>'), { structParents: '/StructParents /None' }),
  ],
  ['a root that is not a tree', pdf('(no tree)')],
])('%s', async (_, bytes) => {
  const { blocks } = await parsePdf(bytes)
  expect(blocks.map(({ type, content: words }) => `${type} ${words.slice(0, 22)}`)).toEqual([
    'title The granary',
    'text The keeper of the gran',
  ])
})

test('the same page with a valid tree is read by its tags', async () => {
  const { blocks } = await parsePdf(pdf(tree('/ParentTree << /Nums [0 [7 0 R 8 0 R]] >>')))
  expect(blocks.map(({ type, source }) => `${type} ${source}`)).toEqual(['title tagged', 'text tagged'])
})
