/** Equations from PDF to all three notations: fonts Symbol and Times, drawn bars, numbers at the margin. */
import { expect, test } from 'vitest'
import { open as openPdf } from '../../src/extract/pdf/open.ts'
import { defaultOptions, type ParseOptions } from '../../src/model/options.ts'
import { finish, parsePages } from '../../src/parse.ts'
import { noOcr } from '../extract/no-ocr.ts'
import { type PdfObject, pagesPdf, paragraph, show } from '../fixtures/pdf-writer.ts'

const symbolFont: PdfObject = '<< /Type /Font /Subtype /Type1 /BaseFont /Symbol >>'

const italic = (x: number, y: number, text: string, size = 11): string => show('Italic', size, [x, y], text)
const upright = (x: number, y: number, text: string, size = 11): string => show('Body', size, [x, y], text)
/** `code`: octal, in Adobe's Symbol encoding. */
const symbol = (x: number, y: number, code: string, size = 11): string =>
  `BT /Sym ${size} Tf ${x} ${y} Td (\\${code}) Tj ET\n`
const bar = (x: number, y: number, length: number): string => `${x} ${y} ${length} 0.5 re f\n`

const sentence = [
  'Running text as wide as the column goes on for several lines, and it comes to',
  'its end above the formula that stands below it, in which all signs are known.',
]
const quadratic = [
  italic(220, 680, 'x'),
  upright(230, 680, '='),
  symbol(245, 688, '055'),
  italic(252, 688, 'b'),
  symbol(260, 688, '261'),
  symbol(269, 688, '326'),
  bar(275.04, 697, 34),
  italic(276, 688, 'b'),
  upright(282, 692, '2', 7),
  symbol(288, 688, '055'),
  upright(296, 688, '4'),
  italic(303, 688, 'a'),
  bar(244, 683, 66),
  upright(272, 672, '2'),
  italic(279, 672, 'a'),
  upright(500, 680, '(1)'),
].join('')
const sum = [
  symbol(220, 598, '345', 16),
  italic(222, 588, 'i', 7),
  upright(225, 588, '=1', 7),
  italic(226, 614, 'n', 7),
  italic(236, 600, 'a'),
  italic(242, 598, 'i', 7),
  symbol(250, 600, '243'),
  symbol(262, 600, '141'),
].join('')

async function outputsOf(formula: ParseOptions['elementFormats']['formula']) {
  const content =
    paragraph('Body', 11, [72, 740], sentence) +
    quadratic +
    paragraph('Body', 11, [72, 645], sentence) +
    sum +
    paragraph('Body', 11, [72, 560], sentence)
  const bytes = pagesPdf([{ content, fonts: '/Sym 7 0 R' }], [symbolFont])
  const options = {
    ...defaultOptions,
    elementFormats: { ...defaultOptions.elementFormats, image: 'none', formula },
  } as const
  const document = await openPdf(bytes, '.pdf', noOcr)
  try {
    const pages = await Array.fromAsync(parsePages(document, [0], options))
    return await finish(
      pages,
      { fileName: 'a.pdf', fileType: '.pdf', pageCount: 1 },
      { options, links: { kind: 'none' } },
    )
  } finally {
    document.close()
  }
}

test('equations are converted to LaTeX', async () => {
  const { markdown = '', json = '' } = await outputsOf('latex')
  expect([...markdown.matchAll(/\$\$\n(.*)\n\$\$/g)].map((match) => match[1])).toEqual([
    'x=\\frac{-b\\pm\\sqrt{b^2-4a}}{2a}\\tag{1}',
    '\\sum_{i=1}^na_i\\le\\alpha',
  ])
  const { blocks } = JSON.parse(json).pages[0]
  expect(blocks.map(({ type, format }: { type: string; format: string }) => `${type} ${format}`)).toEqual([
    'text text',
    'equation latex',
    'text text',
    'equation latex',
    'text text',
  ])
})

test('MathML and AsciiMath are made from the same tree', async () => {
  expect((await outputsOf('mathml')).markdown).toContain('<mfrac>')
  expect((await outputsOf('ascii')).markdown).toContain('x=(-b+-sqrt(b^2-4 a))/(2 a) qquad "(1)"')
})
