import { expect, test } from 'vitest'
import { OpenStack } from '../../src/runtime/open-stack.ts'

test('closes in reverse order, all of them, and throws the first error', async () => {
  const closed: string[] = []
  const stack = new OpenStack()
  expect(stack.adopt('first', (name) => closed.push(name))).toBe('first')
  stack.defer(() => Promise.reject(new Error('second')))
  stack.defer(() => {
    closed.push('third')
    throw new Error('third')
  })
  await expect(stack.close()).rejects.toThrow('third')
  expect(closed).toEqual(['third', 'first'])
  await stack.close()
  expect(closed).toHaveLength(2)
})

test('what was moved is closed by the new stack', async () => {
  const closed: string[] = []
  let moved: OpenStack
  {
    await using stack = new OpenStack()
    stack.defer(() => closed.push('part'))
    moved = stack.move()
  }
  expect(closed).toEqual([])
  await moved.close()
  expect(closed).toEqual(['part'])
})
