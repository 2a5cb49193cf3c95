/** The loaders with the classes of their frameworks, over the library. */
import { join } from 'node:path'
import { Document } from '@langchain/core/documents'
import { MetadataMode } from '@llamaindex/core/schema'
import { expect, test } from 'vitest'
import { ParseError, parse } from '../../src/library/index.node.ts'
import { SheafLoader } from '../../src/loaders/langchain.ts'
import { SheafReader } from '../../src/loaders/llamaindex.ts'

const path = join(import.meta.dirname, '../fixtures/pdf-tagged-report/source.pdf')

test('LangChain: chunks with page, boxes and titles', async () => {
  const documents = await new SheafLoader(path, { parse, chunk_max_tokens: 64 }).load()
  expect(documents.length).toBeGreaterThan(1)
  for (const document of documents) {
    expect(document).toBeInstanceOf(Document)
    expect(document.metadata).toMatchObject({ source: 'source.pdf', file_type: '.pdf', page: expect.any(Number) })
    expect(document.metadata.boxes.length).toBeGreaterThan(0)
  }
  const nested = documents.find(({ metadata }) => metadata.title_path.length > 1)
  expect(nested?.pageContent).toContain(nested?.metadata.title_path[0])
})

test('LangChain: with chunk "page", a document is a page', async () => {
  const documents = await new SheafLoader(path, { parse, chunk: 'page' }).load()
  expect(documents.map(({ metadata }) => metadata.page)).toEqual(documents.map((_, index) => index + 1))
})

test('LlamaIndex: boxes are not part of the text for models', async () => {
  const [document] = await new SheafReader({ parse }).loadData(path)
  expect(document?.metadata.page).toBe(1)
  const text = document?.getContent(MetadataMode.LLM) ?? ''
  expect(text).toContain('source.pdf')
  expect(text).not.toContain('boxes')
  expect(document?.getContent(MetadataMode.EMBED)).not.toContain('page: 1')
})

test('errors of the parser reach the caller', async () => {
  await expect(new SheafLoader(path, { parse, page_range: '99' }).load()).rejects.toThrow(ParseError)
})
