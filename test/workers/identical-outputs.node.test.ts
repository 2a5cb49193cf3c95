/** Outputs are identical on Node and in the bundled Worker, for synchronous requests and tasks. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApiTarget } from '../contract/http-api.ts'
import { fixture, fixtureFileName } from '../fixtures/fixtures.ts'
import { formInit } from '../http/form.ts'
import { type OpenedApp, openApp } from '../http/open-app.node.ts'
import { type Bundle, openBundle } from './bundle.node.ts'

// Both runtimes need the same settings. Small shards give tasks with several steps.
const environment = { OCR_LANGS: 'eng', OCR_DPI: '200', SHARD_PAGES: '2' }
let worker: Bundle
let node: OpenedApp
beforeAll(async () => {
  worker = await openBundle(environment)
  node = await openApp({ environment })
})
afterAll(async () => {
  await worker?.close()
  await node?.close()
})

interface Data {
  readonly task_id: string
  readonly status?: string
  readonly error: string | null
  readonly result: {
    readonly outputs: { readonly markdown: string; readonly json: object; readonly zip: string }
  } | null
}

const features = {
  enable_text_cross_page: true,
  enable_table_cross_page: true,
  enable_inline_image: true,
  enable_title_level_recognition: true,
  keep_header_footer: true,
}

async function digest(bytes: ArrayBuffer): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
}

/** Markdown, JSON, and a digest of the zip file. */
async function outputsOf(
  target: ApiTarget,
  id: string,
  { image, path }: { image: string; path: string },
): Promise<Record<string, string>> {
  const { apiKey } = await target.createKey({ freePerDay: 1000, freePerMonth: 1000, paidPages: 0 })
  const form = formInit([
    { name: 'api_key', value: apiKey },
    { name: 'element_formats', value: JSON.stringify({ image }) },
    { name: 'feature_config', value: JSON.stringify(features) },
    ...['markdown', 'json', 'zip'].map((value) => ({ name: 'output_formats', value })),
    { name: 'file', fileName: fixtureFileName(id), value: await fixture(id) },
  ])
  const ask = async (to: string, init: RequestInit): Promise<Data> =>
    ((await (await target.call(`/api/v1${to}`, init)).json()) as { data: Data }).data
  let data = await ask(path, form)
  for (
    let look = 0;
    path === '/parse/async' && look < 400 && data.status !== 'SUCCESS' && data.status !== 'FAILED';
    look++
  ) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    const body = new URLSearchParams({ api_key: apiKey, task_id: data.task_id }).toString()
    data = await ask('/parse/async_check', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    })
  }
  expect(data.error, `${id} ${image} ${path}`).toBe(null)
  const { markdown = '', json = {}, zip = '' } = data.result?.outputs ?? {}
  const file = await target.call(new URL(zip).pathname, {})
  return { markdown, json: JSON.stringify(json), zip: await digest(await file.arrayBuffer()) }
}

test.each(['pdf-cross-page', 'pdf-images', 'pdf-tagged-slides', 'pdf-mixed', 'pdf-charts', 'image-png'])(
  '%s',
  { timeout: 240_000 },
  async (id) => {
    for (const image of ['none', 'base64', 'file']) {
      const wanted = await outputsOf(node, id, { image, path: '/parse/sync' })
      expect(wanted.markdown?.length).toBeGreaterThan(0)
      expect(await outputsOf(node, id, { image, path: '/parse/async' }), `task on Node, image ${image}`).toEqual(wanted)
      expect(await outputsOf(worker, id, { image, path: '/parse/sync' }), `Worker, image ${image}`).toEqual(wanted)
      expect(
        await outputsOf(worker, id, { image, path: '/parse/async' }),
        `task in the Worker, image ${image}`,
      ).toEqual(wanted)
    }
  },
)
