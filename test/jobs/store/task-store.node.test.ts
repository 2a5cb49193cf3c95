/** The contract tests of tasks with the embedded queue, SQLite and files. */
import { afterAll } from 'vitest'
import { testTasks } from '../../contract/tasks.ts'
import { type OpenedApp, openApp } from '../../http/open-app.node.ts'

let opened: OpenedApp | undefined
afterAll(() => opened?.close())
testTasks(async () => {
  opened = await openApp({ environment: { SHARD_PAGES: '2', ASYNC_CHECK_WAIT_MS: '1000' } })
  return opened
})
