import { expect, test } from 'vitest'
import { retry } from '../../src/model/retry.ts'

function failing(
  times: number,
  message: string,
): { readonly work: () => Promise<number>; readonly calls: () => number } {
  let calls = 0
  const work = async (): Promise<number> => {
    calls++
    if (calls <= times) throw new Error(message)
    return calls
  }
  return { work, calls: () => calls }
}

const policy = { attempts: 2, mayRetry: (error: unknown) => error instanceof Error && error.message === 'busy' }

test('work is repeated after errors that allow it, up to the number of attempts', async () => {
  expect(await retry(failing(1, 'busy').work, policy)).toBe(2)
  const busy = failing(2, 'busy')
  await expect(retry(busy.work, policy)).rejects.toThrow('busy')
  expect(busy.calls()).toBe(2)
  const broken = failing(1, 'broken')
  await expect(retry(broken.work, policy)).rejects.toThrow('broken')
  expect(broken.calls()).toBe(1)
})
