import { expect, test } from 'vitest'
import type { Block } from '../../src/model/document.ts'
import { assembled, prose, title } from './pages.ts'

const titlesOf = (...pages: Block[][]): string[] =>
  assembled(pages).pages.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'title' ? [block.text] : [])))

test('an entry of a list is no heading where its heading follows, larger', () => {
  const entry = (size: number): string[] =>
    titlesOf(
      [title('Handbook', { y: 40, size: 24 }), title('4.1 Hardware', { y: 100, size }), ...prose(150)],
      [title('4.1 Hardware', { y: 60, size: 18 }), ...prose(100)],
    )
  expect(entry(12)).toEqual(['Handbook', '4.1 Hardware'])
  expect(entry(18)).toEqual(['Handbook', '4.1 Hardware', '4.1 Hardware'])
})

test('a title on the cover stays one, though it is repeated in smaller type', () =>
  expect(titlesOf([title('Annual report', { y: 200, size: 30 })], [title('Annual report', { y: 60, size: 18 }), ...prose(100)])).toHaveLength(2))

test('labels that end in a colon and come again and again are no headings', () => {
  const guide = (...labels: string[]): string[] =>
    titlesOf(...labels.map((label, at) => [title(`${at + 1} Rule`, { y: 50, size: 18 }), title(label, { y: 80, size: 11, bold: true }), ...prose(100)]))
  expect(guide('Example:', 'Exception:', 'Example:', 'Example:')).toEqual(['1 Rule', '2 Rule', '3 Rule', '4 Rule'])
  expect(guide('Example', 'Exception', 'Example', 'Example')).toHaveLength(8)
  expect(guide('Prices:', 'Routes:', 'Meals:', 'Stays:')).toHaveLength(8)
})
