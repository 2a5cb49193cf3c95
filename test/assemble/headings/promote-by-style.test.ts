import { describe, expect, test } from 'vitest'
import { assembled, prose, text, title } from '../pages.ts'

function titles(...pages: Parameters<typeof assembled>[0]): string[] {
  return assembled(pages).pages.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'title' ? [block.text] : [])),
  )
}

const filler = 'Running text of this paragraph goes on and on until at long last it ends.'
const paragraph = (y: number) => text(filler, { y, lines: 3 })

describe('a style whose short lines are above text', () => {
  const bold = { bold: true, size: 10 } as const
  test('is a heading style', () =>
    expect(
      titles(
        [paragraph(100), text('Method', { y: 180, ...bold }), paragraph(195)],
        [text('Results', { y: 100, ...bold }), paragraph(115), text('Discussion', { y: 300, ...bold }), paragraph(315)],
      ),
    ).toEqual(['Method', 'Results', 'Discussion']))
  test('is not if it is also used for running text', () =>
    expect(
      titles([
        paragraph(100),
        text('Method', { y: 180, ...bold }),
        text(filler, { y: 195, lines: 4, ...bold }),
        text('Results', { y: 300, ...bold }),
        paragraph(315),
        text(filler, { y: 400, lines: 4, ...bold }),
      ]),
    ).toEqual([]))
  test('is not if no text follows its lines', () => {
    const labels = [0, 1, 2, 3].map((row) => text(`Label ${row}`, { y: 300 + 40 * row, ...bold }))
    expect(titles([paragraph(100), paragraph(160), ...labels])).toEqual([])
  })
})

describe('short numbered lines in sequence', () => {
  const counted = ['一、总则', '二、范围', '三、附则'].flatMap((line, index) => [
    text(line, { y: 150 + index * 100, x: 74 }),
    text('正文'.repeat(60), { y: 170 + index * 100, lines: 3 }),
  ])
  test('are headings', () => expect(titles(counted)).toEqual(['一、总则', '二、范围', '三、附则']))
  test('are not if the sequence starts late or has gaps', () => expect(titles(counted.slice(2))).toEqual([]))
})

describe('a document without headings', () => {
  test('has the largest line before its text as title', () =>
    expect(
      titles([text('A Board', { y: 60 }), text('Notice to bidders', { y: 100, size: 12, x: 200 }), ...prose(200)]),
    ).toEqual(['Notice to bidders']))
  test('or the first line, if it is centered', () =>
    expect(titles([text('The way to the club', { y: 100, x: 228 }), ...prose(200)])).toEqual(['The way to the club']))
})

test('a cover keeps its title and loses date and author', () =>
  expect(
    titles(
      [
        title('The Report', { y: 200, size: 28 }),
        title('14 March 2019', { y: 300, size: 13 }),
        text('Working paper', { y: 330 }),
      ],
      [title('Introduction', { y: 100, size: 16 }), ...prose(150)],
    ),
  ).toEqual(['The Report', 'Introduction']))

test('lines of a cover in the style of a later heading, or with an exact level, stay headings', () => {
  const cover = [
    title('The Report', { y: 200, size: 28 }),
    title('Summary', { y: 300, size: 16 }),
    { ...title('Annex', { y: 330, size: 13 }), exact: true } as const,
  ]
  expect(titles(cover, [title('Introduction', { y: 100, size: 16 }), ...prose(150)])).toEqual([
    'The Report',
    'Summary',
    'Annex',
    'Introduction',
  ])
})
