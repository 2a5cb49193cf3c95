import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { plainPdf } from '../jobs/documents.ts'

// The library takes its clock when it is loaded.
beforeAll(() => vi.useFakeTimers({ toFake: ['Date'] }))
afterAll(() => vi.useRealTimers())

test('a document that takes minutes keeps its lock', async () => {
  const { parse } = await import('../../src/library/index.workers.ts')
  const pages: string[] = []
  const onPage = (name: string) => () => {
    pages.push(name)
    vi.setSystemTime(Date.now() + 30_000)
  }
  await Promise.all([parse(plainPdf(60), { onPage: onPage('slow') }), parse(plainPdf(1), { onPage: onPage('next') })])
  expect(pages.indexOf('next')).toBe(60)
})
