/** A Redis of Debian's package on a free loopback port in a folder of its own, which tests may kill and start again. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { freePort } from './port.node.ts'

export interface RedisServer {
  readonly url: string
  /** Ends the server; with SIGKILL as a crash would. */
  stop(signal?: NodeJS.Signals): Promise<void>
  /** Starts it again on the same port and files. */
  start(): Promise<void>
  flush(): Promise<void>
  close(): Promise<void>
}

export const hasRedis = spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status === 0

/** `persistence: false`: whatever ends it empties it. */
export async function openRedis({ policy = 'noeviction', persistence = true }: { policy?: string; persistence?: boolean } = {}): Promise<RedisServer> {
  const dir = mkdtempSync(join(tmpdir(), 'sheaf-redis-'))
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  let server: ChildProcess | null = null
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

  const opened: RedisServer = {
    url,
    async start() {
      server = spawn('redis-server', settings, { stdio: 'ignore' })
      for (let look = 0; ; look++) {
        try {
          await withClient((client) => client.ping())
          return
        } catch (error) {
          if (look > 200 || server.exitCode !== null) throw error
          await delay(50)
        }
      }
    },
    async stop(signal = 'SIGTERM') {
      const running = server
      server = null
      if (running === null || running.exitCode !== null || running.signalCode !== null) return
      const ended = once(running, 'exit')
      running.kill(signal)
      await ended
    },
    flush: () => withClient((client) => client.flushall()),
    async close() {
      await opened.stop('SIGKILL')
      rmSync(dir, { recursive: true, force: true })
    },
  }
  await opened.start()
  return opened
}
