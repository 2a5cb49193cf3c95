import { expect, test } from 'vitest'
import { loadMupdf } from '../../../src/engines/mupdf/mupdf.ts'
import { findNarrowSpaces } from '../../../src/engines/stext/narrow-spaces.ts'
import { readStructuredText } from '../../../src/engines/stext/stext.ts'
import { pagesPdf } from '../../fixtures/pdf-writer.ts'

/** Reads words that are placed `gap` em apart, without space characters; `spacing` em between their letters. */
async function readWords(words: readonly string[], gap: number, spacing = 0): Promise<string> {
  const moved = words.map((word) => `(${word.replace(/[()]/g, '\\$&')})`).join(` ${-1000 * gap} `)
  const content = `BT /Mono 10 Tf ${10 * spacing} Tc 72 700 Td [${moved}] TJ ET`
  const mupdf = await loadMupdf()
  const document = mupdf.openDocument(pagesPdf([{ content }]), 'application/pdf')
  try {
    return mupdf
      .withPage(document, 0, (page, frame) => readStructuredText(mupdf, page, { frame }))
      .spans.map(({ text }) => text)
      .join('|')
  } finally {
    mupdf.dropDocument(document)
  }
}

const sentence = ['He', 'is', 'out', 'of', 'contract', 'in', 'the', 'summer', 'of', '2020.']

test('words that are set closer than a usual space are separate', async () => {
  expect(await readWords(sentence, 0.14)).toBe(sentence.join(' '))
  expect(await readWords(sentence, 0.11)).toBe(sentence.join(' '))
  expect(await readWords(sentence, 0.12, -0.02)).toBe(sentence.join(' '))
})

test('kerning, uneven gaps and thin spaces inside numbers are no word spaces', async () => {
  expect(await readWords(['identi', 'fying', 'nothing'], 0.05)).toBe('identifyingnothing')
  expect(await readWords(['iden', 'tify', 'ing'], 0.08)).toBe('identifying')
  expect(await readWords(['12', '345', '678'], 0.12)).toBe('12345678')
  expect(await readWords(['f', '(', 'x', ')', '=', '1'], 0.12)).toBe('f(x)=1')
})

test('a number and its unit are separate words', async () => {
  expect(await readWords(['about', '30', 'km'], 0.12)).toBe('about 30 km')
  expect(await readWords(['ab', 'cd', 'ef', 'gh'], 0.12)).toBe('ab cd ef gh')
})

test('numbered steps are separate words', async () => {
  expect(await readWords(['step', '1.', '(b)', 'then'], 0.12)).toBe('step 1. (b) then')
})

test('scripts other than Latin, Greek and Cyrillic have no narrow spaces', () => {
  const spacesOf = (text: string): number[] =>
    findNarrowSpaces(text, {
      lefts: Float32Array.from(text, (_, at) => at * 6 + (at > 3 ? 1.2 : 0)),
      rights: Float32Array.from(text, (_, at) => at * 6 + 6 + (at > 3 ? 1.2 : 0)),
      size: 10,
    })
  expect(spacesOf('wordtwo')).toEqual([4])
  expect(spacesOf('словодва')).toEqual([4])
  expect(spacesOf('我们的的工作')).toEqual([])
  expect(spacesOf('שלוםעולם')).toEqual([])
})
