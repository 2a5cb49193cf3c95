import { describe, expect, test } from 'vitest'
import type { Span } from '../../../src/model/raw-page.ts'
import { type Ink, layoutState, rawPage, span } from '../raw-pages.ts'

function texts(inks: readonly Ink[]): string[] {
  return layoutState(rawPage(inks)).lines.map(({ text }) => text)
}

describe('mergeLines', () => {
  test('joins spans on one baseline, with a space only at a visible gap', () => {
    expect(
      texts([
        { text: 'Half a ', x: 50, y: 100 },
        { text: 'word', x: 85, y: 100, bold: true },
        { text: 'less', x: 105.5, y: 100 },
        { text: 'apart', x: 130, y: 100.4 },
      ]),
    ).toEqual(['Half a wordless apart'])
  })

  test('splits at gaps wider than an em, also inside a span', () => {
    expect(
      texts([
        { text: 'Name', x: 50, y: 100 },
        { text: 'Value', x: 90, y: 100 },
        { text: 'left    right', x: 50, y: 130 },
      ]),
    ).toEqual(['Name', 'Value', 'left', 'right'])
  })

  test('joins marks next to ideographs from OCR without a space, and Latin words with one', () => {
    const words = ['年龄', ':', '五', 'of', '(', 'a', ')'].map(
      (text, index): Ink => ({ text, x: 50 + index * 11, y: 100, source: 'ocr' }),
    )
    expect(texts(words)).toEqual(['年龄:五 of ( a )'])
  })

  test('a line in small capitals has the size of its uppercase letters', () => {
    const [line] = layoutState(
      rawPage([
        { text: 'R', x: 50, y: 100, size: 14 },
        { text: 'ESULTS', x: 60, y: 100, size: 11 },
      ]),
    ).lines
    expect(line?.size).toBe(14)
  })

  test('keeps lines below each other separate', () => {
    expect(
      texts([
        { text: 'first', x: 50, y: 100 },
        { text: 'second', x: 50, y: 111 },
      ]),
    ).toEqual(['first', 'second'])
  })

  test('attaches superscripts and subscripts to their base', () => {
    expect(
      texts([
        { text: 'barb.', x: 50, y: 100 },
        { text: '34', x: 75, y: 96, size: 6 },
        { text: ' The H', x: 81, y: 100 },
        { text: '2', x: 111, y: 102, size: 6 },
        { text: 'O', x: 114, y: 100 },
      ]),
    ).toEqual(['barb.³⁴ The H₂O'])
  })

  test('reads a raised underscore in its word', () => {
    const at = (text: string, x: number, y = 100): Ink => ({ text, x, y, mono: true })
    expect(texts([at('in', 50), at('_', 60, 97.5), at('table(x', 65), at('_', 100, 97.5), at('1)', 105)])).toEqual([
      'in_table(x_1)',
    ])
    expect(texts([at('in', 50), at('_', 300, 97.5), at('table', 65)])).toHaveLength(2)
  })

  test('reads a lowered letter at its position in the word', () => {
    const word = (sunk: number): string[] =>
      texts([
        { text: 'A guide to T', x: 50, y: 100 },
        { text: 'E', x: 108, y: 100 + sunk },
        { text: 'X and its fonts', x: 112, y: 100 },
      ])
    expect(word(2.2)).toEqual(['A guide to TEX and its fonts'])
    expect(word(5)).toHaveLength(2)
  })

  test('separates exponents from the digits of their base, even if sign and number are two spans', () => {
    expect(
      texts([
        { text: '10', x: 50, y: 100 },
        { text: '\u2212', x: 60, y: 96.5, size: 7 },
        { text: '34', x: 63.5, y: 96.5, size: 7 },
        { text: 'J s', x: 73, y: 100 },
      ]),
    ).toEqual(['10⁻³⁴ J s'])
  })

  test('keeps ordinals, marks at the start of a line, small print on the baseline and recognized text', () => {
    const raised = (base: string, small: string, more: object = {}): string[] =>
      texts([
        { text: base, x: 50, y: 100, ...more },
        { text: small, x: 50 + base.length * 5, y: 96.5, size: 6.5, ...more },
      ])
    expect(raised('21', 'st')).toEqual(['21st'])
    expect(
      texts([
        { text: '3', x: 50, y: 96.5, size: 6.5 },
        { text: 'The note', x: 53.5, y: 100 },
      ]),
    ).toEqual(['3The note'])
    expect(
      texts([
        { text: 'A', x: 50, y: 100 },
        { text: '4', x: 55, y: 100, size: 8 },
      ]),
    ).toEqual(['A4'])
    expect(raised('10', '6', { source: 'ocr' })[0]).not.toContain('⁶')
  })

  test('reads a drop cap with its first line', () => {
    expect(
      texts([
        { text: 'I', x: 50, y: 124, size: 36, pitch: 0.4 },
        { text: 'ndia suffers from', x: 65, y: 100 },
        { text: 'cholesterol that', x: 65, y: 112 },
        { text: 'is in the way', x: 65, y: 124 },
      ])[0],
    ).toBe('India suffers from')
  })

  test('counts text drawn twice for a shadow once and repeated words twice', () => {
    expect(
      texts([
        { text: 'Shadow', x: 50, y: 100 },
        { text: 'Shadow', x: 50.8, y: 100.8 },
        { text: 'bye', x: 50, y: 130 },
        { text: 'bye', x: 70, y: 130 },
        { text: '3.', x: 50, y: 160, color: 0xffffff },
        { text: '3. ', x: 50, y: 159.2 },
        { text: 'Wells', x: 65, y: 159.2 },
      ]),
    ).toEqual(['Shadow', 'bye bye', '3. Wells'])
    expect(
      texts([
        { text: 'Large', x: 52, y: 276.1, size: 49 },
        { text: 'Large', x: 50, y: 274.1, size: 49 },
      ]),
    ).toEqual(['Large'])
  })

  test('joins letter-spaced words and keeps the space between them', () => {
    // 24 letters and spaces: the pitch is 2 units within a word and 4 between words.
    expect(texts([{ text: 'C H A P T E R   O N E', x: 50, y: 100, pitch: 0.3 }])).toEqual(['CHAPTER ONE'])
  })

  test.each([
    ['numeric data', 'Factor: 2 2 2 1 1 1 2'],
    ['the alphabet', 'a b c d e f g'],
    ['monospaced code', 'let g a x b d = a'],
  ])('does not join %s', (_, text) => {
    expect(texts([{ text, x: 50, y: 100, pitch: 0.6 }])).toEqual([text])
  })

  test('adds no spaces between ideographs and keeps those of Latin words', () => {
    expect(
      texts([
        { text: '中文', x: 50, y: 100, pitch: 1 },
        { text: '文本', x: 72, y: 100, pitch: 1 },
        { text: 'and text', x: 96, y: 100 },
      ]),
    ).toEqual(['中文文本 and text'])
  })

  test('removes soft hyphens inside a line and shows the one at its end', () => {
    const raw = span({ text: 'hy\u00adphen\u00adation co\u00ad', x: 50, y: 100 })
    const edges = raw.edges!.map((edge, at) => edge - (at > 2 ? 5 : 0) - (at > 7 ? 5 : 0))
    expect(layoutState({ ...rawPage([]), spans: [{ ...raw, edges }] }).lines.map(({ text }) => text)).toEqual([
      'hyphenation co-',
    ])
  })

  test('separates rotated text and omits text outside the page', () => {
    const { lines } = layoutState(
      rawPage([
        { text: 'upright', x: 50, y: 100 },
        { text: 'turned', x: 60, y: 100, rotation: 90 },
        { text: 'outside', x: 700, y: 100 },
      ]),
    )
    expect(lines.map(({ text }) => text)).toEqual(['upright', 'turned'])
  })

  test('reads right-to-left text in logical order, with Latin words left to right', () => {
    const arabic = (text: string, right: number): Span => {
      const { edges: _, ...raw } = span({ text, x: right - 5 * text.length, y: 100 })
      const extent = (index: number): number => right - 5 * ((index >> 1) + 1 - (index % 2))
      return { ...raw, unitExtents: Float32Array.from({ length: 2 * text.length }, (_, index) => extent(index)) }
    }
    const page = {
      ...rawPage([]),
      spans: [
        arabic('لغة ', 300),
        span({ text: 'Visual', x: 220, y: 100 }),
        span({ text: 'Basic', x: 253, y: 100, bold: true }),
        arabic('القوية والجميلة', 215),
      ],
    }
    const [line] = layoutState(page).lines
    expect(line?.text).toBe('لغة Visual Basic القوية والجميلة')
  })

  test('separates OCR words by spaces at any distance', () => {
    expect(
      texts([
        { text: 'tight', x: 50, y: 100, source: 'ocr' },
        { text: 'words', x: 75.5, y: 100, source: 'ocr' },
      ]),
    ).toEqual(['tight words'])
  })

  test('separates recognized ideographs by spaces of full width, but not next to wide marks', () => {
    expect(
      texts([
        { text: '第一章', x: 50, y: 100, pitch: 1, source: 'ocr' },
        { text: '总则', x: 89, y: 100, pitch: 1, source: 'ocr' },
        { text: '监测', x: 50, y: 120, pitch: 1, source: 'ocr' },
        { text: '结果', x: 77, y: 120, pitch: 1, source: 'ocr' },
        { text: '，', x: 106.5, y: 120, pitch: 0.3, source: 'ocr' },
      ]),
    ).toEqual(['第一章 总则', '监测结果，'])
  })
})
