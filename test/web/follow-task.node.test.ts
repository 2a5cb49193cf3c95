import { afterEach, expect, test, vi } from 'vitest'

// The types of this module need those of browsers.
const web: string = '../../src/web'
const { followTask } = await import(`${web}/client/events.ts`)

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const listener = { progress: () => undefined, page: () => undefined, reconnecting: () => undefined }

function stubService(check: () => Response): void {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async (path: string) =>
    path.endsWith('/async_check') ? check() : Response.json({ code: 1124, message: 'Busy.', data: {} }),
  )
}

test('a task is followed by checks for as long as the service has no event stream to spare', async () => {
  let checks = 0
  stubService(() => {
    const status = ++checks < 100 ? 'PROCESSING' : 'SUCCESS'
    return Response.json({ code: 0, message: '', data: { status, progress: { pages_done: 1, pages_total: 2 } } })
  })
  const following = followTask({ apiKey: 'sk', taskId: 'id' }, listener, new AbortController().signal)
  const [{ data }] = await Promise.all([following, vi.advanceTimersByTimeAsync(200_000)])
  expect(data.status).toBe('SUCCESS')
})

test('a service that does not respond is an error after a minute', async () => {
  stubService(() => {
    throw new TypeError('fetch failed')
  })
  const following = followTask({ apiKey: 'sk', taskId: 'id' }, listener, new AbortController().signal)
  await Promise.all([expect(following).rejects.toMatchObject({ code: 0 }), vi.advanceTimersByTimeAsync(70_000)])
})
