import { expect, test } from 'vitest'
import type { Block } from '../../../src/model/document.ts'
import { assembled, prose, text } from '../pages.ts'

const slide = { width: 960, height: 540 }

function typeOfTop(top: Block, rest: readonly Block[] = prose(150).slice(0, 3), size = slide): string {
  return assembled([[top, ...rest]], { keep_header_footer: true }, size).pages[0]!.blocks[0]!.type
}

test('the top line of a slide in larger type is its title, even if it ends like a sentence', () => {
  expect(typeOfTop(text('How blocks help in haplotyping.', { y: 40, size: 14 }))).toBe('title')
  expect(typeOfTop(text('How blocks help in haplotyping.', { y: 40, bold: true }))).toBe('title')
})

test('lines in the size of the text, on portrait pages or without words are not', () => {
  expect(typeOfTop(text('How blocks help in haplotyping.', { y: 40 }))).not.toBe('title')
  const page = { width: 595, height: 842 }
  expect(typeOfTop(text('How blocks help in haplotyping.', { y: 40, size: 14 }), prose(), page)).not.toBe('title')
  expect(typeOfTop(text('3/4', { y: 40, size: 14 }))).not.toBe('title')
})
