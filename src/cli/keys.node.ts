/**
 * `sheaf keys`: makes and lists API keys in the service's database, also while it runs; what is done to keys that are
 * there is in `key-changes.node.ts`. A new key's text is printed once, alone on standard output, so that a script can take it.
 */
import { parseArgs } from 'node:util'
import { createKey, type KeyChanges, listKeys } from '../accounts/api-keys.ts'
import { callbackSecret } from '../accounts/callback-secrets.ts'
import { usage } from '../accounts/quota.ts'
import type { Sql, SqlValue } from '../db/sql.ts'
import { type Config, processEnvironment, readConfig } from '../runtime/config.ts'
import { openLedger } from '../runtime/open-stores.node.ts'
import { startProblem } from '../runtime/startup.node.ts'
import {
  type Command,
  changeCommand,
  columns,
  momentText,
  switchCommand,
  tasksCommand,
  topUpCommand,
  UsageError,
} from './key-changes.node.ts'

const help = `sheaf keys create [--name TEXT] [--paid N] [limits] [--sql]
sheaf keys list
sheaf keys limit ID [--name TEXT] [limits]
sheaf keys topup ID PAGES
sheaf keys disable ID
sheaf keys enable ID
sheaf keys tasks ID [--last N]

limits: --free-day N  --free-month N  --expires DATE  --per-second N  --per-window N

Works on the database in DATA_DIR or at DATABASE_URL, also while the service runs. DATE is the last day (2027-01-31, in
UTC), a moment (2027-01-31T12:00:00Z) or "never"; a rate is "default" (RATE_PER_SECOND, RATE_PER_WINDOW) or 0 for none.
What create leaves out comes from FREE_PAGES_PER_DAY, FREE_PAGES_PER_MONTH and PAID_PAGES; what limit leaves out stays.
PAGES may be negative (after --). tasks shows the last 20 tasks whose results are kept, or so many as --last says.
--sql touches no database: it prints the statement that makes the key, for a database elsewhere (D1):
  wrangler d1 execute DB --remote --command "$(npm run -s sheaf -- keys create --sql)"
`

