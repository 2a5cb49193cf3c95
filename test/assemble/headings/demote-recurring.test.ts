import { expect, test } from 'vitest'
import type { Block } from '../../../src/model/document.ts'
import { assembled, prose, table, text, title } from '../pages.ts'

const titlesOf = (...pages: Block[][]): string[] =>
  assembled(pages).pages.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'title' ? [block.text] : [])),
  )

test('an entry is demoted if its heading follows in a larger size', () => {
  const entry = (size: number): string[] =>
    titlesOf(
      [title('Handbook', { y: 40, size: 24 }), title('4.1 Hardware', { y: 100, size }), ...prose(150)],
      [title('4.1 Hardware', { y: 60, size: 18 }), ...prose(100)],
    )
  expect(entry(12)).toEqual(['Handbook', '4.1 Hardware'])
  expect(entry(18)).toEqual(['Handbook', '4.1 Hardware', '4.1 Hardware'])
})

test('a title on the cover stays one if it is repeated in a smaller size', () =>
  expect(
    titlesOf(
      [title('Annual report', { y: 200, size: 30 })],
      [title('Annual report', { y: 60, size: 18 }), ...prose(100)],
    ),
  ).toHaveLength(2))

test('repeated labels that end in a colon are demoted', () => {
  const guide = (...labels: string[]): string[] =>
    titlesOf(
      ...labels.map((label, at) => [
        title(`${at + 1} Rule`, { y: 50, size: 18 }),
        title(label, { y: 80, size: 11, bold: true }),
        ...prose(100),
      ]),
    )
  expect(guide('Example:', 'Exception:', 'Example:', 'Example:')).toEqual(['1 Rule', '2 Rule', '3 Rule', '4 Rule'])
  expect(guide('Example', 'Exception', 'Example', 'Example')).toHaveLength(8)
  expect(guide('Prices:', 'Routes:', 'Meals:', 'Stays:')).toHaveLength(8)
})

test('entries with page numbers are demoted next to a table of contents or if their heading follows', () => {
  const entry = title('4 Hardware 12', { y: 100, size: 11, bold: true })
  const contents = text('4.1 Wells 13\n4.2 Pumps 15', { y: 120, type: 'cate' })
  const heading = [...prose(60), title('4 Hardware', { y: 580, size: 11, bold: true }), text('Of wells.', { y: 600 })]
  expect(titlesOf([entry, contents], prose())).toEqual([])
  const rows = table(
    [
      ['4.1 Wells', '13'],
      ['4.2 Pumps', '15'],
    ],
    { y: 120 },
  )
  expect(titlesOf([entry, rows], heading)).toEqual(['4 Hardware'])
  expect(titlesOf([entry, rows])).toEqual(['4 Hardware 12'])
  expect(titlesOf([entry, ...prose()], heading)).toEqual(['4 Hardware 12', '4 Hardware'])
  expect(titlesOf([title('Guide, Version 2.1', { y: 60, size: 11, bold: true }), contents], prose())).toEqual([
    'Guide, Version 2.1',
  ])
})

test('a line in body style is demoted on a page of code', () => {
  const code = [0, 1, 2].map((at) =>
    text('first = second + third; call(first, second); print(third); exit(first)', {
      y: 150 + at * 100,
      size: 8,
      lines: 6,
      type: 'code',
    }),
  )
  const lines = [title('This was set by', { y: 100, size: 10 }), title('3. Loops', { y: 120, size: 10 }), ...code]
  expect(titlesOf(prose(), lines)).toEqual(['3. Loops'])
  expect(titlesOf(lines)).toEqual(['This was set by', '3. Loops'])
})
