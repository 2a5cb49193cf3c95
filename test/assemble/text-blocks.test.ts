import { expect, test } from 'vitest'
import { relabel } from '../../src/assemble/headings/relabel.ts'
import { joinCells } from '../../src/assemble/join-split-rows.ts'
import { contentOf } from '../../src/assemble/text-blocks.ts'
import type { Cell, DocumentPage } from '../../src/model/document.ts'
import type { Formula } from '../../src/model/formula.ts'
import { text } from './pages.ts'

const box = { x0: 72, y0: 100, x1: 300, y1: 112 }
const inline = {
  inlinePictures: ['p1-1.png'],
  inlineFormulas: [{ kind: 'row', items: [] } satisfies Formula],
  links: [{ text: 'nodes', url: 'https://example.org/' }],
}

test('a block with another label keeps its images, formulas and links', () => {
  const paragraph = { ...text('On half of the nodes', { box } as never), ...inline }
  const page = { blocks: [paragraph] } as unknown as DocumentPage
  expect(relabel([page], [paragraph], 'test')[0]!.blocks[0]).toMatchObject({ kind: 'title', ...inline })
  expect(contentOf(text('On half', { box } as never))).not.toHaveProperty('links')
})

test('a cell split by a page break keeps the links and images of both parts', () => {
  const cell = (content: string, part: object): Cell => ({ text: content, ...part }) as Cell
  const links = [{ text: 'one', url: 'https://example.org/1' }]
  const more = [{ text: 'two', url: 'https://example.org/2' }]
  expect(joinCells(cell('See one', { links }), cell('and two', { links: more, pictures: ['a.png'] }))).toEqual({
    text: 'See one and two',
    links: [...links, ...more],
    pictures: ['a.png'],
  })
})
