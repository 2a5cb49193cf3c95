import { expect, test } from 'vitest'
import { createReadWriteLock } from '../../src/concurrency/rw-lock.ts'

const never = new AbortController().signal
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5))

test('many together, or one alone, in the order they came', async () => {
  const gate = createReadWriteLock()
  const order: string[] = []
  const enter = async (name: string, alone: boolean) => {
    const leave = await gate.acquire({ alone, signal: never })
    order.push(name)
    return leave
  }
  const first = await enter('a', false)
  const second = await enter('b', false)
  const alone = enter('c', true)
  const after = enter('d', false)
  await settle()
  expect(order).toEqual(['a', 'b'])
  first()
  first()
  await settle()
  expect(order).toEqual(['a', 'b'])
  second()
  const leaveAlone = await alone
  await settle()
  expect(order).toEqual(['a', 'b', 'c'])
  leaveAlone()
  await after
  expect(order).toEqual(['a', 'b', 'c', 'd'])
})

test('who gives up waiting does not hold up the others', async () => {
  const gate = createReadWriteLock()
  const leave = await gate.acquire({ alone: false, signal: never })
  const impatient = new AbortController()
  const waiting = gate.acquire({ alone: true, signal: impatient.signal })
  const other = gate.acquire({ alone: false, signal: never })
  impatient.abort(new Error('enough'))
  await expect(waiting).rejects.toThrow('enough')
  await other
  leave()
})
