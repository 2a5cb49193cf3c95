/** Tables with horizontal rulings only: striped rows below a ruled header, frames drawn as one outline, page footers. */
import { expect, test } from 'vitest'
import { across, columns, curve, fill, layOut, sketch } from '../../drawings.ts'

const xs = [60, 160, 360]
const rows = [
  ['1', 'Union of Youth', '17,266'],
  ['2', 'Women for Peace', '9,835'],
  ['3', 'Students of the city', '711'],
  ['4', 'Youth Volunteers', '46'],
  ['5', 'Our Friends', '27'],
  ['6', 'Observers', '26'],
]
const body = rows.map((row) => row.join(' | '))

const tableOf = (drawn: Parameters<typeof layOut>[0]): string[] => sketch(layOut(drawn).tables[0])

test('a ruling separates the header from a plain row above the first stripe', () => {
  const found = tableOf({
    text: [...columns([['No.', 'Name', 'Number']], { xs, y: 112 }), ...columns(rows, { xs, y: 126, leading: 14 })],
    paths: [across(116, 55, 420), ...[130, 158, 186].map((y) => fill(55, y, 420, y + 14))],
  })
  expect(found.map((row) => row.replaceAll('#', ''))).toEqual(['No. | Name | Number', ...body])
})

test('the outline of a frame is the first and last ruling of its rows', () => {
  const twoLines = (first: string, second: string, y: number) => [
    { text: first, x: 60, y: y - 5 },
    { text: second, x: 60, y: y + 6 },
  ]
  const found = tableOf({
    text: [
      ...twoLines('Communication', 'channel', 115),
      ...columns([['', 'Medium', 'Examples']], { xs, y: 115 }),
      ...columns(rows.slice(0, 4), { xs, y: 140, leading: 25 }),
      ...twoLines('Goodies', 'and gifts', 240),
      ...columns([['', 'Physical', 'pens and notepads']], { xs, y: 240 }),
    ],
    paths: [...[125, 150, 175, 200, 225].map((y) => across(y, 55, 420)), curve(55, 100, 420, 250)],
  })
  expect(found.map((row) => row.replaceAll('#', ''))).toEqual([
    'Communication channel | Medium | Examples',
    ...body.slice(0, 4),
    'Goodies and gifts | Physical | pens and notepads',
  ])
})

test('a page footer with text in two columns is not the last row', () => {
  const found = tableOf({
    text: [...columns(rows, { xs, y: 115, leading: 60 }), ...columns([['The Library', '', '5']], { xs, y: 490 })],
    paths: [100, 160, 220, 280, 340, 400, 460].map((y) => across(y, 55, 420)),
  })
  expect(found.map((row) => row.replaceAll('#', ''))).toEqual(body)
})
