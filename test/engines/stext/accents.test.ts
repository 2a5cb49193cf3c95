import { expect, test } from 'vitest'
import { loadMupdf } from '../../../src/engines/mupdf/mupdf.ts'
import { readStructuredText } from '../../../src/engines/stext/stext.ts'
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
})
