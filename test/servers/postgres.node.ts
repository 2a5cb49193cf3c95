/**
 * PostgreSQL of the Debian package on a free loopback port in a temporary folder. It refuses to run as root, so root
 * starts it as the user of the package.
 */
import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from './port.node.ts'
import { serverProcess } from './process.node.ts'

export interface PostgresServer {
  /** The running server, whose children serve the connections. */
  readonly pid: number | undefined
  /** Creates an empty database and returns its URL. */
  newDatabase(): Promise<string>
  /** Also for sessions that exist. */
  setReadOnly(isReadOnly: boolean): Promise<void>
  /** SIGINT: fast shutdown; SIGQUIT: as a crash. */
  stop(signal?: NodeJS.Signals): Promise<void>
  start(): Promise<void>
  /** Between `freeze` and `thaw` it accepts connections and does not respond. */
  freeze(): void
  thaw(): void
  close(): Promise<void>
}

const packageDir = '/usr/lib/postgresql'
const versions = existsSync(packageDir) ? readdirSync(packageDir).sort((a, b) => Number(b) - Number(a)) : []
const bin = versions
  .map((version) => join(packageDir, version, 'bin'))
  .find((folder) => existsSync(join(folder, 'initdb')))
export const hasPostgres = bin !== undefined

const isRoot = process.getuid?.() === 0
/** The command line, for root as another user. `setpriv` replaces itself, so the process id stays. */
const asUser = (program: string, args: readonly string[]): [string, string[]] =>
  isRoot
    ? ['setpriv', ['--reuid=postgres', '--regid=postgres', '--init-groups', '--', program, ...args]]
    : [program, [...args]]

/** `settings`: those of the configuration file. */
export async function openPostgresServer(settings: Record<string, string> = {}): Promise<PostgresServer> {
  const folder = bin ?? ''
  const dir = mkdtempSync(join(tmpdir(), 'sheaf-postgres-'))
  if (isRoot) {
    const idOf = (flag: string): number => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
    chownSync(dir, idOf('-u'), idOf('-g'))
  }
  const data = join(dir, 'data')
  const [program, args] = asUser(join(folder, 'initdb'), [
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--no-sync',
  ])
  const made = spawnSync(program, args, { cwd: dir, encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stdout}${made.stderr}`)
  const port = await freePort()
  const urlOf = (database: string): string => `postgres://postgres@127.0.0.1:${port}/${database}`
  let databases = 0

  const withClient = async (work: (client: pg.Client) => Promise<unknown>): Promise<void> => {
    const client = new pg.Client(urlOf('postgres'))
    client.on('error', () => undefined)
    try {
      await client.connect()
      await work(client)
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  const [command, rest] = asUser(join(folder, 'postgres'), [
    '-D',
    data,
    '-p',
    `${port}`,
    '-h',
    '127.0.0.1',
    '-k',
    dir,
    ...Object.entries({ max_connections: '100', ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ])
  const server = serverProcess(command, rest, { cwd: dir, ask: () => withClient((client) => client.query('SELECT 1')) })
  await server.start()
  return {
    get pid() {
      return server.pid
    },
    async newDatabase() {
      const name = `test_${++databases}`
      await withClient((client) => client.query(`CREATE DATABASE ${name}`))
      return urlOf(name)
    },
    setReadOnly: (isReadOnly) =>
      withClient(async (client) => {
        await client.query(`ALTER SYSTEM SET default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`)
        await client.query('SELECT pg_reload_conf()')
      }),
    start: server.start,
    freeze: () => server.signalAll('SIGSTOP'),
    thaw: () => server.signalAll('SIGCONT'),
    stop: (signal = 'SIGINT') => server.stop(signal),
    async close() {
      await server.stop('SIGQUIT')
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
