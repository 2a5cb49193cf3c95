import { expect, test } from 'vitest'
import { numberDepth } from '../../../src/model/numbering.ts'
import { assembled, prose, text, title } from '../pages.ts'

function levels(...pages: Parameters<typeof assembled>[0]): [string, number][] {
  return assembled(pages).pages.flatMap(({ blocks }) =>
    blocks.flatMap((block): [string, number][] => (block.kind === 'title' ? [[block.text, block.level]] : [])),
  )
}

test('levels follow size, then weight, over all pages', () => {
  expect(
    levels(
      [
        title('Report', { y: 150, size: 24 }),
        title('Part', { y: 200, size: 16 }),
        title('Section', { y: 250, size: 12, bold: true }),
        ...prose(300),
      ],
      [title('Another part', { y: 150, size: 16 }), title('Plain section', { y: 200, size: 12 }), ...prose(300)],
    ),
  ).toEqual([
    ['Report', 1],
    ['Part', 2],
    ['Section', 3],
    ['Another part', 2],
    // Lighter than "Section", but right below a part: no level is skipped.
    ['Plain section', 3],
  ])
})

test('numbers take precedence over size', () => {
  expect(
    levels([
      title('A paper', { y: 150, size: 20 }),
      title('1 Introduction', { y: 200, size: 12, bold: true }),
      title('1.1 Scope', { y: 250, size: 12, bold: true }),
      title('1.1.1 Detail', { y: 270, size: 12, bold: true }),
      title('2 Method', { y: 300, size: 12, bold: true }),
      ...prose(350),
    ]),
  ).toEqual([
    ['A paper', 1],
    ['1 Introduction', 2],
    ['1.1 Scope', 3],
    ['1.1.1 Detail', 4],
    ['2 Method', 2],
  ])
})

test('never deeper than 6', () => {
  const sizes = [30, 28, 26, 24, 22, 20, 18, 16]
  expect(
    levels(...sizes.map((size, index) => [title(`Size ${size}`, { y: 150, size }), ...prose(200 + index)])).map(
      ([, level]) => level,
    ),
  ).toEqual([1, 2, 3, 4, 5, 6, 6, 6])
})

test('a style used only right below the document’s title has no level of its own', () => {
  expect(
    levels(
      [title('Report', { y: 150, size: 24 }), title('A short history', { y: 180, size: 18 }), ...prose(200)],
      [title('One', { y: 150, size: 16 }), ...prose(180)],
      [title('Two', { y: 150, size: 16 }), ...prose(180)],
    ),
  ).toEqual([
    ['Report', 1],
    ['A short history', 2],
    ['One', 2],
    ['Two', 2],
  ])
})

test('chapters are the parents of decimals; front matter in their style has their level', () => {
  expect(
    levels(
      [title('A thesis', { y: 150, size: 24 }), text('by Somebody', { y: 200 })],
      [title('Abstract', { y: 150, size: 18 }), ...prose(180)],
      [title('Chapter 1 Introduction', { y: 150, size: 18 }), ...prose(180)],
      [title('1.1 Why', { y: 150, size: 14 }), ...prose(180)],
      [title('1.1.1 How', { y: 150, size: 12, bold: true }), ...prose(180)],
      [title('Chapter 2 Results', { y: 150, size: 18 }), ...prose(180)],
    ),
  ).toEqual([
    ['A thesis', 1],
    ['Abstract', 2],
    ['Chapter 1 Introduction', 2],
    ['1.1 Why', 3],
    ['1.1.1 How', 4],
    ['Chapter 2 Results', 2],
  ])
})

test('a short line in a heading style becomes a heading', () => {
  const style = { size: 11, bold: true } as const
  const found = levels([
    title('One', { ...style, y: 150 }),
    title('Two', { ...style, y: 300 }),
    title('Two and a half', { ...style, y: 380 }),
    text('Three', { ...style, y: 450 }),
    ...prose(500),
  ])
  expect(found.map(([name]) => name)).toEqual(['One', 'Two', 'Two and a half', 'Three'])
})

test('numberDepth', () =>
  expect(['3 Results', '3. Results', '3.1 Data', 'A.2.1 More', 'Results', '2009 was'].map(numberDepth)).toEqual([
    1, 1, 2, 3, 0, 0,
  ]))

test('numbers that restart inside others define levels in any style', () => {
  expect(
    levels(
      [
        title('A paper', { y: 120, size: 14 }),
        title('I. THEORY', { y: 150, size: 9, bold: true, caps: true }),
        ...prose(180),
      ],
      [title('A. Chambers', { y: 100, size: 9, bold: true }), ...prose(180)],
      [title('1. Equal', { y: 100, size: 10 }), ...prose(180)],
      [title('2. Unequal', { y: 100, size: 10 }), ...prose(180)],
      [title('B. Chains', { y: 100, size: 9, bold: true }), ...prose(180)],
      [title('II. RESULTS', { y: 100, size: 9, bold: true, caps: true }), ...prose(180)],
    ).map(([, level]) => level),
  ).toEqual([1, 2, 3, 4, 4, 3, 2])
})

