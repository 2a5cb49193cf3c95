/** Random documents: no text is lost or doubled, and no chunk is larger than the limit. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Block, DocumentPage } from '../../src/model/document.ts'
import type { Chunk } from '../../src/render/chunks.ts'
import { render } from '../../src/render/registry.ts'
import { cell, documentOf, figure, optionsWith, page, table, text, title } from './documents.ts'

/** Each word is unique, so that words can be counted in the chunks. */
let words = 0
const sentence = fc
  .array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 40 })
  .map((lengths) => `${lengths.map((length) => `w${words++}${'x'.repeat(length)}`).join(' ')}.`)
const prose = fc.array(sentence, { minLength: 1, maxLength: 6 }).map((sentences) => sentences.join(' '))
const block: fc.Arbitrary<Block> = fc.oneof(
  { weight: 4, arbitrary: prose.map((content) => text(content)) },
  {
    weight: 2,
    arbitrary: fc.tuple(sentence, fc.integer({ min: 1, max: 3 })).map(([content, level]) => title(content, level)),
  },
  prose.map((content) => figure(content)),
  fc.constant(figure('')),
  prose.map((content) => text(content, { type: 'code' })),
  fc
    .array(sentence, { minLength: 1, maxLength: 12 })
    .map((items) => text('', { items: items.map((item, at) => ({ level: at % 3, marker: '-', text: item })) })),
  fc.array(sentence, { minLength: 2, maxLength: 24 }).map((cells) => {
    const rows = Math.ceil(cells.length / 2)
    const placed = cells.map((content, at) => cell(Math.floor(at / 2), at % 2, content, { header: at < 2 }))
    return table(rows, 2, placed)
  }),
)
const pages: fc.Arbitrary<DocumentPage[]> = fc
  .array(fc.array(block, { maxLength: 8 }), { minLength: 1, maxLength: 4 })
  .map((found) => found.map((blocks, pageIndex) => page(blocks, { pageIndex })))

const wordsOf = (content: string): string[] => content.match(/w\d+x+/g) ?? []

function chunksOf(found: readonly DocumentPage[], options: Parameters<typeof optionsWith>[0]): Chunk[] {
  const { json } = render(documentOf(found), [], { options: optionsWith(options), links: { kind: 'none' } })
  return JSON.parse(json ?? '').chunks
}

function countWords(found: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of found) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

test.each(['title', 'size', 'page'] as const)('chunk=%s keeps all words once, in order, within the limit', (chunk) => {
  const limits = fc.record({
    chunkMaxTokens: fc.integer({ min: 16, max: 300 }),
    table: fc.constantFrom('html' as const, 'markdown' as const),
  })
  fc.assert(
    fc.property(pages, limits, (found, { chunkMaxTokens, table: notation }) => {
      const options = { chunk, chunkMaxTokens, elementFormats: { table: notation } }
      const chunks = chunksOf(found, options)
      const markdown = render(documentOf(found), [], {
        options: optionsWith(options),
        links: { kind: 'none' },
      }).markdown
      const expected = wordsOf(markdown ?? '')
      const actual = chunks.flatMap((one) => wordsOf(one.text))
      // Header rows of split tables are repeated.
      const headers = new Set(
        found
          .flatMap(({ blocks }) =>
            blocks.flatMap((one) => (one.kind === 'table' ? one.cells.filter(({ header }) => header) : [])),
          )
          .flatMap((one) => wordsOf(one.text)),
      )
      expect(new Set(actual)).toEqual(new Set(expected))
      for (const [word, count] of countWords(actual)) if (count > 1) expect(headers).toContain(word)
      const withoutHeaders = (list: string[]): string[] => list.filter((word) => !headers.has(word))
      expect(withoutHeaders(actual)).toEqual(withoutHeaders(expected))
      for (const one of chunks) {
        expect(one.tokens).toBeLessThanOrEqual(chunkMaxTokens)
        expect(one.contextualized_text.length / 4).toBeLessThanOrEqual(chunkMaxTokens + 1)
        expect(one.contextualized_text.endsWith(one.text)).toBe(true)
        expect(one.blocks).toHaveLength(one.bboxes.length)
      }
      expect(chunks.map(({ index }) => index)).toEqual(chunks.map((_, at) => at))
    }),
    { numRuns: 150 },
  )
})

test('with an overlap all words are kept, and all blocks are named', () => {
  fc.assert(
    fc.property(pages, fc.integer({ min: 60, max: 200 }), (found, chunkMaxTokens) => {
      const overlap = Math.floor(chunkMaxTokens / 3)
      const chunks = chunksOf(found, { chunk: 'size', chunkMaxTokens, chunkOverlapTokens: overlap })
      const markdown = render(documentOf(found), [], { options: optionsWith({}), links: { kind: 'none' } }).markdown
      expect(new Set(chunks.flatMap((one) => wordsOf(one.text)))).toEqual(new Set(wordsOf(markdown ?? '')))
      for (const one of chunks) expect(one.tokens).toBeLessThanOrEqual(chunkMaxTokens)
      const named = new Set(chunks.flatMap(({ blocks }) => blocks.map(({ page_num, idx }) => `${page_num}/${idx}`)))
      const all = found.flatMap(({ blocks, pageIndex }) => blocks.map((_, idx) => `${pageIndex}/${idx}`))
      if (chunks.length > 0) expect([...named].sort()).toEqual(all.sort())
    }),
    { numRuns: 150 },
  )
})
