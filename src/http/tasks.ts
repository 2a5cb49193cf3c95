/** The routes of asynchronous parsing. Not available yet: they say so at once, without reading the upload. */
import type { Hono } from 'hono'
import { ParseError } from '../model/errors.ts'
import { type AppEnv, basePath } from './env.ts'
import { answerMethodNotAllowed } from './errors.ts'

const taskPaths = ['parse/async', 'extract/async', 'parse/async_check', 'extract/async_check', 'parse/async_cancel', 'parse/async_events'].map(
  (path) => `${basePath}/${path}`,
)

export function routeTasks(app: Hono<AppEnv>): void {
  app.on('POST', taskPaths, () => {
    throw new ParseError(1137, `Asynchronous parsing is not available yet in this version. Use POST ${basePath}/parse/sync.`, { status: 501 })
  })
  for (const path of taskPaths) app.all(path, answerMethodNotAllowed('POST'))
}