test('lighter headings right above heavier ones of their size contain them', () => {
  expect(
    levels(
      [
        title('An act', { y: 60, size: 18 }),
        title('Introductory', { y: 100, size: 11 }),
        title('Meaning', { y: 130, size: 11, bold: true }),
        ...prose(180),
      ],
      [title('Boards', { y: 100, size: 11, bold: true }), ...prose(180)],
      [title('Powers', { y: 100, size: 11 }), title('Byelaws', { y: 130, size: 11, bold: true }), ...prose(180)],
    ).map(([, level]) => level),
  ).toEqual([1, 2, 3, 3, 2, 3])
})

test('a large line that is not a heading changes no level', () => {
  expect(
    levels(
      [title('A report', { y: 60, size: 24 }), title('One', { y: 100, size: 14 }), ...prose(180)],
      [title('“A quote”', { y: 100, size: 20 }), ...prose(180)],
      [title('Two', { y: 100, size: 14 }), ...prose(180)],
    ).filter(([name]) => name !== '“A quote”'),
  ).toEqual([
    ['A report', 1],
    ['One', 2],
    ['Two', 2],
  ])
})

test('authors below the title are demoted; a subtitle is not', () => {
  const first = (second: string): string[] =>
    levels([title('A paper', { y: 60, size: 20 }), title(second, { y: 90, size: 10, bold: true }), ...prose(180)]).map(
      ([name]) => name,
    )
  expect(first('Luis Ortega, Anna Brandt & E. Rowntree')).toEqual(['A paper'])
  expect(first('Water in three villages')).toEqual(['A paper', 'Water in three villages'])
})

test('bylines right below each headline are demoted', () =>
  expect(
    levels([
      title('Harvest in the north', { y: 60, size: 16 }),
      title('By Ruth Lindgren', { y: 85, size: 11 }),
      ...prose(100),
      title('Rain in the south', { y: 620, size: 16 }),
      title('By Mary Kovacs', { y: 645, size: 11 }),
      title('By the river', { y: 665, size: 11 }),
    ]).map(([content]) => content),
  ).toEqual(['Harvest in the north', 'Rain in the south', 'By the river']))

test('small capitals right above every headline are demoted', () => {
  const kicker = { size: 7, caps: true } as const
  expect(
    levels(
      [title('The paper', { y: 60, size: 30 }), ...prose(100)],
      [title('SCIENCE', { y: 100, ...kicker }), title('Why eels are late', { y: 110, size: 17 }), ...prose(180)],
      [title('OPINION', { y: 100, ...kicker }), title('Let the meadows flood', { y: 110, size: 17 }), ...prose(180)],
    ).map(([name]) => name),
  ).toEqual(['The paper', 'Why eels are late', 'Let the meadows flood'])
})

test('small capitals stay headings if one of them is above text', () => {
  const small = { size: 13, caps: true } as const
  expect(
    levels(
      [title('The paper', { y: 60, size: 30 }), ...prose(100)],
      [title('SCIENCE', { y: 100, ...small }), title('Why eels are late', { y: 110, size: 17 }), ...prose(180)],
      [title('OPINION', { y: 100, ...small }), title('Let the meadows flood', { y: 110, size: 17 }), ...prose(180)],
      [title('LETTERS', { y: 100, ...small }), ...prose(180)],
    ).map(([name]) => name),
  ).toEqual(expect.arrayContaining(['SCIENCE', 'OPINION', 'LETTERS']))
})

test('a document with only numbered headings has a title above them', () => {
  const found = levels(
    [
      text('A Protocol for Reading Gauges', { y: 80, x: 203 }),
      text('1. Introduction', { y: 120 }),
      ...prose(150),
      text('2. Messages', { y: 700 }),
    ],
    [...prose(100), text('3. Security', { y: 650 })],
    [...prose(100)],
  )
  expect(found.map(([name]) => name)).toEqual([
    'A Protocol for Reading Gauges',
    '1. Introduction',
    '2. Messages',
    '3. Security',
  ])
})

test('a demoted heading keeps its links', () => {
  const links = [{ text: 'harbour', url: 'https://example.org/' }]
  const blocks = assembled([
    [
      title('A paper', { y: 60, size: 20 }),
      { ...title('Ruth A. Lindgren', { y: 90, size: 10, bold: true }), links },
      ...prose(180),
    ],
  ]).pages[0]!.blocks
  expect(blocks[1]).toMatchObject({ kind: 'text', links })
})
