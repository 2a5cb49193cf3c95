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
