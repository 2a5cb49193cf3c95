import { expect, test } from 'vitest'
import { joinWrapped } from '../../../src/layout/blocks/join-wrapped-paragraphs.ts'
import { groupRows } from '../../../src/layout/blocks/paragraphs.ts'
import { orderLayout } from '../../../src/layout/order/reading-order.ts'
import { type Ink, layoutState, lines, outline, rawPage } from '../raw-pages.ts'

const texts = (inks: readonly Ink[]): string[] =>
  outline(layoutState(rawPage(inks), orderLayout, groupRows, joinWrapped))

/** 40 characters, 200 points. */
const narrow = 'running text that goes on from a line to'
const wide = `${narrow} the next one, and further on in lines as wide as the page has room`
const note = (x: number): Ink[] =>
  lines(['A box that stands', 'beside the text,', 'and says a little', 'more about it, in', 'smaller type.'], {
    x,
    y: 101.5,
    size: 8,
  })

test('a paragraph continues below a box at its right or left', () => {
  const below = lines([wide, 'its end.'], { x: 50, y: 160 })
  const right = texts([...lines(Array(5).fill(narrow), { x: 50, y: 100 }), ...note(290), ...below])
  expect(right).toHaveLength(2)
  expect(right[0]).toMatch(/^text: running text .* its end\.$/)
  expect(right[1]).toMatch(/^text: A box/)
  const left = texts([
    ...note(50),
    ...lines(Array(5).fill(narrow), { x: 200, y: 100 }),
    ...lines([narrow + narrow.slice(0, 30), 'its end.'], { x: 50, y: 160 }),
  ])
  expect(left.at(-1)).toMatch(/^text: running text .* its end\.$/)
})

test('a paragraph does not continue if its last line has space left or a sentence begins below', () => {
  const ends = [...Array(4).fill(narrow), 'running text']
  expect(
    texts([...lines(ends, { x: 50, y: 100 }), ...note(290), ...lines([wide, 'its end.'], { x: 50, y: 160 })]).length,
  ).toBeGreaterThan(2)
  const begins = lines([`Running${wide.slice(7)}`, 'its end.'], { x: 50, y: 160 })
  expect(texts([...lines(Array(5).fill(narrow), { x: 50, y: 100 }), ...note(290), ...begins])).toHaveLength(3)
})
