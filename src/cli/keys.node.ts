/**
 * `sheaf keys`: makes, lists and disables API keys in the database of `DATA_DIR`, also while the service runs on it.
 * A new key's text is printed once, alone on standard output, so that a script can take it.
 */
import { parseArgs } from 'node:util'
import { type ApiKey, createKey, disableKey, listKeys } from '../ledger/keys.ts'
import { usage } from '../ledger/quota.ts'
import { callbackSecret } from '../ledger/secrets.ts'
import type { Sql, SqlValue } from '../ledger/sql.ts'
import { type Config, processEnvironment, readConfig } from '../runtime/config.ts'
import { openLedger, startProblem } from '../runtime/startup.node.ts'

const help = `sheaf keys create [--name TEXT] [--free-day N] [--free-month N] [--paid N] [--expires DATE] [--sql]
sheaf keys list
sheaf keys disable ID

Works on the database in DATA_DIR, also while the service runs. DATE is the last day (2027-01-31, in UTC) or
a moment (2027-01-31T12:00:00Z). What is left out comes from FREE_PAGES_PER_DAY, FREE_PAGES_PER_MONTH and PAID_PAGES.
--sql touches no database: it prints the statement that makes the key, for a database elsewhere (D1):
  wrangler d1 execute DB --remote --command "$(npm run -s sheaf -- keys create --sql)"
`

/** Wrong arguments: told with the help, exit code 2. */
class UsageError extends Error {}

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
    if (error instanceof UsageError || (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))) {
      process.stderr.write(`sheaf keys: ${error.message}\n\n${help}`)
      return 2
    }
    const problem = startProblem(error)
    if (problem === null) throw error
    process.stderr.write(`${problem}\n`)
    return 1
  }
}

interface Command {
  readonly needsDatabase: boolean
  run(sql: Sql, config: Config): Promise<number>
}

/** All arguments are checked before the database is opened. */
function readCommand(args: readonly string[]): Command | 'help' {
  const text = { type: 'string' } as const
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { name: text, 'free-day': text, 'free-month': text, paid: text, expires: text, sql: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  })
  const [verb, ...rest] = positionals
  if (values.help === true || verb === undefined) return 'help'
  if (verb !== 'create' && Object.keys(values).length > 0) throw new UsageError(`"${verb}" takes no --${Object.keys(values)[0]}`)
  if (rest.length > (verb === 'disable' ? 1 : 0)) throw new UsageError(`"${rest.at(-1)}" is one argument too many`)
  switch (verb) {
    case 'create':
      return createCommand({
        name: values.name ?? '',
        freePerDay: readCount('--free-day', values['free-day']),
        freePerMonth: readCount('--free-month', values['free-month']),
        paidPages: readCount('--paid', values.paid),
        expiresAt: readDate(values.expires),
        asSql: values.sql === true,
      })
    case 'list':
      return { needsDatabase: true, run: listKeysOf }
    case 'disable':
      return disableCommand(rest[0])
    default:
      throw new UsageError(`"${verb}" is not known; use create, list or disable`)
  }
}

interface Wanted {
  readonly name: string
  readonly freePerDay: number | null
  readonly freePerMonth: number | null
  readonly paidPages: number | null
  readonly expiresAt: number | null
  readonly asSql: boolean
}

function createCommand(wanted: Wanted): Command {
  const run: Command['run'] = async (sql, { keyDefaults, service }) => {
    const { id, apiKey } = await createKey(sql, {
      name: wanted.name,
      freePerDay: wanted.freePerDay ?? keyDefaults.freePerDay,
      freePerMonth: wanted.freePerMonth ?? keyDefaults.freePerMonth,
      paidPages: wanted.paidPages ?? keyDefaults.paidPages,
      expiresAt: wanted.expiresAt,
      now: Date.now(),
    })
    process.stderr.write(`Key ${id}, shown only this once:\n`)
    // With --sql the statement alone is on standard output, for another command to take.
    if (wanted.asSql) process.stderr.write(`${apiKey}\n`)
    else {
      process.stdout.write(`${apiKey}\n`)
      process.stderr.write(`Its callbacks are signed with ${await callbackSecret(sql, id, service.tasks.serverSecret)}\n`)
    }
    return 0
  }
  return { needsDatabase: !wanted.asSql, run }
}

/** Prints statements, their values filled in, instead of running them. */
function printingSql(): Sql & { close(): void } {
  const refuse = () => Promise.reject(new Error('nothing can be read from a printed statement'))
  return {
    all: refuse,
    batch: refuse,
    async run(sql, args = []) {
      process.stdout.write(`${sql.replace(/\?(\d+)/g, (_, number: string) => literal(args[Number(number) - 1] ?? null))};\n`)
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
  const rows = [['ID', 'KEY', 'STATE', 'FREE TODAY', 'FREE THIS MONTH', 'PAID', 'EXPIRES', 'NAME']]
  for (const key of await listKeys(sql, now)) {
    const left = await usage(sql, { apiKeyId: key.id, now, timezone: service.quotaTimezone })
    rows.push([
      key.id,
      `${key.prefix}…`,
      key.state,
      `${left.remainingFreePagesToday}/${key.freePerDay}`,
      `${left.remainingFreePagesThisMonth}/${key.freePerMonth}`,
      String(left.remainingPaidPages),
      expiryOf(key),
      key.name,
    ])
  }
  process.stdout.write(columns(rows))
  return 0
}

function disableCommand(id: string | undefined): Command {
  if (id === undefined) throw new UsageError('"disable" needs the id of a key; "sheaf keys list" shows them')
  const run: Command['run'] = async (sql) => {
    if (await disableKey(sql, id)) {
      process.stdout.write(`Key ${id} is disabled.\n`)
      return 0
    }
    process.stderr.write(`sheaf keys: there is no key "${id}"; "sheaf keys list" shows them\n`)
    return 1
  }
  return { needsDatabase: true, run }
}

function readCount(flag: string, text: string | undefined): number | null {
  if (text === undefined) return null
  const count = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  if (!(count <= 1_000_000_000)) throw new UsageError(`${flag}="${text}": allowed is a whole number from 0 to 1000000000`)
  return count
}

/** A bare date counts to its end. */
function readDate(text: string | undefined): number | null {
  if (text === undefined) return null
  const [, date, clock] = /^(\d{4}-\d{2}-\d{2})(T.+)?$/.exec(text) ?? []
  const midnight = Date.parse(`${date}T00:00:00Z`)
  // `Date` reads the 31st of February as a day in March.
  const real = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(date ?? '?')
  const moment = clock === undefined ? midnight + 86_400_000 : Date.parse(text)
  if (!real || Number.isNaN(moment)) throw new UsageError(`--expires="${text}": allowed is a date like 2027-01-31 or a moment like 2027-01-31T12:00:00Z`)
  return moment
}

function expiryOf(key: ApiKey): string {
  return key.expiresAt === null ? 'never' : new Date(key.expiresAt).toISOString().replace(/\.\d+Z$/, 'Z')
}

function columns(rows: readonly (readonly string[])[]): string {
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
