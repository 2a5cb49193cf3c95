/**
 * Compares the words of our text with those of an independent reader (pdf.js, by unpdf): both must have the same
 * words, with few exceptions. A word can be lost unnoticed only if both engines fail in the same way.
 */
import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, test } from 'vitest'
import { open as openPdf } from '../../../src/extract/pdf/open.ts'
import { layoutPage } from '../../../src/layout/layout.ts'
import { defaultOptions } from '../../../src/model/options.ts'
import { fixture } from '../../fixtures/fixtures.ts'
import { noOcr } from '../no-ocr.ts'

/**
 * Documents in left-to-right text whose text layer matches the visible text. Readers differ on the others on purpose.
 */
const documents = [
  'pdf-digital',
  'pdf-two-columns',
  'pdf-ruled-table',
  'pdf-cross-page',
  'pdf-tagged-report',
  'pdf-tagged-slides',
  'pdf-images',
]
/** Hyphens at line ends are taken out by one reader and kept by the other; bullets and page marks differ too. */
const AGREED = 0.97

/** Words of three letters and more with their counts. */
function wordsOf(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of text
    .normalize('NFKC')
    .toLowerCase()
    .match(/\p{L}{3,}/gu) ?? [])
    counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** Ratio of the words of `all` that `other` contains. */
function shareIn(all: Map<string, number>, other: Map<string, number>): number {
  let total = 0
  let found = 0
  for (const [word, count] of all) {
    total += count
    found += Math.min(count, other.get(word) ?? 0)
  }
  return found / total
}

async function ours(bytes: Uint8Array): Promise<string> {
  const document = await openPdf(bytes, '.pdf', noOcr)
  const texts: string[] = []
  for (let index = 0; index < document.pageCount; index++) {
    const { blocks } = layoutPage(await document.readPage(index, { ...defaultOptions, ocr: 'off' }))
    for (const block of blocks)
      texts.push(block.kind === 'table' ? block.cells.map(({ text }) => text).join(' ') : block.text)
  }
  document.close()
  return texts.join('\n')
}

async function theirs(bytes: Uint8Array): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(bytes), { mergePages: true })
  return text
}

describe('the same words as pdf.js', () => {
  test.each(documents)('%s', async (id) => {
    const [own, other] = [wordsOf(await ours(await fixture(id))), wordsOf(await theirs(await fixture(id)))]
    expect(other.size).toBeGreaterThan(5)
    expect({ id, found: shareIn(other, own) >= AGREED, right: shareIn(own, other) >= AGREED }).toEqual({
      id,
      found: true,
      right: true,
    })
  })
})
