import { describe, expect, test } from 'vitest'
import { labelLists } from '../../../src/layout/blocks/label-lists.ts'
import { readMarker } from '../../../src/layout/text/list-markers.ts'
import type { ListItem } from '../../../src/model/document.ts'
import { grouped, type Ink, lines } from '../raw-pages.ts'

/** Without the boxes of items. */
function itemsOf(inks: readonly Ink[]): readonly (readonly ListItem[] | string)[] {
  return labelLists(grouped(inks)).groups.map((group) =>
    group.kind === 'text' ? (group.items?.map(({ box: _, ...item }) => item) ?? group.text) : group.kind,
  )
}

describe('readMarker', () => {
  for (const [text, kind, ordinal] of [
    ['• item', 'bullet', 0],
    ['\uf0b7 item', 'bullet', 0],
    ['❅ item', 'bullet', 0],
    ['➡item', 'bullet', 0],
    ['– item', 'bullet', 0],
    ['\u2010 item', 'bullet', 0],
    ['3. item', 'number', 3],
    ['(12) item', 'number', 12],
    ['b) item', 'letter', 2],
    ['iv. item', 'roman', 4],
    ['③ item', 'number', 3],
    ['（二）事项', 'number', 2],
    ['十一、事项', 'number', 11],
  ] as const)
    test(text, () => expect(readMarker(text)).toMatchObject({ kind, ordinal }))

  for (const text of [
    '3.5 mm of rain',
    'e.g. this',
    '-5 degrees',
    'Plain words',
    '12 monkeys',
    '✆ 12 34 56',
    '✝ 1850',
    '(see below) words',
    '2009) and so on(',
    '* * *',
    '* * * * * command',
    '•  •  •',
  ]) {
    test(`no marker: ${text}`, () => expect(readMarker(text)).toBeNull())
  }
})

describe('labelLists', () => {
  test('continuation lines are joined to their bullet item', () => {
    expect(
      itemsOf([
        ...lines(['• The first item of this list is longer than a'], { x: 50, y: 100 }),
        ...lines(['line'], { x: 58, y: 112 }),
        { text: '• Second', x: 50, y: 124 },
      ]),
    ).toEqual([
      [
        { level: 0, marker: '- ', text: 'The first item of this list is longer than a line' },
        { level: 0, marker: '- ', text: 'Second' },
      ],
    ])
  })

  test('an initial above a list is no item', () => {
    const page = [
      { text: 'A. Author and B. Author', x: 50, y: 100 },
      { text: '1) The institute of both', x: 50, y: 112 },
      { text: '2) The other institute', x: 50, y: 124 },
    ]
    expect(itemsOf(page)).toEqual([
      'A. Author and B. Author',
      [
        { level: 0, marker: '1)', text: 'The institute of both' },
        { level: 0, marker: '2)', text: 'The other institute' },
      ],
    ])
  })

  test('levels follow the indent, and markers are kept as printed', () => {
    const [items] = itemsOf([
      { text: '1. One', x: 50, y: 100 },
      { text: 'a) inner', x: 70, y: 112 },
      { text: 'b) other', x: 70, y: 124 },
      { text: '2. Two', x: 50, y: 136 },
    ])
    expect(items).toEqual([
      { level: 0, marker: '1.', text: 'One' },
      { level: 1, marker: 'a)', text: 'inner' },
      { level: 1, marker: 'b)', text: 'other' },
      { level: 0, marker: '2.', text: 'Two' },
    ])
  })

  test('each item has the box of its lines', () => {
    const { groups } = labelLists(
      grouped([
        ...lines(['• The first item of this list is longer than a'], { x: 50, y: 100 }),
        ...lines(['line'], { x: 58, y: 112 }),
        { text: '• Second', x: 50, y: 124 },
      ]),
    )
    const boxes = groups.flatMap((group) => (group.kind === 'text' ? (group.items ?? []) : [])).map(({ box }) => box)
    expect(boxes).toEqual([
      { x0: 50, x1: expect.any(Number), y0: 90, y1: 115 },
      { x0: 50, x1: 90, y0: 114, y1: 127 },
    ])
  })

  test('the text of the block has two spaces per level', () => {
    const [group] = labelLists(
      grouped([
        { text: '• One', x: 50, y: 100 },
        { text: '– inner', x: 70, y: 112 },
      ]),
    ).groups
    expect(group?.kind === 'text' && group.text).toBe('- One\n  - inner')
  })

  test('checkboxes keep their ticks and make one list', () => {
    const [items] = itemsOf([
      { text: '☐ By post', x: 50, y: 100 },
      { text: '☒ By mail', x: 50, y: 112 },
      { text: '☐ In person', x: 50, y: 124 },
    ])
    expect(items).toEqual([
      { level: 0, marker: '- ', text: '☐ By post' },
      { level: 0, marker: '- ', text: '☒ By mail' },
      { level: 0, marker: '- ', text: '☐ In person' },
    ])
  })

  test('the page number is not part of the last item', () => {
    const items = [...lines(['• First', '• Second'], { x: 50, y: 740 }), { text: '12', x: 290, y: 780 }]
    expect(itemsOf(items).at(-1)).toBe('12')
    expect(itemsOf([...items.slice(0, -1), { text: '12/15', x: 290, y: 780 }]).at(-1)).toBe('12/15')
    // Higher up, a number is the text of the item.
    const value = [...lines(['• First', '• Second'], { x: 50, y: 340 }), { text: '12', x: 58, y: 370 }]
    expect(itemsOf(value)).toHaveLength(1)
  })

  test('a single numbered line is not a list', () => {
    expect(
      itemsOf([
        { text: '1. Introduction', x: 50, y: 100 },
        ...lines(['Text follows here and goes on', 'for two lines'], { x: 50, y: 130 }),
      ])[0],
    ).toBe('1. Introduction')
  })

  test('numbered headings over paragraphs are not a list', () => {
    const page = [1, 2].flatMap((n) => [
      { text: `${n}. Heading`, x: 50, y: 100 * n, bold: true },
      ...lines(['Text follows here and goes on and on', 'for two lines'], { x: 50, y: 100 * n + 20 }),
    ])
    expect(itemsOf(page).every((entry) => typeof entry === 'string')).toBe(true)
  })
})
