import { expect, test } from 'vitest'
import { loadMupdf } from '../../../src/engines/mupdf/mupdf.ts'
import { AccentComposer } from '../../../src/engines/stext/accent-composer.ts'
import { accentedLetter, combiningMark, isOver } from '../../../src/engines/stext/accents.ts'
import { SpanBuilder } from '../../../src/engines/stext/span-builder.ts'
import { readStructuredText } from '../../../src/engines/stext/stext.ts'
import type { Font } from '../../../src/model/raw-page.ts'
import { pagesPdf } from '../../fixtures/pdf-writer.ts'

/**
 * The text of a content stream in 10 pt Courier, whose glyphs are 6 pt wide; octal codes are those of WinAnsiEncoding.
 */
async function read(shown: string): Promise<string> {
  const mupdf = await loadMupdf()
  const content = `BT /Mono 10 Tf 72 700 Td ${shown} ET`
  const document = mupdf.openDocument(pagesPdf([{ content }]), 'application/pdf')
  try {
    return mupdf
      .withPage(document, 0, (page, frame) => readStructuredText(mupdf, page, { frame }))
      .spans.map(({ text }) => text)
      .join('|')
      .normalize('NFC')
  } finally {
    mupdf.dropDocument(document)
  }
}

test('an accent drawn before its letter is composed with it, as TeX draws them', async () => {
  expect(await read('[(caf\\264) 600 (e au lait)] TJ')).toBe('café au lait')
  expect(await read('[(na\\250) 600 (ive)] TJ')).toBe('naïve')
  expect(await read('[(let ^) 600 (x be)] TJ')).toBe('let x̂ be')
})

test('an accent drawn after its letter is composed with it; no space is left behind it', async () => {
  expect(await read('[(FUNC) 600 (\\270) 0 (AO)] TJ')).toBe('FUNÇAO')
  expect(await read('(resume) Tj 30 0 Td (\\264) Tj 6 0 Td (s) Tj')).toBe('resumés')
})

test('accents next to letters stay', async () => {
  expect(await read('(a ^ b, `code`, x^2, ~user, 5\\264) Tj')).toBe('a ^ b, `code`, x^2, ~user, 5´')
  expect(await read('[(5) 600 (\\264)] TJ')).toBe('5´')
  expect(await read('[(\\264) 600 (5)] TJ')).toBe('´5')
  expect(await read('(\\264 is acute) Tj')).toBe('´ is acute')
})

test('an accent composes with a letter below its center only', () => {
  const letter = { x0: 10, x1: 15, originY: 100, size: 10 }
  const accentAt = (x0: number, originY = 100): boolean => isOver({ x0, x1: x0 + 3, originY, size: 10 }, letter)
  expect(accentAt(11)).toBe(true)
  expect(accentAt(11, 96)).toBe(true)
  expect(accentAt(11, 94)).toBe(false)
  // Slanted letters have their accents further right.
  expect(accentAt(13.7)).toBe(true)
  expect(accentAt(14.5)).toBe(false)
  expect(accentAt(8)).toBe(false)
  expect(isOver({ x0: 8, x1: 11.5, originY: 100, size: 10 }, letter)).toBe(false)
  expect(isOver({ x0: 12, x1: 22, originY: 100, size: 10 }, letter)).toBe(false)
})

test('letters without a dot get theirs below an accent', () => {
  expect([0x131, 0x237, 0x65, 0x35].map((code) => String.fromCodePoint(accentedLetter(code)))).toEqual([
    'i',
    'j',
    'e',
    '\0',
  ])
  expect([0x5d, 0x5e, 0x2dd, 0x2de].map((code) => combiningMark(code) !== 0)).toEqual([false, true, true, false])
})

test('the arrow of a vector follows its letter, from fonts that draw it before', () => {
  const arrow = 0x20d7
  const textOf = (fontName: string, codes: readonly number[]): string | undefined => {
    const font: Font = { name: fontName, bold: false, italic: false, mono: false, serif: true }
    const builder = new SpanBuilder({ x: 0, y: 0 }, { of: () => font, areSubsetsOfOneFont: () => false })
    const composer = new AccentComposer({ builder, addGlyph: (glyph) => builder.add(glyph), fontOf: () => font })
    for (const [at, code] of codes.entries())
      if (code === 0x20) composer.addSpace(at * 5, at * 5 + 5)
      else
        composer.add({
          code,
          fontKey: 8,
          size: 10,
          color: 0,
          originY: 100,
          x0: at * 5,
          x1: at * 5 + 5,
          y0: 92,
          y1: 102,
        })
    composer.endLine()
    composer.flush()
    return builder.finish({ rotation: 0, vertical: false, engineLine: 0, engineBlock: 0 }, true)?.text
  }
  expect(textOf('CMMI10', [0x61, arrow, 0x76])).toBe('av\u20d7')
  expect(textOf('LMMathItalic10', [0x61, arrow, 0x76])).toBe('av\u20d7')
  expect(textOf('STIXTwoMath', [0x61, arrow, 0x76])).toBe('a\u20d7v')
  // An arrow next to another sign is one of its own.
  expect(textOf('CMMI10', [0x61, arrow, 0x2b])).toBe('a\u20d7+')
  // No space is left between the lines.
  expect(textOf('CMMI10', [0x61, arrow, 0x20])).toBe('a\u20d7')
})
