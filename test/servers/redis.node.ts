/** Redis of the Debian package on a free loopback port in a temporary folder, which tests can stop and restart. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { freePort } from './port.node.ts'
import { serverProcess } from './process.node.ts'

export interface RedisServer {
  readonly url: string
  readonly pid: number | undefined
  /** SIGKILL: as a crash. */
  stop(signal?: NodeJS.Signals): Promise<void>
  /** Restarts it with the same port and files. */
  start(): Promise<void>
  /** Between `freeze` and `thaw` it accepts connections and does not respond. */
  freeze(): void
  thaw(): void
  flush(): Promise<void>
  command(name: string, ...args: string[]): Promise<void>
  close(): Promise<void>
}

export const hasRedis = spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status === 0

/** Without persistence the data is lost when it stops. */
export async function openRedis({
  policy = 'noeviction',
  persistence = true,
}: {
  policy?: string
  persistence?: boolean
} = {}): Promise<RedisServer> {
  const dir = mkdtempSync(join(tmpdir(), 'sheaf-redis-'))
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  const settings = [
    '--port',
    `${port}`,
    '--bind',
    '127.0.0.1',
    '--dir',
    dir,
    '--save',
    '',
    '--appendonly',
    persistence ? 'yes' : 'no',
    '--maxmemory-policy',
    policy,
  ]

  const withClient = async (work: (client: Redis) => Promise<unknown>): Promise<void> => {
    const client = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 0, retryStrategy: () => null })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await work(client)
    } finally {
      client.disconnect()
    }
  }

  const server = serverProcess('redis-server', settings, { cwd: dir, ask: () => withClient((client) => client.ping()) })
  await server.start()
  return {
    url,
    get pid() {
      return server.pid
    },
    start: server.start,
    freeze: () => server.signalAll('SIGSTOP'),
    thaw: () => server.signalAll('SIGCONT'),
    stop: (signal = 'SIGTERM') => server.stop(signal),
    flush: () => withClient((client) => client.flushall()),
    command: (name, ...args) => withClient((client) => client.call(name, ...args)),
    async close() {
      await server.stop('SIGKILL')
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
