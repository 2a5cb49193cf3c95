import { expect, test } from 'vitest'
import { drawSymbolGlyphs } from '../../../src/layout/text/symbol-glyphs.ts'
import { type Ink, lines, rawPage, tagsOf } from '../raw-pages.ts'

const prose = lines(['The examples show how notes are engraved.', 'Each has a staff of its own.'], { x: 50, y: 100 })
/** Notes of a music font on a staff, next to a number in that font. */
const notes: Ink[] = [80, 110, 140, 170].map((x) => ({ text: '\ufffd', x, y: 200, font: 'Music', size: 20 }))

test('symbols without Unicode values become drawings', () => {
  const page = drawSymbolGlyphs(rawPage([...prose, ...notes]))
  expect(page.spans).toHaveLength(prose.length)
  expect(page.paths).toHaveLength(notes.length)
  expect(page.paths[0]).toMatchObject({ rectangle: false, box: { x0: 80 } })
})

test('tags keep referring to the spans that stay', () => {
  const untagged = rawPage([...notes, ...prose])
  const { spans, tags } = drawSymbolGlyphs({ ...untagged, tags: tagsOf(untagged) })
  expect(spans.map(({ text }) => text)).toEqual(prose.map(({ text }) => text))
  expect(tags?.markedContent.map(([run]) => run?.mcid)).toEqual([4, 5])
})

test('a symbol next to text stays with it, as do letters of a font of text', () => {
  const bullet: Ink = { text: '\ufffd', x: 40, y: 112, font: 'Music' }
  const page = rawPage([...prose, bullet])
  expect(drawSymbolGlyphs(page)).toBe(page)
  const word: Ink = { text: 'caf\ufffd', x: 50, y: 300 }
  const accented = rawPage([...prose, word])
  expect(drawSymbolGlyphs(accented)).toBe(accented)
})

test('lines and circles in fonts of LaTeX become drawings', () => {
  const parts = ['r', '@', '\ufffd'].map((text, at): Ink => ({ text, x: 80 + at * 10, y: 200, font: 'LCIRCLE10' }))
  const page = drawSymbolGlyphs(rawPage([...prose, ...parts, { text: 'Node', x: 115, y: 200 }]))
  expect(page.spans.map(({ text }) => text)).toEqual([...prose.map(({ text }) => text), 'Node'])
  expect(page.paths).toHaveLength(3)
})

test('a word of a font without Unicode values stays text', () => {
  const page = rawPage([...prose, { text: '\ufffd'.repeat(6), x: 50, y: 80, font: 'Kufi' }])
  expect(drawSymbolGlyphs(page)).toBe(page)
})

test('a page of unreadable text stays as it is', () => {
  const page = rawPage(lines(['\ufffd\ufffd\ufffd\ufffd', '\ufffd\ufffd'], { x: 50, y: 100 }))
  expect(drawSymbolGlyphs(page)).toBe(page)
})
