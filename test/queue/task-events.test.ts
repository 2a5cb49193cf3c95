/** News within a process: who listens hears, who left does not. */
import { expect, test } from 'vitest'
import { createTaskEvents } from '../../src/queue/task-events.ts'

test('listeners of a task hear its news, each as often as it listens', () => {
  const signals = createTaskEvents()
  const heard: string[] = []
  const listener = (news: string): number => heard.push(news)
  const leave = [signals.listen('a', listener), signals.listen('a', listener), signals.listen('b', listener)]
  expect(signals.listening).toBe(3)
  signals.notify('a', 'progress')
  expect(heard).toEqual(['progress', 'progress'])
  leave[0]?.()
  leave[0]?.()
  expect(signals.listening).toBe(2)
  signals.notify('a', 'final')
  signals.notify('nobody', 'final')
  expect(heard).toEqual(['progress', 'progress', 'final'])
  signals.close()
  expect(heard.length).toBe(5)
  expect(signals.closed).toBe(true)
})
