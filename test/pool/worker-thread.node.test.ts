import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isPpOcrInstalled } from '../../src/extract/ocr/pp-ocr/pp-ocr.node.ts'
import { ParseError } from '../../src/model/errors.ts'
import { WorkerThread } from '../../src/pool/worker-thread.node.ts'
import { newRecognizingThread } from './recognizing-thread.node.ts'

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
  const thread = newRecognizingThread()
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

test.skipIf(!isPpOcrInstalled())('a process that exits while a thread runs a network does not abort', async () => {
  const program = fileURLToPath(new URL('./exiting-process.node.ts', import.meta.url))
  for (const waitMs of [100, 150]) {
    const child = spawn(process.execPath, [program, String(waitMs)], { stdio: ['ignore', 'ignore', 'pipe'] })
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    expect({ code, stderr }).toEqual({ code: 130, stderr: '' })
  }
})
