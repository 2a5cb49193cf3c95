/** Tests that both pools share: documents through the pool compared with the pipeline alone. Runs in both runtimes. */

import { describe, expect, test } from 'vitest'
import type { ParseDeps } from '../../src/deps.ts'
import { defaultOptions, type ParseOptions } from '../../src/model/options.ts'
import type { SourceRef } from '../../src/model/source-ref.ts'
import { parse } from '../../src/parse.ts'
import type { Pool } from '../../src/pool/pool.ts'
import type { RenderedOutputs } from '../../src/render/types.ts'
import { fixture, fixtureFileName } from '../fixtures/fixtures.ts'

const options: ParseOptions = {
  ...defaultOptions,
  outputFormats: ['markdown', 'json', 'zip'],
  elementFormats: { ...defaultOptions.elementFormats, image: 'file' },
}

/** The steps of a request. */
export async function parseThrough(
  pool: Pool,
  source: SourceRef,
  document: { fileName: string; fileType: string; pages?: number[] },
): Promise<RenderedOutputs> {
  const job = { source, fileName: document.fileName, fileType: document.fileType, password: null }
  const info = await pool.inspect(job)
  const pageIndexes = document.pages ?? Array.from({ length: info.pageCount }, (_, index) => index)
  const seen: number[] = []
  const pages = await pool.parsePages({ ...job, pageIndexes, options }, { onPage: (pageIndex) => seen.push(pageIndex) })
  expect(pages.map(({ pageIndex }) => pageIndex)).toEqual(pageIndexes)
  expect(seen.sort((a, b) => a - b)).toEqual(pageIndexes)
  return await pool.finish({ info, pages, options, filesUrl: 'http://sheaf.test/files/x/' })
}

export function testDocuments(open: () => Promise<{ pool: Pool; deps: ParseDeps }>): void {
  describe('documents', () => {
    test.each([
      ['pdf-digital', '.pdf'],
      ['pdf-mixed', '.pdf'],
      ['pdf-ruled-table', '.pdf'],
      ['image-png', '.png'],
      ['image-tiff-pages', '.tiff'],
    ])('%s has the same outputs as without a pool', async (id, fileType) => {
      const { pool, deps } = await open()
      const source = { fileName: fixtureFileName(id), fileType, password: null }
      const { outputs } = await parse(
        { ...source, bytes: await fixture(id) },
        { options, links: { kind: 'file', folder: 'images/' } },
        deps,
      )
      const bytes = await fixture(id)
      const through = await parseThrough(pool, { kind: 'bytes', bytes }, source)
      expect({ ...through, pictures: through.images.map(({ name }) => name) }).toEqual({
        ...outputs,
        pictures: outputs.images.map(({ name }) => name),
      })
      // The bytes of the caller are not transferred.
      expect(bytes.length).toBeGreaterThan(0)
      expect(bytes).toEqual(await fixture(id))
    })

    test('concurrent documents do not affect each other', async () => {
      const { pool } = await open()
      const ids = ['pdf-digital', 'pdf-two-columns', 'pdf-ruled-table', 'pdf-annotations']
      const alone: (string | undefined)[] = []
      const run = async (id: string) =>
        (await parseThrough(pool, { kind: 'bytes', bytes: await fixture(id) }, { fileName: 'a.pdf', fileType: '.pdf' }))
          .markdown
      for (const id of ids) alone.push(await run(id))
      expect(await Promise.all(ids.map(run))).toEqual(alone)
      expect(new Set(alone).size).toBe(ids.length)
    })

    test.each([
      ['pdf-corrupt', '.pdf', 1106],
      ['pdf-encrypted', '.pdf', 1106],
      ['pdf-301-pages', '.pdf', 1132],
      ['image-png-huge', '.png', 1132],
    ])('%s is refused, and the pool still works', async (id, fileType, code) => {
      const { pool } = await open()
      const job = {
        source: { kind: 'bytes', bytes: await fixture(id) } as const,
        fileName: id,
        fileType,
        password: null,
      }
      await expect(pool.inspect(job)).rejects.toMatchObject({ name: 'ParseError', code })
      expect(
        await pool.inspect({
          ...job,
          source: { kind: 'bytes', bytes: await fixture('pdf-digital') },
          fileType: '.pdf',
        }),
      ).toMatchObject({ pageCount: 1 })
      // A thread is free a moment after its result has arrived.
      await expect.poll(() => pool.load()).toMatchObject({ running: 0, waiting: 0 })
    })
  })
}
