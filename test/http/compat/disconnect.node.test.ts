/** Clients that leave while a compatible API parses their document: the work stops, pages and files are freed. */
import { afterEach, expect, test, vi } from 'vitest'
import type { Pool } from '../../../src/pool/pool.ts'
import { listen } from '../../../src/runtime/listen.node.ts'
import { fixture } from '../../fixtures/fixtures.ts'
import { formInit } from '../form.ts'
import { openApp } from '../open-app.node.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** The pool of the app gets the pages only after the client has left. */
function afterAbort(pool: Pool) {
  const asked = Promise.withResolvers<void>()
  const outcomes: string[] = []
  const parsePages: Pool['parsePages'] = async (job, control = {}) => {
    asked.resolve()
    if (control.signal?.aborted !== true)
      await new Promise((resolve) => control.signal?.addEventListener('abort', resolve, { once: true }))
    const work = pool.parsePages(job, control)
    outcomes.push(
      await work.then(
        () => 'parsed',
        () => 'stopped',
      ),
    )
    return await work
  }
  return { pool: { ...pool, parsePages }, asked: asked.promise, outcomes }
}

const pdf = new Uint8Array(await fixture('pdf-digital'))
const raw = { method: 'PUT', body: pdf }
const form = formInit([1, 2].map((number) => ({ name: 'files', fileName: `${number}.pdf`, value: pdf })))

test.for([
  ['docling-serve', '/v1/convert/file', form],
  ['Unstructured', '/general/v0/general', form],
  ['Apache Tika', '/tika', raw],
  ['Open WebUI', '/process', raw],
] as const)('%s', async ([, path, init]) => {
  let held: ReturnType<typeof afterAbort> | undefined
  const opened = await openApp({
    replace: ({ pool }) => {
      held = afterAbort(pool)
      return { pool: held.pool }
    },
  })
  closers.push(() => opened.close())
  const listener = await listen(opened.app.fetch, { host: '127.0.0.1', port: 0 })
  closers.push(() => listener.close({ timeoutMs: 0, abort: async () => undefined }))
  const { apiKey } = await opened.createKey({ freePerDay: 1000, freePerMonth: 1000, paidPages: 0 })
  const reserved = () => opened.sql.all("SELECT pages FROM ledger WHERE state = 'reserved'")

  const client = new AbortController()
  const headers = { ...('headers' in init ? init.headers : {}), authorization: `Bearer ${apiKey}` }
  const request = fetch(listener.url + path, { ...init, headers, signal: client.signal })
  const left = expect(request).rejects.toThrow('the client has left')
  await held?.asked
  expect(await reserved()).toHaveLength(1)
  client.abort(new Error('the client has left'))
  await left

  const ended = () => opened.logged.filter(({ message, fields }) => message === 'request' && fields.path === path)
  await vi.waitFor(() => expect(ended()).toHaveLength(1), 8_000)
  await vi.waitFor(async () => expect([await reserved(), await opened.storedFiles()]).toEqual([[], []]), 8_000)
  // Of two files, the second one is not begun.
  await vi.waitFor(() => expect(held?.outcomes).toEqual(['stopped']), 8_000)
  const usage = await opened.call('/api/v1/usage', { method: 'POST', body: new URLSearchParams({ api_key: apiKey }) })
  expect(await usage.json()).toMatchObject({ data: { remaining_free_pages_today: 1000 } })
})
