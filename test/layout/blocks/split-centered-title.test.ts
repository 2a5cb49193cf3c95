import { expect, test } from 'vitest'
import { splitCenteredTitle } from '../../../src/layout/blocks/split-centered-title.ts'
import { grouped, type Ink, lines } from '../raw-pages.ts'

const prose = lines(
  Array<string>(6).fill(
    'The river is slow here and the eels stay in it until the end of the summer when they go down to',
  ),
  { x: 60, y: 200 },
)
/** Centered on A4. */
const centered = (text: string, y: number): Ink => ({ text, x: (595 - text.length * 5) / 2, y })
const stack = [
  centered('The way to the Eel and Otter Club', 80),
  centered('45 Old Mill Road', 92),
  centered('Riverton', 104),
]
const textsOf = (inks: readonly Ink[]): string[] =>
  splitCenteredTitle(grouped([...inks])).groups.map((group) => (group.kind === 'text' ? group.text : group.kind))

test('the first of several centered lines above the text is a separate group', () => {
  expect(textsOf([...stack, ...prose]).slice(0, 2)).toEqual([
    'The way to the Eel and Otter Club',
    '45 Old Mill Road Riverton',
  ])
})

test('a line that continues and a cover are one group', () => {
  const wrapped = [centered('The way to the Eel and Otter Club of', 80), centered('Riverton', 92)]
  expect(textsOf([...wrapped, ...prose])[0]).toBe('The way to the Eel and Otter Club of Riverton')
  expect(textsOf(stack)).toHaveLength(1)
})
