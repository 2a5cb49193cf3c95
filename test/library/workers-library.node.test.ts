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

test('a document that arrives slowly does not lose its lock', async () => {
  const { parse } = await import('../../src/library/index.workers.ts')
  const arrived = Promise.withResolvers<void>()
  async function* upload() {
    await arrived.promise
    yield plainPdf(20)
  }
  const pages: string[] = []
  const note = (name: string) => () => void pages.push(name)
  const slow = parse(upload(), { onPage: note('slow') })
  // The first of the others starts while the upload is in progress.
  const onFirst = () => {
    note('first')()
    if (pages.length === 1) arrived.resolve()
  }
  await new Promise((resolve) => setTimeout(resolve, 20))
  vi.setSystemTime(Date.now() + 61_000)
  await Promise.all([slow, parse(plainPdf(20), { onPage: onFirst })])
  expect(pages).toEqual([...new Array(20).fill('first'), ...new Array(20).fill('slow')])
})
