/** HTTP server with limits for slow clients and a graceful stop. Does not limit the handler's time. */
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { createAdaptorServer } from '@hono/node-server'
import { mergeRequestBody } from './merged-request-body.node.ts'
import { reasonOf, StartError } from './start-errors.node.ts'

export interface Listener {
  readonly url: string
  /**
   * Waits for requests. After `timeoutMs` it calls `abort`, which should make them fail. Returns whether all ended
   * before.
   */
  close(options: { readonly timeoutMs: number; readonly abort: () => Promise<void> }): Promise<boolean>
}

/** Maximum time of a request: 200 MB at 1 Mbit/s take 28 minutes. */
const REQUEST_TIMEOUT_MS = 1_800_000
const HEADERS_TIMEOUT_MS = 30_000
/** Time of an idle connection, above the 60 s of most proxies, which must not reuse a closing one. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000
/** Maximum time without progress of an unread response, as in most proxies. */
const UNREAD_TIMEOUT_MS = 60_000
/** Maximum time for aborted requests to respond and to refund their pages. */
const ABORT_GRACE_MS = 2_000

type FetchHandler = Parameters<typeof createAdaptorServer>[0]['fetch']

/** Throws `StartError` if the address is not available. */
export async function listen(
  fetch: FetchHandler,
  { host, port, unreadMs = UNREAD_TIMEOUT_MS }: { host: string; port: number; unreadMs?: number },
): Promise<Listener> {
  let running = 0
  const countRunning: FetchHandler = async (request, environment) => {
    running++
    try {
      const bindings = { ...environment, openRequestBody: () => mergeRequestBody(environment.incoming) }
      return await fetch(request, bindings)
    } finally {
      running--
    }
  }
  const server = createAdaptorServer({
    fetch: countRunning,
    serverOptions: {
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    },
  }) as Server
  closeUnreadConnections(server, unreadMs)
  await open(server, { host, port })

  return {
    url: urlOf(server.address(), host),
    async close({ timeoutMs, abort }) {
      const closed = new Promise<'closed'>((resolve) => server.close(() => resolve('closed')))
      // Connections that become idle after `close` would stay open for the keep-alive time.
      const idle = setInterval(() => server.closeIdleConnections(), 50)
      try {
        if ((await Promise.race([closed, delay(timeoutMs, 'timeout', { ref: true })])) === 'closed') return true
        await abort()
        if ((await Promise.race([closed, delay(ABORT_GRACE_MS, 'timeout')])) === 'timeout') server.closeAllConnections()
        for (const endAt = Date.now() + ABORT_GRACE_MS; running > 0 && Date.now() < endAt; ) await delay(20)
        return false
      } finally {
        clearInterval(idle)
      }
    },
  }
}

async function open(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenError(error, { host, port })))
    server.listen(port, host, () => {
      server.removeAllListeners('error')
      resolve()
    })
  })
}

function closeUnreadConnections(server: Server, timeoutMs: number): void {
  server.on('request', ({ socket }, response) => {
    response.setTimeout(timeoutMs, () => {
      if (socket.writableLength > 0 || response.writableLength > 0) socket.destroy()
    })
  })
}

function listenError(error: NodeJS.ErrnoException, { host, port }: { host: string; port: number }): StartError {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartError(`Port ${port} of ${host} is in use. Stop the program that uses it, or set another PORT.`)
    case 'EACCES':
      return new StartError(`This user may not use port ${port}. Set PORT to 1024 or more.`)
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
