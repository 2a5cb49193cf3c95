import { describe, expect, test } from 'vitest'
import type { Block } from '../../../../src/model/document.ts'
import { readWords, repairBrokenWords } from '../../../../src/office/fixups/words/rejoin-words.ts'
import { Archive } from '../../../../src/zip/archive.ts'
import { zipOf } from '../../../extract/structured/build.ts'

const wordsOf = (parts: Record<string, string>, fileType: string): readonly string[] =>
  readWords(new Archive(zipOf(parts)), fileType)

describe('the words of a file', () => {
  test('runs are put together, paragraphs, tabs and line breaks keep words apart', () => {
    const body =
      '<w:p><w:r><w:t>Pandoc</w:t></w:r><w:r><w:t>Error &amp;c. &#233;t&#xe9;</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t></w:r></w:p><w:p><w:r><w:t>d</w:t></w:r></w:p>'
    expect(wordsOf({ 'word/document.xml': body, 'word/styles.xml': '<w:t>no</w:t>' }, '.docx')).toEqual([
      'PandocError',
      '&c.',
      'été',
      'b',
      'c',
      'd',
    ])
    expect(
      wordsOf({ 'ppt/slides/slide1.xml': '<a:p><a:t>I</a:t><a:t>1</a:t></a:p><a:p><a:t>x</a:t></a:p>' }, '.pptx'),
    ).toEqual(['I1', 'x'])
    expect(wordsOf({ 'content.xml': '<text:h>a<text:s/>b</text:h><text:p>c</text:p>' }, '.odt')).toEqual([
      'a',
      'b',
      'c',
    ])
  })

  test('sheets have none', () => {
    expect(wordsOf({ 'content.xml': '<text:p>c</text:p>' }, '.ods')).toEqual([])
  })
})

describe('words broken on the page', () => {
  const base = { box: { x0: 0, y0: 0, x1: 1, y1: 1 }, confidence: 1, source: 'tagged' } as const
  const style = { font: '', size: 10, bold: false, italic: false, color: 0 }
  const textOf = (text: string, words: readonly string[]): unknown => {
    const block = repairBrokenWords({ ...base, kind: 'text', type: 'text', style, text } as unknown as Block, words)
    return block.kind === 'text' ? block.text : null
  }

  test('become whole where the file has the word and not all of its pieces', () => {
    expect(textOf('a PandocParseEr ror, twice', ['a', 'PandocParseError,', 'twice'])).toBe('a PandocParseError, twice')
    expect(textOf('Donau dampf schiff', ['Donaudampfschiff', 'schiff'])).toBe('Donaudampfschiff')
    // Each is a word of the file, too.
    expect(textOf('the data base', ['the', 'data', 'base', 'database'])).toBe('the data base')
    expect(textOf('nothing known', [])).toBe('nothing known')
  })

  test('in cells and items as well', () => {
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
