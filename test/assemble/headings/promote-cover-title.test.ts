import { expect, test } from 'vitest'
import {
  promoteCoverTitle,
  promoteMissingTitle,
  promoteTaggedTitle,
} from '../../../src/assemble/headings/promote-title.ts'
import type { Block, DocumentPage, TextBlock } from '../../../src/model/document.ts'
import { prose, text, title } from '../pages.ts'

type Pass = (pages: readonly DocumentPage[]) => readonly DocumentPage[]

const headingsAfter = (pass: Pass, ...pages: Block[][]): string[] =>
  pass(
    pages.map((blocks, pageIndex) => ({
      pageIndex,
      width: 550,
      height: 800,
      blocks,
      warnings: [],
      mergeFromPrevious: false,
    })),
  ).flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'title' ? [block.text] : [])))

const chapter = [title('Traps', { y: 60 }), ...prose(100)]
const large = (changes: Partial<TextBlock> = {}): TextBlock => ({
  ...text('Eels of the rivers', { y: 200, size: 20 }),
  ...changes,
})
const onCover = (...lines: Block[]): string[] => headingsAfter(promoteCoverTitle, lines, chapter)

test('the largest line of a cover is its title', () => {
  expect(onCover(large(), text('May 2020', { y: 300 }))).toEqual(['Eels of the rivers', 'Traps'])
  expect(onCover(text('May 2020', { y: 100 }), large())).toEqual(['Eels of the rivers', 'Traps'])
})

test('a second line of its size, running text or another heading rule it out', () => {
  expect(onCover(large(), text('Counts', { y: 300, size: 20 }))).toEqual(['Traps'])
  expect(onCover(large(), ...prose(300))).toEqual(['Traps'])
  expect(onCover(large(), title('Counts', { y: 300, size: 8 }))).toEqual(['Counts', 'Traps'])
  expect(headingsAfter(promoteCoverTitle, [large()], prose(100))).toEqual([])
  expect(headingsAfter(promoteCoverTitle)).toEqual([])
})

test('a title hardly larger than the text is bold or in uppercase', () => {
  const { style } = large()
  expect(onCover(large({ style: { ...style, size: 11 } }))).toEqual(['Traps'])
  expect(onCover(large({ style: { ...style, size: 11, bold: true } }))).toHaveLength(2)
  expect(onCover(large({ style: { ...style, size: 11, caps: true } }))).toHaveLength(2)
  expect(onCover(large({ style: { ...style, size: 10, bold: true } }))).toEqual(['Traps'])
})

test('sentences, lists, addresses and lines in lowercase are no titles', () => {
  for (const content of ['Eels of the rivers.', 'eels of the rivers', 'eel@example.org', '12 34 56 7 E'])
    expect(onCover(large({ text: content }))).toEqual(['Traps'])
  expect(onCover(large({ plain: true }))).toEqual(['Traps'])
  expect(onCover(large({ items: [] }))).toEqual(['Traps'])
  expect(onCover(large({ style: { ...large().style, lineCount: 4 } }))).toEqual(['Traps'])
})

test('a title in a document without prominent headings is at the top, before its text', () => {
  const missing = (...blocks: Block[]): string[] => headingsAfter(promoteMissingTitle, blocks)
  expect(missing(text('Eels of the rivers', { y: 60, size: 12 }), ...prose(100))).toEqual(['Eels of the rivers'])
  expect(missing(...prose(100), text('Eels of the rivers', { y: 400, size: 12 }))).toEqual([])
  expect(missing(text('Eels of the rivers', { y: 60, size: 12 }))).toEqual([])
  const heading = (changes: Partial<TextBlock['style']>, content = '1 Traps'): string[] => {
    const block = title(content, { y: 400, size: 10 })
    const named = { ...block, style: { ...block.style, ...changes } }
    return missing(text('Eels of the rivers', { y: 60, size: 12 }), ...prose(100), named)
  }
  expect(heading({})).toHaveLength(2)
  for (const [changes, content] of [[{ size: 11 }], [{ bold: true }], [{ caps: true }], [{}, 'Traps']] as const)
    expect(heading(changes, content)).toHaveLength(1)
})

test('a tagged title is the first text, larger than all headings', () => {
  const tagged = (...blocks: Block[]): string[] => headingsAfter(promoteTaggedTitle, blocks)
  const plain = large({ plain: true })
  expect(tagged(plain, ...chapter)).toEqual(['Eels of the rivers', 'Traps'])
  expect(tagged(large(), ...chapter)).toEqual(['Traps'])
  expect(tagged(text('May 2020', { y: 50 }), plain, ...chapter)).toEqual(['Traps'])
  expect(tagged(large({ plain: true, text: 'Eels of the rivers.' }), ...chapter)).toEqual(['Traps'])
  expect(tagged(plain, ...prose(300))).toEqual([])
  expect(tagged(text('Page 1', { y: 20, type: 'header' }), plain, ...chapter)).toHaveLength(2)
})