/** The exit code: 0, 1 when it could not be done, 2 for wrong arguments. */
export async function keysCommand(args: readonly string[]): Promise<number> {
  try {
    const command = readCommand(args)
    if (command === 'help') {
      process.stdout.write(help)
      return 0
    }
    const config = readConfig(processEnvironment(), 'node')
    const sql = command.needsDatabase ? await openLedger(config) : printingSql()
    try {
      return await command.run(sql, config)
    } finally {
      await sql.close()
    }
  } catch (error) {
    if (
      error instanceof UsageError ||
      (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
    ) {
      process.stderr.write(`sheaf keys: ${error.message}\n\n${help}`)
      return 2
    }
    const problem = startProblem(error)
    if (problem === null) throw error
    process.stderr.write(`${problem}\n`)
    return 1
  }
}

/** All arguments are checked before the database is opened. */
function readCommand(args: readonly string[]): Command | 'help' {
  const text = { type: 'string' } as const
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      name: text,
      'free-day': text,
      'free-month': text,
      paid: text,
      expires: text,
      'per-second': text,
      'per-window': text,
      last: text,
      sql: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  const [verb, ...rest] = positionals
  if (values.help === true || verb === undefined) return 'help'
  const known = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
  if (known === undefined) throw new UsageError(`"${verb}" is not known; use ${Object.keys(verbs).join(', ')}`)
  const foreign = Object.keys(values).find((name) => !known.options.includes(name))
  if (foreign !== undefined) throw new UsageError(`"${verb}" takes no --${foreign}`)
  if (rest.length > known.words) throw new UsageError(`"${rest.at(-1)}" is one argument too many`)
  const limits = {
    ...(values.name === undefined ? {} : { name: values.name }),
    ...given('freePerDay', readCount('--free-day', values['free-day'])),
    ...given('freePerMonth', readCount('--free-month', values['free-month'])),
    ...given('expiresAt', readDate(values.expires)),
    ...given('ratePerSecond', readRate('--per-second', values['per-second'])),
    ...given('ratePerWindow', readRate('--per-window', values['per-window'])),
  }
  const id = rest[0]
  if (verb === 'create')
    return createCommand({ ...limits, paidPages: readCount('--paid', values.paid), asSql: values.sql === true })
  if (verb === 'list') return { needsDatabase: true, run: listKeysOf }
  if (id === undefined) throw new UsageError(`"${verb}" needs the id of a key; "sheaf keys list" shows them`)
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
/** What follows each verb: options, and words beside them. */
const verbs: Readonly<Record<string, { readonly options: readonly string[]; readonly words: number }>> = {
  create: { options: [...limitOptions, 'paid', 'sql'], words: 0 },
  list: { options: [], words: 0 },
  limit: { options: limitOptions, words: 1 },
  topup: { options: [], words: 2 },
  disable: { options: [], words: 1 },
  enable: { options: [], words: 1 },
  tasks: { options: ['last'], words: 1 },
}

function given<name extends string, value>(name: name, value: value | undefined): { [key in name]?: value } {
  return value === undefined ? {} : ({ [name]: value } as { [key in name]: value })
}

interface Wanted extends KeyChanges {
  readonly paidPages: number | undefined
  readonly asSql: boolean
}

function createCommand({ asSql, ...wanted }: Wanted): Command {
  const run: Command['run'] = async (sql, { keyDefaults, service }) => {
    const { id, apiKey } = await createKey(sql, {
      ...wanted,
      name: wanted.name ?? '',
      freePerDay: wanted.freePerDay ?? keyDefaults.freePerDay,
      freePerMonth: wanted.freePerMonth ?? keyDefaults.freePerMonth,
      paidPages: wanted.paidPages ?? keyDefaults.paidPages,
      now: Date.now(),
    })
    process.stderr.write(`Key ${id}, shown only this once:\n`)
    // With --sql the statement alone is on standard output, for another command to take.
    ;(asSql ? process.stderr : process.stdout).write(`${apiKey}\n`)
    const { serverSecret } = service.tasks
    // Where the secret lies in a database that is not here, nobody here can derive from it.
    if (!asSql || serverSecret !== null)
      process.stderr.write(`Its callbacks are signed with ${await callbackSecret(sql, id, serverSecret)}\n`)
    return 0
  }
  return { needsDatabase: !asSql, run }
}

/** Prints statements, their values filled in, instead of running them. */
function printingSql(): Sql & { close(): void } {
  const refuse = () => Promise.reject(new Error('nothing can be read from a printed statement'))
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

async function listKeysOf(sql: Sql, { service }: Config): Promise<number> {
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
      momentText(key.expiresAt),
      rateText(key.ratePerSecond, service.rates.perSecond),
      rateText(key.ratePerWindow, service.rates.perWindow),
      key.name,
    ])
  }
  process.stdout.write(columns(rows))
  return 0
}

function rateText(own: number | null, common: number): string {
  const rate = own ?? common
  return rate === 0 ? 'any' : String(rate)
}

function readCount(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const count = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  if (!(count <= 1_000_000_000))
    throw new UsageError(`${flag}="${text}": allowed is a whole number from 0 to 1000000000`)
  return count
}

/** `null`: the deployment's. */
function readRate(flag: string, text: string | undefined): number | null | undefined {
  return text === 'default' ? null : readCount(flag, text)
}

/** A bare date counts to its end; `null`: never. */
function readDate(text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined
  if (text === 'never') return null
  const [, date, clock] = /^(\d{4}-\d{2}-\d{2})(T.+)?$/.exec(text) ?? []
  const midnight = Date.parse(`${date}T00:00:00Z`)
  // `Date` reads the 31st of February as a day in March.
  const real = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(date ?? '?')
  const moment = clock === undefined ? midnight + 86_400_000 : Date.parse(text)
  if (!real || Number.isNaN(moment))
    throw new UsageError(
      `--expires="${text}": allowed is a date like 2027-01-31, a moment like 2027-01-31T12:00:00Z, or never`,
    )
  return moment
}
