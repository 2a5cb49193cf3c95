import { expect, test } from 'vitest'
import { columns, layOut, sketch } from '../../drawings.ts'
import { type Ink, lines } from '../../raw-pages.ts'

const rows = [
  ['jar', 'The location of the file to execute, which must name its main class. It is', 'Exactly one'],
  ['', 'needed if no other file is named, because there is no default for it here.', ''],
  ['fork', 'If enabled, the class is executed in another process, which takes longer and', 'No'],
  ['', 'needs more memory, but keeps the properties of this process as they are.', ''],
  ['spawn', 'If enabled, a process is started that goes on after the end of this one. Its', 'No'],
  ['', 'output is lost, because no other process can read it after that time.', ''],
  ['timeout', 'Stops the command if it does not finish within the given time, measured in', 'No'],
  ['', 'milliseconds. The result of a stopped command is an error in any case.', ''],
]
const xs = [50, 110, 510]
const body = columns(rows, { xs, y: 215, leading: 12 }).map((ink): Ink => ({ ...ink, mono: ink.x === xs[0] }))
const label = (text: string, x: number, y = 200): Ink => ({ text, x, y, bold: true })

test('labels of a header may be centered above their columns', () => {
  const header = [label('Attribute', 50), label('Description', 280), label('Required', 515)]
  const [table] = layOut({ text: [...header, ...body] }).tables
  expect(sketch(table)[0]).toBe('#Attribute | #Description | #Required')
  expect(table?.cols).toBe(3)
})

test('bold words above prose are no header', () => {
  const prose = lines(
    rows.map(([, text = '']) => text),
    { x: 50, y: 215 },
  )
  expect(layOut({ text: [label('Attribute', 50), label('Description', 280), ...prose] }).tables).toEqual([])
})

test('bold labels with colons are no header', () => {
  const pairs = ['Buyer', 'Seller', 'Notary', 'Bank', 'Witness'].flatMap((name, row): Ink[] => [
    { text: `${name}:`, x: 50, y: 200 + 14 * row, bold: row === 1 },
    { text: `signs form ${row + 3}`, x: 150, y: 200 + 14 * row, bold: row === 1 },
  ])
  expect(sketch(layOut({ text: pairs }).tables[0])).toHaveLength(5)
})
