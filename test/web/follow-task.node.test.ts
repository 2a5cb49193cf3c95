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

test('reconnections leave no listeners on the signal of the caller', async () => {
  let checks = 0
  stubService(() => {
    const status = ++checks < 10 ? 'PROCESSING' : 'SUCCESS'
    return Response.json({ code: 0, message: '', data: { status, progress: { pages_done: 1, pages_total: 2 } } })
  })
  const { signal } = new AbortController()
  const added = vi.spyOn(signal, 'addEventListener')
  const removed = vi.spyOn(signal, 'removeEventListener')
  const following = followTask({ apiKey: 'sk', taskId: 'id' }, listener, signal)
  await Promise.all([following, vi.advanceTimersByTimeAsync(20_000)])
  expect(added.mock.calls.length).toBe(9)
  expect(removed.mock.calls.map(([, callback]) => callback)).toEqual(added.mock.calls.map(([, callback]) => callback))
})

test('an event that cannot be read ends its connection', async () => {
  let canceled = 0
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async () => {
    const chunk = new TextEncoder().encode(canceled === 0 ? 'event: page\ndata: {\n\n' : 'event: done\ndata: {}\n\n')
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(chunk)
        if (canceled > 0) controller.close()
      },
      cancel: () => void canceled++,
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  })
  const following = followTask({ apiKey: 'sk', taskId: 'id' }, listener, new AbortController().signal)
  await Promise.race([following, vi.advanceTimersByTimeAsync(5000)])
  expect(canceled).toBe(1)
  await following
})
