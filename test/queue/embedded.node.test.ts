/** Contract tests with the embedded queue over rows in memory, exclusive messages, shutdown. */
import { describe, expect, test } from 'vitest'
import { createEmbeddedQueue, type EmbeddedQueue } from '../../src/queue/embedded.node.ts'
import type { TaskMessage } from '../../src/queue/queue.ts'
import { testQueue } from '../contract/queue.ts'

/** A row of the database. */
interface Row {
  readonly message: TaskMessage
  readonly dueAt: number
}

testQueue({
  async open({ concurrency, handle }) {
    const rows = new Map<string, Row>()
    const embedded = createEmbeddedQueue<TaskMessage>({
      consumers: [
        {
          concurrency,
          async next(running) {
            const row = [...rows].find(([name, { dueAt }]) => !running.has(name) && dueAt <= Date.now())?.[1]
            return row === undefined ? null : { message: row.message, exclusive: false }
          },
        },
      ],
      async handle(message) {
        await handle(message)
        rows.delete(JSON.stringify(message))
      },
      onError: () => undefined,
    })
    embedded.start()
    return {
      queue: {
        async send(messages, options) {
          for (const message of messages)
            rows.set(JSON.stringify(message), { message, dueAt: Date.now() + (options?.delayMs ?? 0) })
          await embedded.send(messages, options)
        },
      },
      close: () => embedded.stop({ timeoutMs: 1000 }),
    }
  },
})

describe('embedded queue', () => {
  const message = (taskId: string): TaskMessage => ({ kind: 'plan', taskId })

  test('an exclusive message runs alone', async () => {
    const todo = [
      { message: message('a'), exclusive: false },
      { message: message('poison'), exclusive: true },
      { message: message('b'), exclusive: false },
      { message: message('c'), exclusive: false },
    ]
    const running = new Set<string>()
    const concurrent = new Map(todo.map(({ message: { taskId } }) => [taskId, new Set<string>()]))
    let done = 0
    const queue: EmbeddedQueue<TaskMessage> = createEmbeddedQueue<TaskMessage>({
      consumers: [{ concurrency: 3, next: async () => todo.shift() ?? null }],
      async handle({ taskId }) {
        running.add(taskId)
        for (const other of running) for (const parallel of running) concurrent.get(other)?.add(parallel)
        await new Promise((resolve) => setTimeout(resolve, 40))
        running.delete(taskId)
        done++
      },
      onError: () => undefined,
    })
    queue.start()
    while (done < 4) await new Promise((resolve) => setTimeout(resolve, 10))
    expect(concurrent.get('poison')).toEqual(new Set(['poison']))
    expect(concurrent.get('b')).toEqual(new Set(['b', 'c']))
    await queue.stop({ timeoutMs: 0 })
  })

  test('stop waits, aborts the rest, then no new message runs', async () => {
    const started: string[] = []
    const aborted: string[] = []
    const todo = ['quick', 'slow', 'never'].map((taskId) => ({ message: message(taskId), exclusive: false }))
    const queue = createEmbeddedQueue<TaskMessage>({
      consumers: [{ concurrency: 2, next: async () => todo.shift() ?? null }],
      handle({ taskId }, stop) {
        started.push(taskId)
        if (taskId === 'quick') return new Promise((resolve) => setTimeout(resolve, 50))
        return new Promise((resolve) =>
          stop.addEventListener('abort', () => {
            aborted.push(taskId)
            resolve()
          }),
        )
      },
      onError: () => undefined,
    })
    queue.start()
    while (started.length < 2) await new Promise((resolve) => setTimeout(resolve, 5))
    await queue.stop({ timeoutMs: 150 })
    expect(started).toEqual(['quick', 'slow'])
    expect(aborted).toEqual(['slow'])
    expect(queue.running).toBe(0)
  })
})
