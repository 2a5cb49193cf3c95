/** The embedded queue under the contract, over rows in memory, and what only it does. */
import { describe, expect, test } from 'vitest'
import { createEmbeddedQueue, type EmbeddedQueue } from '../../src/queue/embedded.node.ts'
import type { TaskMessage } from '../../src/queue/queue.ts'
import { testQueue } from '../contract/queue.ts'

/** Stands for the rows in SQL: what is to be done stays until it is done. */
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
          async next(busy) {
            const row = [...rows].find(([name, { dueAt }]) => !busy.has(name) && dueAt <= Date.now())?.[1]
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

describe('the embedded queue', () => {
  const message = (taskId: string): TaskMessage => ({ kind: 'plan', taskId })

  test('what may have killed its process runs alone', async () => {
    const todo = [
      { message: message('a'), exclusive: false },
      { message: message('poison'), exclusive: true },
      { message: message('b'), exclusive: false },
      { message: message('c'), exclusive: false },
    ]
    const running = new Set<string>()
    const company = new Map(todo.map(({ message: { taskId } }) => [taskId, new Set<string>()]))
    let done = 0
    const queue: EmbeddedQueue<TaskMessage> = createEmbeddedQueue<TaskMessage>({
      consumers: [{ concurrency: 3, next: async () => todo.shift() ?? null }],
      async handle({ taskId }) {
        running.add(taskId)
        for (const other of running) for (const beside of running) company.get(other)?.add(beside)
        await new Promise((resolve) => setTimeout(resolve, 40))
        running.delete(taskId)
        done++
      },
      onError: () => undefined,
    })
    queue.start()
    while (done < 4) await new Promise((resolve) => setTimeout(resolve, 10))
    expect(company.get('poison')).toEqual(new Set(['poison']))
    expect(company.get('b')).toEqual(new Set(['b', 'c']))
    await queue.stop({ timeoutMs: 0 })
  })

  test('stop waits, then asks for the work back, and begins nothing new', async () => {
    const begun: string[] = []
    const returned: string[] = []
    const todo = ['quick', 'slow', 'never'].map((taskId) => ({ message: message(taskId), exclusive: false }))
    const queue = createEmbeddedQueue<TaskMessage>({
      consumers: [{ concurrency: 2, next: async () => todo.shift() ?? null }],
      handle({ taskId }, stop) {
        begun.push(taskId)
        if (taskId === 'quick') return new Promise((resolve) => setTimeout(resolve, 50))
        return new Promise((resolve) =>
          stop.addEventListener('abort', () => {
            returned.push(taskId)
            resolve()
          }),
        )
      },
      onError: () => undefined,
    })
    queue.start()
    while (begun.length < 2) await new Promise((resolve) => setTimeout(resolve, 5))
    await queue.stop({ timeoutMs: 150 })
    expect(begun).toEqual(['quick', 'slow'])
    expect(returned).toEqual(['slow'])
    expect(queue.running).toBe(0)
  })
})
