/** Only a new key goes to standard output, for scripts. */
import { existsSync } from 'node:fs'
import { createKey, type KeyChanges, listKeys } from '../accounts/api-keys.ts'
import { callbackSecret } from '../accounts/callback-secrets.ts'
import { usage } from '../accounts/quota.ts'
import type { Sql, SqlValue } from '../db/sql.ts'
import { type Config, processEnvironment, readConfig } from '../runtime/config.ts'
import { openDatabase, sqlitePath } from '../runtime/open-stores.node.ts'
import { printStartProblem } from '../runtime/start-errors.node.ts'
import { type FlagValues, runCommand, UsageError } from './arguments.node.ts'
import {
  type Command,
  changeCommand,
  formatColumns,
  formatTime,
  switchCommand,
  tasksCommand,
  topUpCommand,
} from './key-changes.node.ts'

const help = `sheaf keys create [--name TEXT] [--paid N] [limits] [--sql]
sheaf keys list
sheaf keys limit ID [--name TEXT] [limits]
sheaf keys topup ID PAGES
sheaf keys disable ID
sheaf keys enable ID
sheaf keys tasks ID [--last N]

limits: --free-day N  --free-month N  --expires DATE  --per-second N  --per-window N

Uses the database in DATA_DIR or DATABASE_URL; the service can be running. DATE is the last day (2027-01-31, in UTC), a
time (2027-01-31T12:00:00Z) or "never"; a rate is a number, 0 for no limit, or "default" (RATE_PER_SECOND,
RATE_PER_WINDOW). Without options, create uses FREE_PAGES_PER_DAY, FREE_PAGES_PER_MONTH and PAID_PAGES. limit changes
only what its options name. PAGES may be negative (after --). tasks shows the last 20 tasks, or N, with stored results.
--sql uses no database: it prints the SQL statement that creates the key, for a database elsewhere (D1):
  wrangler d1 execute DB --remote --command "$(npm run -s sheaf -- keys create --sql)"
`

const text = { type: 'string' } as const
const flags = {
  name: text,
  'free-day': text,
  'free-month': text,
  paid: text,
  expires: text,
  'per-second': text,
  'per-window': text,
  last: text,
  sql: { type: 'boolean' },
} as const

/** Returns the exit code: 0, 1 for a failure, or 2 for wrong arguments. */
export async function keysCommand(args: readonly string[]): Promise<number> {
  return await runCommand({ name: 'keys', help, flags, hasVerbs: true }, args, async ({ values, positionals }) =>
    execute(readCommand(values, positionals)),
  )
}

async function execute(command: Command): Promise<number> {
  try {
    const config = readConfig(processEnvironment(), 'node')
    const path = command.needsDatabase ? sqlitePath(config) : null
    const isNew = path !== null && !existsSync(path)
    const sql = command.needsDatabase ? await openDatabase(config) : printingSql()
    // A wrong folder would otherwise look like a service without keys.
    if (isNew) process.stderr.write(`There was no database: ${path} was created. The service must use the same one.\n`)
    try {
      return await command.run(sql, config)
    } finally {
      await sql.close()
    }
  } catch (error) {
    printStartProblem(error)
    return 1
  }
}

/** All arguments are checked before the database is opened. */
function readCommand(values: FlagValues<typeof flags>, [verb = '', ...rest]: readonly string[]): Command {
  const definition = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
  if (definition === undefined) throw new UsageError(`unknown command "${verb}"; use ${Object.keys(verbs).join(', ')}`)
  const unsupported = Object.keys(values).find((name) => !definition.options.includes(name))
  if (unsupported !== undefined) throw new UsageError(`"${verb}" does not support --${unsupported}`)
  if (rest.length > definition.words) throw new UsageError(`unexpected argument "${rest.at(-1)}"`)
  const limits = {
    ...(values.name === undefined ? {} : { name: values.name }),
    ...ifSet('freePerDay', readCount('--free-day', values['free-day'])),
    ...ifSet('freePerMonth', readCount('--free-month', values['free-month'])),
    ...ifSet('expiresAt', readDate(values.expires)),
    ...ifSet('ratePerSecond', readRate('--per-second', values['per-second'])),
    ...ifSet('ratePerWindow', readRate('--per-window', values['per-window'])),
  }
  const id = rest[0]
  if (verb === 'create') {
    if (typeof limits.expiresAt === 'number' && limits.expiresAt <= Date.now())
      throw new UsageError(`--expires="${values.expires}": is in the past`)
    return createCommand({ ...limits, paidPages: readCount('--paid', values.paid), asSql: values.sql === true })
  }
  if (verb === 'list') return { needsDatabase: true, run: printKeys }
  if (id === undefined) throw new UsageError(`"${verb}" requires the id of a key; see "sheaf keys list"`)
  switch (verb) {
    case 'limit':
      return changeCommand(id, limits)
    case 'topup':
      return topUpCommand(id, rest[1])
    case 'tasks':
      return tasksCommand(id, readCount('--last', values.last))
    default:
      return switchCommand(id, verb === 'disable' ? 'disabled' : 'active')
  }
}

