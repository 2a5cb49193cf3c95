import { describe, expect, test } from 'vitest'
import { linkSignals } from '../../src/model/linked-signal.ts'

/** Counts listeners, which a signal does not report. */
function watched() {
  const controller = new AbortController()
  const { signal } = controller
  let listening = 0
  const { addEventListener, removeEventListener } = signal
  signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
    listening++
    addEventListener.apply(signal, args)
  }
  signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
    listening--
    removeEventListener.apply(signal, args)
  }
  return { controller, signal, listening: () => listening }
}

describe('linked signals', () => {
  test('abort with the first source and its reason', () => {
    const [first, second] = [new AbortController(), new AbortController()]
    const linked = linkSignals([first.signal, second.signal])
    expect(linked.signal.aborted).toBe(false)
    const reason = new Error('gone')
    second.abort(reason)
    first.abort(new Error('too late'))
    expect(linked.signal.reason).toBe(reason)
    expect(linked.timedOut).toBe(false)
    linked.release()
  })

  test('are aborted immediately if a source is', () => {
    const reason = new Error('over')
    const linked = linkSignals([new AbortController().signal, AbortSignal.abort(reason)], { timeoutMs: 60_000 })
    expect(linked.signal.reason).toBe(reason)
    linked.release()
  })

  test('abort with a TimeoutError after the timeout', async () => {
    const linked = linkSignals([new AbortController().signal], { timeoutMs: 5 })
    await new Promise((resolve) => linked.signal.addEventListener('abort', resolve))
    expect(linked.timedOut).toBe(true)
    expect((linked.signal.reason as Error).name).toBe('TimeoutError')
    linked.release()
  })

  test('remove their listeners on release', async () => {
    const { controller, signal, listening } = watched()
    const released = Array.from({ length: 3 }, () => linkSignals([signal], { timeoutMs: 5 }))
    expect(listening()).toBe(3)
    for (const linked of released) linked.release()
    expect(listening()).toBe(0)
    await new Promise((resolve) => setTimeout(resolve, 20))
    controller.abort()
    expect(released.map((linked) => linked.signal.aborted)).toEqual([false, false, false])
  })
})
