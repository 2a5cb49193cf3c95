import { expect, test } from 'vitest'
import { labelLists } from '../../../src/layout/blocks/label-lists.ts'
import { makeBlocks } from '../../../src/layout/blocks/make-blocks.ts'
import { groupRows } from '../../../src/layout/blocks/paragraphs.ts'
import { attachCaptions } from '../../../src/layout/figures/attach-captions.ts'
import { orderLayout } from '../../../src/layout/order/reading-order.ts'
import type { PageObjects } from '../../../src/layout/state.ts'
import type { Block } from '../../../src/model/document.ts'
import { type Ink, layoutState, rawPage } from '../raw-pages.ts'

const figure = { box: { x0: 50, y0: 100, x1: 300, y1: 200 }, text: '' }
const table = {
  box: { x0: 50, y0: 320, x1: 300, y1: 400 },
  rows: 1,
  cols: 1,
  cells: [],
  confidence: 1,
  source: 'text_layer',
  method: 'lattice',
} as const

function blocks(inks: readonly Ink[]): Block[] {
  const withObjects = (state: PageObjects): PageObjects => ({ ...state, figures: [figure], tables: [table] })
  return makeBlocks(layoutState(rawPage(inks), withObjects, orderLayout, groupRows, attachCaptions, labelLists))
}

test('captions are attached by index, below a figure and above a table', () => {
  const found = blocks([
    { text: 'Figure 4.3: The Honey-Moon', x: 50, y: 215, size: 8 },
    { text: 'Table 2. Rainfall by month', x: 50, y: 312, size: 8 },
  ])
  expect(found.map(({ type }) => type)).toEqual(['figure', 'figure_caption', 'table_caption', 'table'])
  expect(found.map((block) => ('captions' in block ? block.captions : null))).toEqual([[1], null, null, [2]])
})

test('a list before the caption does not shift the index', () => {
  const found = blocks([
    { text: '• one', x: 50, y: 60 },
    { text: '• two', x: 50, y: 72 },
    { text: 'Fig. 1', x: 50, y: 215, size: 8 },
    { text: 'What it shows, in smaller type', x: 50, y: 225, size: 8 },
  ])
  expect(found.map(({ type }) => type)).toEqual(['text', 'figure', 'figure_caption', 'table'])
  expect(found[1]).toMatchObject({ captions: [2] })
  expect(found[2]).toMatchObject({ text: 'Fig. 1 What it shows, in smaller type' })
})

test('a sentence about a figure stays text', () => {
  expect(blocks([{ text: 'Figure 3 shows that the rain in Spain', x: 50, y: 215 }])[1]).toMatchObject({ type: 'text' })
  expect(blocks([{ text: 'Tables and chairs', x: 50, y: 215 }])[1]).toMatchObject({ type: 'text' })
})

test('Chinese captions are attached', () => {
  expect(blocks([{ text: '图 3 系统结构', x: 50, y: 215, pitch: 1 }])[1]).toMatchObject({ type: 'figure_caption' })
})

test('captions in other languages are attached', () => {
  for (const text of [
    'Cuadro 2.2: Acentos',
    'Tabela 1: Primeira tabela',
    'Рис. 3. Схема',
    'Schaubild 4: Ausgaben',
    'Appendix Table 3. Rainfall',
  ])
    expect(blocks([{ text, x: 50, y: 215 }])[1]).toMatchObject({ type: expect.stringMatching(/_caption$/) })
  expect(blocks([{ text: '図 3 エタノール', x: 50, y: 215, pitch: 1 }])[1]).toMatchObject({ type: 'figure_caption' })
})

test('a caption without a number is attached only directly at its object', () => {
  expect(blocks([{ text: 'Table: The number of observers', x: 50, y: 308 }])[1]).toMatchObject({
    type: 'table_caption',
  })
  expect(blocks([{ text: 'Table: The number of observers', x: 50, y: 600 }]).at(-1)).toMatchObject({ type: 'text' })
})