const limitOptions = ['name', 'free-day', 'free-month', 'expires', 'per-second', 'per-window']
const verbs: Readonly<Record<string, { readonly options: readonly string[]; readonly words: number }>> = {
  create: { options: [...limitOptions, 'paid', 'sql'], words: 0 },
  list: { options: [], words: 0 },
  limit: { options: limitOptions, words: 1 },
  topup: { options: [], words: 2 },
  disable: { options: [], words: 1 },
  enable: { options: [], words: 1 },
  tasks: { options: ['last'], words: 1 },
}

function ifSet<name extends string, value>(name: name, value: value | undefined): { [key in name]?: value } {
  return value === undefined ? {} : ({ [name]: value } as { [key in name]: value })
}

interface NewKey extends KeyChanges {
  readonly paidPages: number | undefined
  readonly asSql: boolean
}

function createCommand({ asSql, ...values }: NewKey): Command {
  const run: Command['run'] = async (sql, { service }) => {
    const { keyDefaults } = service
    const { id, apiKey } = await createKey(sql, {
      ...values,
      name: values.name ?? '',
      freePerDay: values.freePerDay ?? keyDefaults.freePerDay,
      freePerMonth: values.freePerMonth ?? keyDefaults.freePerMonth,
      paidPages: values.paidPages ?? keyDefaults.paidPages,
      now: Date.now(),
    })
    process.stderr.write(`Key ${id}, shown only this once:\n`)
    ;(asSql ? process.stderr : process.stdout).write(`${apiKey}\n`)
    const { serverSecret } = service.tasks
    // Without SERVER_SECRET, the secret is in the database, which --sql does not open.
    if (!asSql || serverSecret !== null)
      process.stderr.write(`Its callbacks are signed with ${await callbackSecret(sql, id, serverSecret)}\n`)
    return 0
  }
  return { needsDatabase: !asSql, run }
}

function printingSql(): Sql & { close(): void } {
  const refuse = () => Promise.reject(new Error('Printed statements return nothing.'))
  return {
    all: refuse,
    batch: refuse,
    async run(sql, args = []) {
      process.stdout.write(
        `${sql.replace(/\?(\d+)/g, (_, number: string) => literal(args[Number(number) - 1] ?? null))};\n`,
      )
      return 1
    },
    close() {},
  }
}

function literal(value: SqlValue): string {
  if (value === null) return 'NULL'
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`
  return `X'${Buffer.from(value).toString('hex')}'`
}

async function printKeys(sql: Sql, { service }: Config): Promise<number> {
  const now = Date.now()
  const rows = [
    ['ID', 'KEY', 'STATE', 'FREE TODAY', 'FREE THIS MONTH', 'PAID', 'EXPIRES', 'PER SECOND', 'PER WINDOW', 'NAME'],
  ]
  for (const key of await listKeys(sql, now)) {
    const left = await usage(sql, { apiKeyId: key.id, now, timezone: service.quotaTimezone })
    rows.push([
      key.id,
      `${key.prefix}…`,
      key.state,
      `${left.remainingFreePagesToday}/${key.freePerDay}`,
      `${left.remainingFreePagesThisMonth}/${key.freePerMonth}`,
      String(left.remainingPaidPages),
      formatTime(key.expiresAt),
      formatRate(key.ratePerSecond),
      formatRate(key.ratePerWindow),
      key.name,
    ])
  }
  process.stdout.write(formatColumns(rows))
  return 0
}

/** The settings of the service may differ from those of this process, so its default has no number here. */
function formatRate(rate: number | null): string {
  if (rate === null) return 'default'
  return rate === 0 ? 'any' : String(rate)
}

function readCount(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const count = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  if (!(count <= 1_000_000_000)) throw new UsageError(`${flag}="${text}": must be a whole number from 0 to 1000000000`)
  return count
}

function readRate(flag: string, text: string | undefined): number | null | undefined {
  return text === 'default' ? null : readCount(flag, text)
}

/** A date includes its whole day; `null` means no expiry. */
function readDate(text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined
  if (text === 'never') return null
  const [, date, clock] = /^(\d{4}-\d{2}-\d{2})(T.+)?$/.exec(text) ?? []
  const midnight = Date.parse(`${date}T00:00:00Z`)
  // `Date.parse` accepts February 31.
  const exists = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(date ?? '?')
  const time = clock === undefined ? midnight + 86_400_000 : Date.parse(text)
  if (!exists || Number.isNaN(time))
    throw new UsageError(
      `--expires="${text}": must be a date like 2027-01-31, a time like 2027-01-31T12:00:00Z, or never`,
    )
  return time
}
