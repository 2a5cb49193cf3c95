import { afterAll, expect, test } from 'vitest'
import { openApp } from './open-app.node.ts'

const app = await openApp()
afterAll(() => app.close())

test.each([
  ['/files/secret-token/a.png', '/files/…'],
  ['//files/secret-token/a.png', '//files/…'],
  ['/api/files%2Fsecret-token%2Fa.png', '/api/files%2F…'],
  ['/parse/sk-XF3J9uFlMTI7T4Lwv5dwikgIvRoy', '/parse/…'],
  ['/api/v1/parse/unknown', '/api/v1/parse/unknown'],
])('the log line of %s has no secret', async (path, logged) => {
  await app.call(path)
  expect(app.logged.findLast(({ message }) => message === 'request')?.fields.path).toBe(logged)
})
