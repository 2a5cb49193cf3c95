/** Tables of annual reports: headers of several lines above the first ruling, sections, leaders, two-line labels. */
import { expect, test } from 'vitest'
import { across, columns, gridLines, layOut, sketch } from '../drawings.ts'

const xs = [60, 250, 330, 410]
const values = [
  ['Rivers ..............................', '1,234', '2,345', '3,456'],
  ['Lakes ..............................', '234', '345', '456'],
  ['Long names of lakes and ponds ..', '34', '45', '56'],
]

test('short leaders are left out in a column with leaders', () => {
  const state = layOut({
    text: [
      ...columns([['', '2021', '2022', '2023']], { xs, y: 100, bold: true }),
      ...columns(values, { xs, y: 116, leading: 14 }),
    ],
    paths: gridLines([55, 245, 325, 405, 450], [90, 105, 120, 134, 148]),
  })
  expect(sketch(state.tables[0]).at(-1)).toBe('Long names of lakes and ponds | 34 | 45 | 56')
})

test('a label of two lines has its values on the second one', () => {
  const rows = [
    ['Rivers', '1,234', '2,345', '3,456'],
    ['Lakes and ponds attributable', '', '', ''],
    ['to other owners', '234', '345', '456'],
    ['Seas', '34', '45', '56'],
  ]
  const state = layOut({
    text: [
      ...columns([['', '2021', '2022', '2023']], { xs, y: 100, bold: true }),
      ...columns(rows, { xs, y: 114, leading: 12 }),
    ],
  })
  expect(sketch(state.tables[0])).toContain('Lakes and ponds attributable to other owners | 234 | 345 | 456')
})

test('headers of several lines above rulings under each column belong to the table', () => {
  const heads = [
    ['', '', 'Change', 'Share of'],
    ['', 'Balance', 'in the', 'the other'],
    ['(in millions)', 'at start', 'period', 'partners'],
  ]
  const body = [
    ['Rivers', '(666)', '54', '(6)'],
    ['Lakes', '(201)', '220', '(3)'],
    ['Seas', '253', '(20)', '—'],
    ['', '(614)', '254', '(9)'],
  ]
  const rules = (y: number) => [across(y, 240, 300), across(y, 320, 380), across(y, 400, 460)]
  const state = layOut({
    text: [...columns(heads, { xs, y: 100, leading: 11, bold: true }), ...columns(body, { xs, y: 136, leading: 14 })],
    paths: [...rules(126), ...rules(169), ...rules(184)],
  })
  expect(sketch(state.tables[0])).toEqual([
    '#(in millions) | #Balance at start | #Change in the period | #Share of the other partners',
    ...body.map((row) => row.join(' | ')),
  ])
})

test('titles of sections do not end a table', () => {
  const part = (name: string): string[][] => [
    [`${name} one`, '1,234', '2,345', '3,456'],
    [`${name} two`, '234', '345', '456'],
    [`${name} three`, '34', '45', '56'],
  ]
  const titles = ['Attributable to the owners', 'Holders of units', 'Holders of preferred units', 'All other holders']
  const state = layOut({
    text: [
      ...columns([['', '2021', '2022', '2023'], ...part('River')], { xs, y: 100, leading: 14 }),
      ...columns([...titles.map((title) => [title]), ...part('Lake')], { xs, y: 156, leading: 14 }),
    ],
  })
  expect(state.tables).toHaveLength(1)
  expect(state.tables[0]?.rows).toBe(11)
})

test('long titles of sections, one above the other, are not prose', () => {
  const part = (name: string): string[][] => [
    [`${name} one`, '1,234', '2,345', '3,456'],
    [`${name} two`, '234', '345', '456'],
    [`${name} three`, '34', '45', '56'],
  ]
  const titles = [['Net income attributable to others'], ['Interests of holders without control']]
  const state = layOut({
    text: columns([['', '2021', '2022', '2023'], ...part('River'), ...titles, ...part('Lake')], {
      xs,
      y: 100,
      leading: 14,
    }),
  })
  expect(sketch(state.tables[0])).toHaveLength(9)
  expect(sketch(state.tables[0])[4]).toBe('Net income attributable to others |  |  | ')
})

test('labels with colons are table rows, although rulings separate groups of them', () => {
  const rows = [
    'Marital status:',
    'Spouse name:',
    'Children:',
    'Smoking status:',
    'Alcohol use:',
    'Drug use:',
    'Stress:',
  ]
  const state = layOut({
    text: columns(
      rows.map((label) => [label, 'Not on file']),
      { xs: [60, 200], y: 100, leading: 12 },
    ),
    paths: [92, 128, 152, 176].map((y) => across(y, 55, 300)),
  })
  expect(sketch(state.tables[0]).map((row) => row.replaceAll('#', ''))).toEqual(
    rows.map((label) => `${label} | Not on file`),
  )
})

test('a list of properties stays whole, and its first label is no header', () => {
  const rows = [
    ['Chemical Name:', 'ferric chloride, dry'],
    ['CAS-Nr.:', '7705-08-0'],
    ['EINECS-Nr.:', '231-729-4'],
  ]
  const state = layOut({
    text: [
      { text: 'Appearance:', x: 74, y: 100 },
      { text: 'dark green to black crystalline powder', x: 181, y: 100, size: 11 },
      ...columns(rows, { xs: [74, 181], y: 117, leading: 14 }),
    ],
  })
  expect(state.tables.map(sketch)).toEqual([
    ['Appearance: | dark green to black crystalline powder', ...rows.map((row) => row.join(' | '))],
  ])
})
