import { describe, expect, test } from 'vitest'
import type { Block } from '../../../../src/model/document.ts'
import { repairBrokenWords } from '../../../../src/office/fixups/broken-words/broken-words.ts'

describe('words broken on the page', () => {
  const base = { box: { x0: 0, y0: 0, x1: 1, y1: 1 }, confidence: 1, source: 'tagged' } as const
  const style = { font: '', size: 10, bold: false, italic: false, color: 0 }
  const textOf = (text: string, words: readonly string[]): unknown => {
    const block = repairBrokenWords({ ...base, kind: 'text', type: 'text', style, text } as unknown as Block, words)
    return block.kind === 'text' ? block.text : null
  }

  test('are joined if the file has the word, unless all parts are words of the file', () => {
    expect(textOf('a PandocParseEr ror, twice', ['a', 'PandocParseError,', 'twice'])).toBe('a PandocParseError, twice')
    expect(textOf('Donau dampf schiff', ['Donaudampfschiff', 'schiff'])).toBe('Donaudampfschiff')
    expect(textOf('the data base', ['the', 'data', 'base', 'database'])).toBe('the data base')
    expect(textOf('nothing known', [])).toBe('nothing known')
  })

  test('are joined in cells and list items', () => {
    const cell = { row: 0, col: 0, rowSpan: 1, colSpan: 1, header: false, box: base.box, text: 'I 1' }
    const table = repairBrokenWords(
      { ...base, kind: 'table', type: 'table', rows: 1, cols: 1, cells: [cell] } as unknown as Block,
      ['I1'],
    )
    expect(table.kind === 'table' && table.cells.map(({ text }) => text)).toEqual(['I1'])
    const list = repairBrokenWords(
      {
        ...base,
        kind: 'text',
        type: 'text',
        style,
        text: '- I 1',
        items: [{ level: 0, marker: '- ', text: 'I 1' }],
      } as unknown as Block,
      ['I1'],
    )
    expect(list.kind === 'text' && [list.text, list.items]).toEqual(['- I1', [{ level: 0, marker: '- ', text: 'I1' }]])
  })
})
