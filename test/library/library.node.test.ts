/** `import { parse } from 'sheaf'` on Node, from source. */
import { createReadStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { openPool, ParseError, parse } from '../../src/library/index.node.ts'
import { plainPdf } from '../jobs/documents.ts'

const path = join(import.meta.dirname, '../fixtures/pdf-images/source.pdf')

describe('input', () => {
  const bytes = new Uint8Array(readFileSync(path))
  test.each([
    ['a path', path, 'source.pdf'],
    ['a file URL', pathToFileURL(path), 'source.pdf'],
    ['bytes', bytes, 'document'],
    ['an ArrayBuffer', bytes.buffer, 'document'],
    ['a File', new File([bytes], 'named.pdf'), 'named.pdf'],
    ['a stream', new Blob([bytes]).stream(), 'document'],
    ['a stream of Node', createReadStream(path), 'document'],
  ])('%s', async (_, input, name) => {
    const { file_name: found, markdown, json, metadata } = await parse(input)
    expect(found).toBe(name)
    expect(markdown).not.toBe('')
    expect(json?.pages).toHaveLength(metadata.page_num)
  })
})

test.each([
  ['a missing file', join(import.meta.dirname, 'none.pdf'), /none\.pdf" cannot be read/],
  ['a web address', 'https://sheaf.test/a.pdf', /pass the bytes or the stream/],
  ['an empty document', new Uint8Array(0), /empty/],
  ['a number', 5 as never, /must be a path, a URL, bytes, a Blob or a stream/],
])('%s is an error with a code', async (_, input, message) => {
  const refused = { name: 'ParseError', code: 1111, message: expect.stringMatching(message) }
  await expect(parse(input)).rejects.toMatchObject(refused)
  await using pool = openPool({ threads: 1 })
  await expect(pool.parse(input)).rejects.toMatchObject(refused)
})

test('an OCR language without a model is refused, also for documents with text', async () => {
  const options = { ocr_languages: 'klingon' }
  const refused = {
    code: 1133,
    message: expect.stringContaining('"klingon" is not installed here; use "chi_sim", "eng"'),
  }
  await expect(parse(path, options)).rejects.toMatchObject(refused)
  await using pool = openPool({ threads: 1 })
  await expect(pool.parse(path, options)).rejects.toMatchObject(refused)
})

test('a closed pool takes no document', async () => {
  const pool = openPool({ threads: 1 })
  await pool.close()
  await expect(pool.parse(path)).rejects.toThrow('The pool is closed.')
})

test('images are files that the outputs link', async () => {
  const { images, markdown, zip } = await parse(path, { output_formats: ['markdown', 'zip'] })
  expect(images.length).toBeGreaterThan(0)
  for (const { name } of images) expect(markdown).toContain(`images/${name}`)
  expect(zip?.length).toBeGreaterThan(100)
})

test('chunks are part of the JSON, and HTML is a page', async () => {
  const { json, html } = await parse(path, { output_formats: ['json', 'html'], chunk: 'size', chunk_max_tokens: 64 })
  expect(json?.chunks?.length).toBeGreaterThan(0)
  expect(html).toContain('<html')
})

test('output_formats can be a list as text, as in a form', async () => {
  const { markdown, json, zip } = await parse(path, { output_formats: 'json, somarkdown' as never })
  expect([typeof markdown, typeof json, typeof zip]).toEqual(['string', 'object', 'undefined'])
  expect(await parse(path, { output_formats: '["zip"]' as never })).toMatchObject({ zip: expect.any(Uint8Array) })
  const unknown = parse(path, { output_formats: 'markdown,docx' as never })
  await expect(unknown).rejects.toThrow(/^Parameter error: output_formats: "docx" is not known; use [^;]*\.$/)
})

test('wrong options are one error; a wrong document has its code', async () => {
  const wrong = { ocr: 'maybe', page_range: '0', chunk_max_tokens: 1 } as object
  await expect(parse(path, wrong)).rejects.toThrow(/page_range.*ocr.*chunk_max_tokens/)
  await expect(parse(new Uint8Array(0))).rejects.toMatchObject({ code: 1111 })
  await expect(parse(new Uint8Array([0, 1, 2, 3, 255]))).rejects.toThrow(ParseError)
  await expect(parse('/no/such/file.pdf')).rejects.toThrow('"/no/such/file.pdf"')
})

test('progress, and an abort between two pages', async () => {
  const bytes = plainPdf(4)
  const seen: number[] = []
  await parse(bytes, { onPage: ({ pages_done: done }) => seen.push(done) })
  expect(seen).toEqual([1, 2, 3, 4])
  const controller = new AbortController()
  const parsing = parse(bytes, { signal: controller.signal, onPage: () => controller.abort(new Error('enough')) })
  await expect(parsing).rejects.toThrow('enough')
})

test('a pool has the same result as one thread', async () => {
  await using pool = openPool({ threads: 2 })
  const [alone, onThreads] = await Promise.all([parse(path), pool.parse(path)])
  expect(onThreads).toEqual(alone)
  const controller = new AbortController()
  const parsing = pool.parse(plainPdf(50), {
    signal: controller.signal,
    onPage: () => controller.abort(new Error('enough')),
  })
  await expect(parsing).rejects.toThrow('enough')
  expect(() => openPool({ threads: 0 })).toThrow(RangeError)
})

test.each([1, 4])('an exception of onPage at page %i rejects the parse, and the pool stays usable', async (last) => {
  const throwAt = ({ pages_done: done }: { readonly pages_done: number }): void => {
    if (done === last) throw new Error('no more')
  }
  await using pool = openPool({ threads: 1 })
  await expect(pool.parse(plainPdf(4), { onPage: throwAt })).rejects.toThrow('no more')
  await expect(parse(plainPdf(4), { onPage: throwAt })).rejects.toThrow('no more')
  expect((await pool.parse(plainPdf(2))).metadata.page_num).toBe(2)
})
