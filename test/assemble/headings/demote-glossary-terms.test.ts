import { expect, test } from 'vitest'
import type { Block } from '../../../src/model/document.ts'
import { assembled, text, title } from '../pages.ts'

const titlesOf = (blocks: Block[]): string[] =>
  assembled([blocks]).pages.flatMap(({ blocks: all }) =>
    all.flatMap((block) => (block.kind === 'title' ? [block.text] : [])),
  )
const sentence =
  'What this does is told in a sentence or two, which fill the lines of their column as text does, until they end.'

/** Names in bold, each over an explanation that begins at `x`; `size` of the names. */
function reference(x: number, size = 10): string[] {
  const entries = ['connect', 'Listen', 'Accept', 'Close'].flatMap((name, at): Block[] => [
    title(name, { y: 260 + at * 100, size, bold: true }),
    text(sentence, { y: 276 + at * 100, x, lines: 2 }),
  ])
  return titlesOf([
    title('Sockets', { y: 40, size: 20 }),
    text(sentence, { y: 80, lines: 4 }),
    text(sentence, { y: 150, lines: 4 }),
    ...entries,
  ])
}

test('names above indented explanations are demoted; above text at their own edge they stay headings', () => {
  expect(reference(80)).toEqual(['Sockets'])
  expect(reference(50).length).toBeGreaterThan(3)
})

test.each([14, 11.2])('larger text above indented text stays a heading: %f', (size) =>
  expect(reference(80, size).length).toBeGreaterThan(3),
)
