import { type ApiKey, changeKey, type KeyChanges, readKeyById, topUpKey } from '../accounts/api-keys.ts'
import type { Sql } from '../db/sql.ts'
import { publicState } from '../jobs/api/response.ts'
import { listTasks } from '../jobs/store/task-store.ts'
import type { Config } from '../runtime/config.ts'
import { UsageError } from './arguments.node.ts'

export interface Command {
  readonly needsDatabase: boolean
  run(sql: Sql, config: Config): Promise<number>
}

const DEFAULT_TASKS = 20

export function changeCommand(id: string, changes: KeyChanges): Command {
  if (Object.keys(changes).length === 0) throw new UsageError('"limit" requires at least one of its options')
  return keyCommand(id, async (sql) => {
    await changeKey(sql, id, changes)
    process.stdout.write(`Changed key ${id}.\n`)
    return 0
  })
}

export function switchCommand(id: string, state: 'active' | 'disabled'): Command {
  return keyCommand(id, async (sql) => {
    await changeKey(sql, id, { state })
    process.stdout.write(`Key ${id} is ${state}.\n`)
    return 0
  })
}

export function topUpCommand(id: string, text: string | undefined): Command {
  const pages = text !== undefined && /^-?\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (Number.isNaN(pages))
    throw new UsageError(
      `"topup" requires a whole number of pages after the id${text === undefined ? '' : `, not "${text}"`}`,
    )
  return keyCommand(id, async (sql, key) => {
    const balance = await topUpKey(sql, id, pages)
    if (balance !== null) {
      process.stdout.write(`Key ${id} has ${balance} paid pages.\n`)
      return 0
    }
    process.stderr.write(
      `sheaf keys: cannot remove ${-pages} pages from key "${id}": only ${key.paidBalance} are available\n`,
    )
    return 1
  })
}

export function tasksCommand(id: string, last: number | undefined): Command {
  return keyCommand(id, async (sql) => {
    const tasks = await listTasks(sql, { apiKeyId: id, now: Date.now(), limit: last ?? DEFAULT_TASKS })
    const rows = tasks.map((task) => [
      task.taskId,
      publicState(task),
      task.pagesTotal === null ? '-' : `${task.pagesDone}/${task.pagesTotal}`,
      formatTime(task.createdAt),
      task.fileName.replace(/\p{Cc}/gu, ' '),
      (task.error ?? '').replace(/\p{Cc}/gu, ' '),
    ])
    process.stdout.write(formatColumns([['TASK', 'STATUS', 'PAGES', 'SENT', 'FILE', 'ERROR'], ...rows]))
    return 0
  })
}

function keyCommand(id: string, change: (sql: Sql, key: ApiKey) => Promise<number>): Command {
  return {
    needsDatabase: true,
    async run(sql) {
      const key = await readKeyById(sql, id, Date.now())
      if (key !== null) return await change(sql, key)
      process.stderr.write(`sheaf keys: no key "${id}"; see "sheaf keys list"\n`)
      return 1
    },
  }
}

export function formatTime(time: number | null): string {
  return time === null ? 'never' : new Date(time).toISOString().replace(/\.\d+Z$/, 'Z')
}

export function formatColumns(rows: readonly (readonly string[])[]): string {
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
