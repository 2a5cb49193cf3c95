import { expect, test } from 'vitest'
import { createTaskEvents } from '../../src/queue/task-events.ts'

test('each subscription of a task gets its events until it ends', () => {
  const signals = createTaskEvents()
  const heard: string[] = []
  const listener = (news: string): number => heard.push(news)
  const leave = [signals.subscribe('a', listener), signals.subscribe('a', listener), signals.subscribe('b', listener)]
  expect(signals.subscriberCount).toBe(3)
  const leaveStep = signals.subscribe('c', listener, { isStep: true })
  expect(signals.subscriberCount).toBe(3)
  leaveStep()
  expect(signals.subscriberCount).toBe(3)
  signals.publish('a', 'progress')
  expect(heard).toEqual(['progress', 'progress'])
  leave[0]?.()
  leave[0]?.()
  expect(signals.subscriberCount).toBe(2)
  signals.publish('a', 'final')
  signals.publish('nobody', 'final')
  expect(heard).toEqual(['progress', 'progress', 'final'])
  signals.close()
  expect(heard.length).toBe(5)
  expect(signals.closed).toBe(true)
})
