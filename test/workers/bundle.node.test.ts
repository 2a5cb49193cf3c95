/** The bundled Worker: size, published files, hourly sweep, disconnecting clients. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fixture } from '../fixtures/fixtures.ts'
import { formInit } from '../http/form.ts'
import { buildWorkerOnce } from './built-worker.node.ts'
import { type Bundle, openBundle } from './bundle.node.ts'

let bundle: Bundle
beforeAll(async () => {
  bundle = await openBundle()
})
afterAll(() => bundle.close())

const wait = (delayMs: number) => new Promise((resolve) => setTimeout(resolve, delayMs))

async function parse(id: string, apiKey: string, signal?: AbortSignal): Promise<{ code: number }> {
  const init = formInit([
    { name: 'api_key', value: apiKey },
    { name: 'file', fileName: 'a.pdf', value: await fixture(id) },
  ])
  const response = await bundle.call('/api/v1/parse/sync', signal === undefined ? init : { ...init, signal })
  return (await response.json()) as { code: number }
}

async function freePagesLeft(apiKey: string): Promise<number> {
  const response = await bundle.call('/api/v1/usage', formInit([{ name: 'api_key', value: apiKey }]))
  const { data } = (await response.json()) as { data: { remaining_free_pages_today: number } }
  return data.remaining_free_pages_today
}

test('the bundle fits the limit of the paid plan: 10 MB compressed', async () => {
  const output = (await buildWorkerOnce())?.output ?? ''
  const size = /gzip: ([\d.]+) KiB/.exec(output)
  expect(size, output).not.toBeNull()
  // Guards against an empty bundle.
  expect(Number(size?.[1])).toBeGreaterThan(4000)
  expect(Number(size?.[1])).toBeLessThan(10 * 1024)
})

test('the OCR models are not published', async () => {
  for (const path of [
    '/eng.traineddata',
    '/manifest.json',
    '/chi_sim.traineddata?x=1',
    '/%65ng.traineddata',
    '/./eng.traineddata',
  ]) {
    const response = await bundle.call(path)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ code: 1133 })
  }
})

test('the hourly sweep runs', async () => {
  await bundle.sweep()
  expect(bundle.logs().filter((line) => line.includes('"level":"error"'))).toEqual([])
})

test('a client that disconnects during a page does not block others and leaves no reservation', async () => {
  const { apiKey } = await bundle.createKey({ freePerDay: 10, freePerMonth: 10, paidPages: 0 })
  const aborter = new AbortController()
  const left = parse('pdf-scan-color', apiKey, aborter.signal).catch(() => 'left')
  // OCR of the page takes seconds, in which workerd does not respond.
  await wait(600)
  aborter.abort()
  expect(await left).toBe('left')

  expect(await parse('pdf-digital', apiKey)).toMatchObject({ code: 0 })
  for (const deadline = Date.now() + 20_000; (await bundle.openReservations()) > 0 && Date.now() < deadline; )
    await wait(100)
  expect(await bundle.openReservations()).toBe(0)
  // On Workers, `enable_request_signal` aborts the request and refunds the page. Local workerd parses and charges it.
  expect([8, 9]).toContain(await freePagesLeft(apiKey))
  expect(await (await bundle.call('/health')).json()).toMatchObject({ pool: { running: 0, waiting: 0 } })
})
