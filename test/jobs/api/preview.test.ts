import { expect, test } from 'vitest'
import type { Deps } from '../../../src/deps.ts'
import { previewPages } from '../../../src/jobs/api/preview.ts'
import { storePages } from '../../../src/jobs/store/page-files.ts'
import type { Task } from '../../../src/jobs/store/task-store.ts'
import { UnavailableError } from '../../../src/model/errors.ts'
import { defaultOptions } from '../../../src/model/options.ts'

test('pages that could not be loaded are yielded by the next call', async () => {
  const stored = new Map<string, Uint8Array>()
  let isAvailable = false
  const deps = {
    sql: { all: async () => [{ first: 0, last: 0, state: 'done', error: null, error_code: null }] },
    blobs: {
      async put(key: string, body: Uint8Array) {
        stored.set(key, body)
      },
      async get(key: string) {
        if (!isAvailable) throw new UnavailableError('the blob store does not answer')
        return { body: new Blob([stored.get(key) as Uint8Array<ArrayBuffer>]).stream() }
      },
    },
    pool: { finish: async () => ({ json: '{"pages":[{"page_num":0}]}' }) },
  } as unknown as Deps
  const task = { taskId: 'task', state: 'PROCESSING', options: defaultOptions } as unknown as Task
  const records = [{ pageIndex: 0, json: new TextEncoder().encode('{}'), images: [] }]
  await storePages(deps.blobs, 'task', { first: 0, last: 0, records })
  const options = { deps, shown: new Set<number>(), signal: new AbortController().signal }
  expect(await Array.fromAsync(previewPages(task, options))).toEqual([])
  isAvailable = true
  expect(await Array.fromAsync(previewPages(task, options))).toEqual(['{"page_num":0}'])
  expect(await Array.fromAsync(previewPages(task, options))).toEqual([])
})
