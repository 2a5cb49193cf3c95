import { expect, test } from 'vitest'
import { labelHeadings } from '../../../src/layout/blocks/label-headings.ts'
import { grouped, type Ink, lines } from '../raw-pages.ts'

const body = (y: number): Ink[] =>
  lines(Array(5).fill('Running text that fills the column from its left to its right edge'), { x: 50, y })
const bold = (text: string, y: number): Ink => ({ text, x: 50, y, bold: true })

function titlesOf(inks: readonly Ink[]): string[] {
  return labelHeadings(grouped(inks)).groups.flatMap((group) =>
    group.kind === 'text' && group.type === 'title' ? [group.text] : [],
  )
}

test('a bold name below the last paragraph and directly above an address is a signature', () => {
  const office: Ink = { text: 'Head of service', x: 50, y: 214 }
  expect(titlesOf([...body(100), bold('Mary Marsh', 200), office])).toEqual([])
  // Small text below makes no difference.
  expect(
    titlesOf([
      ...body(100),
      bold('Mary Marsh', 200),
      office,
      ...lines(['A note in small type that is as long as the text above it, and longer'], { x: 50, y: 260, size: 7 }),
    ]),
  ).toEqual([])
})

test('lines above text, numbered lines, questions and larger lines stay headings', () => {
  const short: Ink = { text: 'Nobody', x: 50, y: 214 }
  expect(titlesOf([...body(100), bold('Results', 200), ...body(216)])).toEqual(['Results'])
  expect(
    titlesOf([
      ...body(100),
      bold('References', 200),
      ...lines(['Marsh, A. Reading gauges', 'Bell, C. Floods'], { x: 50, y: 214, size: 8 }),
    ]),
  ).toEqual(['References'])
  expect(titlesOf([...body(100), bold('4.1 Results', 200), short])).toEqual(['4.1 Results'])
  expect(titlesOf([...body(100), bold('Who else pays?', 200), short])).toEqual(['Who else pays?'])
  expect(titlesOf([...body(100), { ...bold('Contact', 200), size: 14 }, short])).toEqual(['Contact'])
})

test('small headings below a large one are not a byline if several are above text or code', () => {
  const short = (text: string, y: number): Ink => ({ text, x: 50, y })
  const head = (text: string, y: number): Ink => ({ ...bold(text, y), size: 12 })
  const reference: Ink[] = [
    { ...bold('Buffers', 60), size: 24 },
    head('Kind', 100),
    short('Record', 118),
    head('Purpose', 150),
    ...body(168),
    head('Threads', 260),
    ...body(278),
  ]
  expect(titlesOf(reference)).toEqual(['Buffers', 'Kind', 'Purpose', 'Threads'])
  expect(titlesOf([...reference.slice(0, 3), ...body(150)])).toEqual(['Buffers'])
})
