import { expect, test } from 'vitest'
import { mergeNumberLines, mergeNumbersOfExactTitles } from '../../../src/assemble/headings/merge-number-lines.ts'
import type { Block } from '../../../src/model/document.ts'
import { prose, text, title } from '../pages.ts'

function headingsOf(...blocks: Block[]): string[] {
  const page = { pageIndex: 0, width: 550, height: 800, blocks, warnings: [], mergeFromPrevious: false }
  return mergeNumberLines([page]).flatMap((merged) =>
    merged.blocks.flatMap((block) => (block.kind === 'title' ? [block.text] : [])),
  )
}
const name = title('Traps and baits', { y: 80 })

test('the number of a chapter or part is joined with the heading below', () => {
  expect(headingsOf(title('Chapter 3', { y: 60 }), name, ...prose(120))).toEqual(['Chapter 3 Traps and baits'])
  expect(headingsOf(title('Part II', { y: 60 }), name, ...prose(120))).toEqual(['Part II Traps and baits'])
})

test('the number of a chapter is joined with an exact heading below after the classifier', () => {
  const chapter = title('Chapter 3', { y: 60 })
  const exact = { ...name, exact: true as const }
  expect(headingsOf(chapter, exact)).toHaveLength(2)
  const page = { pageIndex: 0, width: 550, height: 800, warnings: [], mergeFromPrevious: false }
  const textsOf = (blocks: readonly Block[]): string[] =>
    mergeNumbersOfExactTitles([{ ...page, blocks }])[0]!.blocks.map((block) => ('text' in block ? block.text : ''))
  expect(textsOf([chapter, exact])).toEqual(['Chapter 3 Traps and baits'])
  expect(textsOf([chapter, name])).toHaveLength(2)
})

test('section numbers, titles with a number and a following number stay', () => {
  expect(headingsOf(title('3.1', { y: 60 }), name)).toHaveLength(2)
  expect(headingsOf(title('Chapter 3 on eels', { y: 60 }), name)).toHaveLength(2)
  expect(headingsOf(title('Chapter 3', { y: 60 }), title('Chapter 4', { y: 80 }))).toHaveLength(2)
  expect(headingsOf(title('Chapter 3', { y: 60 }), title('1 Traps', { y: 80 }))).toHaveLength(2)
})

test('other fonts and weights, text and exact numbers stay', () => {
  const chapter = title('Chapter 3', { y: 60 })
  expect(headingsOf(chapter, { ...name, style: { ...name.style, font: 'Sans' } })).toHaveLength(2)
  expect(headingsOf(chapter, { ...name, style: { ...name.style, bold: true } })).toHaveLength(2)
  expect(headingsOf({ ...chapter, exact: true }, name)).toHaveLength(2)
  expect(headingsOf(chapter, text(name.text, { y: 80 }))).toEqual(['Chapter 3'])
  expect(headingsOf(text('Chapter 3', { y: 60 }), name)).toEqual([name.text])
  expect(headingsOf(chapter, title(name.text, { y: 200 }))).toHaveLength(2)
})
