/**
 * A fetch handler behind a listening socket, and its orderly end. Limits how long a client may take to send a request,
 * and how long it may leave an answer unread; how long the answer takes is the service's own affair.
 */
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { createAdaptorServer } from '@hono/node-server'
import { readMerged } from './merged-request-body.node.ts'
import { reasonOf, StartError } from './startup.node.ts'

export interface Listener {
  /** As a browser on this machine would write it. */
  readonly url: string
  /**
   * Stops accepting and waits for what runs. After `timeoutMs` calls `abort`, which should make running requests fail;
   * what then still does not end loses its connection. `true` when all ended by themselves.
   */
  close(options: { timeoutMs: number; abort: () => Promise<void> }): Promise<boolean>
}

/** 200 MB at 1 Mbit/s take 28 minutes; who is slower is cut off, so that dead uploads cannot pile up. */
const requestTimeoutMs = 1_800_000
const headersTimeoutMs = 30_000
/** Longer than the 60 s that most proxies keep a connection, so that they never send into one that just closed. */
const keepAliveTimeoutMs = 65_000
/** Of an answer that is ready, nothing was taken for so long: its reader is gone or means to hold our memory. As most proxies do. */
const unreadTimeoutMs = 60_000
/** For failing requests to write their answer and give their pages back. */
const abortGraceMs = 2_000

type FetchHandler = Parameters<typeof createAdaptorServer>[0]['fetch']

/** Throws `StartError` when the address cannot be had. */
export async function listen(
  fetch: FetchHandler,
  { host, port, unreadMs = unreadTimeoutMs }: { host: string; port: number; unreadMs?: number },
): Promise<Listener> {
  let running = 0
  const counted: FetchHandler = async (request, environment) => {
    running++
    try {
      const bindings = { ...environment, openRequestBody: () => readMerged(environment.incoming) }
      return await fetch(request, bindings)
    } finally {
      running--
    }
  }
  const server = createAdaptorServer({
    fetch: counted,
    serverOptions: {
      requestTimeout: requestTimeoutMs,
      headersTimeout: headersTimeoutMs,
      keepAliveTimeout: keepAliveTimeoutMs,
    },
  }) as Server
  dropUnread(server, unreadMs)

  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenError(error, { host, port })))
    server.listen(port, host, () => {
      server.removeAllListeners('error')
      resolve()
    })
  })

  return {
    url: urlOf(server.address(), host),
    async close({ timeoutMs, abort }) {
      const closed = new Promise<'closed'>((resolve) => server.close(() => resolve('closed')))
      // A connection that turns idle after `close` would otherwise wait for its keep-alive time.
      const idle = setInterval(() => server.closeIdleConnections(), 50)
      try {
        if ((await Promise.race([closed, delay(timeoutMs, 'late', { ref: true })])) === 'closed') return true
        await abort()
        if ((await Promise.race([closed, delay(abortGraceMs, 'late')])) === 'late') server.closeAllConnections()
        for (const giveUpAt = Date.now() + abortGraceMs; running > 0 && Date.now() < giveUpAt; ) await delay(20)
        return false
      } finally {
        clearInterval(idle)
      }
    },
  }
}

/** Ends connections whose client takes nothing of an answer for so long; those whose answer is still being made stay. */
function dropUnread(server: Server, timeoutMs: number): void {
  server.on('request', ({ socket }, response) => {
    // What Node's own buffer gives away counts as a sign of life.
    response.setTimeout(timeoutMs, () => {
      if (socket.writableLength > 0 || response.writableLength > 0) socket.destroy()
    })
  })
}

function listenError(error: NodeJS.ErrnoException, { host, port }: { host: string; port: number }): StartError {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartError(
        `Port ${port} of ${host} is in use. Stop the program that uses it, or set PORT to another one.`,
      )
    case 'EACCES':
      return new StartError(`Port ${port} needs rights that this user does not have. Set PORT to one from 1024.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartError(`HOST="${host}": this machine has no such address. Use 127.0.0.1, or 0.0.0.0 for all.`)
    default:
      return new StartError(`Cannot listen on ${host}:${port}: ${reasonOf(error)}.`)
  }
}

function urlOf(address: AddressInfo | string | null, host: string): string {
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}
