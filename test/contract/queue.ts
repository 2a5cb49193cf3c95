/** Contract tests of the queue: at-least-once delivery, concurrency, redelivery after errors, delays. */
import { describe, expect, test } from 'vitest'
import type { Queue, TaskMessage } from '../../src/queue/queue.ts'

export interface QueueTarget {
  /** Opens a queue with a consumer. */
  open(options: {
    concurrency: number
    handle: (message: TaskMessage) => Promise<void>
  }): Promise<{ queue: Queue<TaskMessage>; close(): Promise<void> }>
}

const name = (message: TaskMessage): string =>
  message.kind === 'shard' ? `${message.taskId}/${message.first}` : `${message.taskId}/${message.kind}`

export function testQueue(target: QueueTarget): void {
  describe('queue', () => {
    const until = async (is: () => boolean): Promise<void> => {
      for (let look = 0; look < 200 && !is(); look++) await new Promise((resolve) => setTimeout(resolve, 20))
      expect(is()).toBe(true)
    }

    test('delivers every message with all fields', async () => {
      const seen = new Set<string>()
      const { queue, close } = await target.open({
        concurrency: 3,
        handle: async (message) => void seen.add(name(message)),
      })
      await queue.send([])
      await queue.send([{ kind: 'plan', taskId: 'a' }])
      await queue.send(Array.from({ length: 120 }, (_, first) => ({ kind: 'shard', taskId: 'a', first })))
      await queue.send([
        { kind: 'join', taskId: 'a' },
        { kind: 'callback', taskId: 'a' },
      ])
      await until(() => seen.size === 123)
      expect([...seen]).toEqual(expect.arrayContaining(['a/plan', 'a/0', 'a/119', 'a/join', 'a/callback']))
      await close()
    })

    test('runs as many messages as the concurrency allows', async () => {
      let running = 0
      let most = 0
      let done = 0
      const { queue, close } = await target.open({
        concurrency: 3,
        async handle() {
          most = Math.max(most, ++running)
          await new Promise((resolve) => setTimeout(resolve, 30))
          running--
          done++
        },
      })
      await queue.send(Array.from({ length: 12 }, (_, first) => ({ kind: 'shard', taskId: 'b', first })))
      await until(() => done >= 12)
      expect(most).toBe(3)
      await close()
    })

    test('redelivers a message whose handler failed', async () => {
      let attempts = 0
      const { queue, close } = await target.open({
        concurrency: 1,
        async handle() {
          if (++attempts === 1) throw new Error('the database is away')
        },
      })
      await queue.send([{ kind: 'plan', taskId: 'c' }])
      await until(() => attempts >= 2)
      await close()
    })

    test('does not deliver a delayed message early', async () => {
      const sentAt = Date.now()
      let cameAt = 0
      const { queue, close } = await target.open({
        concurrency: 1,
        async handle() {
          cameAt = Date.now()
        },
      })
      await queue.send([{ kind: 'join', taskId: 'd' }], { delayMs: 300 })
      await until(() => cameAt > 0)
      expect(cameAt - sentAt).toBeGreaterThanOrEqual(290)
      await close()
    })
  })
}
