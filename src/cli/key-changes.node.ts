/**
 * What `sheaf keys` does to a key that is there: other limits, more pages, on and off, and the list of its tasks. A key
 * that is not there is told on standard error with exit code 1.
 */

import { type ApiKey, changeKey, type KeyChanges, readKeyById, topUpKey } from '../accounts/api-keys.ts'
import type { Sql } from '../db/sql.ts'
import { publicState } from '../jobs/api/response.ts'
import { listTasks } from '../jobs/store/task-store.ts'
import type { Config } from '../runtime/config.ts'

/** Wrong arguments: told with the help, exit code 2. */
export class UsageError extends Error {}

export interface Command {
  readonly needsDatabase: boolean
  /** The exit code. */
  run(sql: Sql, config: Config): Promise<number>
}

const defaultTasks = 20

export function changeCommand(id: string, changes: KeyChanges): Command {
  if (Object.keys(changes).length === 0) throw new UsageError('"limit" needs at least one of its options')
  return onKey(id, async (sql) => {
    await changeKey(sql, id, changes)
    process.stdout.write(`Key ${id} is changed.\n`)
    return 0
  })
}

export function switchCommand(id: string, state: 'active' | 'disabled'): Command {
  return onKey(id, async (sql) => {
    await changeKey(sql, id, { state })
    process.stdout.write(`Key ${id} is ${state}.\n`)
    return 0
  })
}

export function topUpCommand(id: string, text: string | undefined): Command {
  const pages = text !== undefined && /^-?\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (Number.isNaN(pages))
    throw new UsageError(
      `"topup" needs a whole number of pages after the id${text === undefined ? '' : `, not "${text}"`}`,
    )
  return onKey(id, async (sql, key) => {
    const balance = await topUpKey(sql, id, pages)
    if (balance !== null) {
      process.stdout.write(`Key ${id} has ${balance} paid pages.\n`)
      return 0
    }
    process.stderr.write(
      `sheaf keys: ${-pages} pages cannot be taken from key "${id}": ${key.paidBalance} are neither spent nor held\n`,
    )
    return 1
  })
}

export function tasksCommand(id: string, last: number | undefined): Command {
  return onKey(id, async (sql) => {
    const tasks = await listTasks(sql, { apiKeyId: id, now: Date.now(), limit: last ?? defaultTasks })
    const rows = tasks.map((task) => [
      task.taskId,
      publicState(task),
      task.pagesTotal === null ? '-' : `${task.pagesDone}/${task.pagesTotal}`,
      momentText(task.createdAt),
      task.fileName.replace(/\p{Cc}/gu, ' '),
      (task.error ?? '').replace(/\p{Cc}/gu, ' '),
    ])
    process.stdout.write(columns([['TASK', 'STATUS', 'PAGES', 'SENT', 'FILE', 'ERROR'], ...rows]))
    return 0
  })
}

function onKey(id: string, act: (sql: Sql, key: ApiKey) => Promise<number>): Command {
  return {
    needsDatabase: true,
    async run(sql) {
      const key = await readKeyById(sql, id, Date.now())
      if (key !== null) return await act(sql, key)
      process.stderr.write(`sheaf keys: there is no key "${id}"; "sheaf keys list" shows them\n`)
      return 1
    },
  }
}

export function momentText(time: number | null): string {
  return time === null ? 'never' : new Date(time).toISOString().replace(/\.\d+Z$/, 'Z')
}

export function columns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}
