/** A server that records calls, and an app whose tasks call it. Both are closed after each test. */
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect } from 'vitest'
import { formInit } from '../../http/form.ts'
import { type OpenedApp, openApp } from '../../http/open-app.node.ts'
import { plainPdf } from '../documents.ts'

interface Call {
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

interface Submitted {
  readonly code: number
  readonly message: string
  readonly warnings?: readonly string[]
  readonly data: { readonly task_id: string }
}

export const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

export async function listen(statuses: number[] = []): Promise<{ url: string; calls: Call[] }> {
  const calls: Call[] = []
  const server: Server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request)).toString()
    calls.push({ headers: request.headers, body })
    const status = statuses[calls.length - 1] ?? 200
    response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => new Promise((resolve) => server.close(resolve)))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/done`, calls }
}

export async function start(environment: Record<string, string>): Promise<{
  app: OpenedApp
  id: string
  apiKey: string
  submit(url: string, more?: Record<string, string>): Promise<Submitted>
}> {
  const app = await openApp({ environment })
  closers.push(() => app.close())
  const { id, apiKey } = await app.createKey({ freePerDay: 100, freePerMonth: 100, paidPages: 0 })
  return {
    app,
    id,
    apiKey,
    async submit(url, more = {}) {
      const parts = [
        ...Object.entries(more).map(([name, value]) => ({ name, value })),
        { name: 'api_key', value: apiKey },
        { name: 'callback_url', value: url },
        { name: 'file', fileName: 'a.pdf', value: plainPdf(2) },
      ]
      return (await (await app.call('/api/v1/parse/async', formInit(parts))).json()) as Submitted
    },
  }
}

export const until = async (is: () => boolean | Promise<boolean>): Promise<void> => {
  for (let poll = 0; poll < 250 && !(await is()); poll++) await new Promise((resolve) => setTimeout(resolve, 20))
  expect(await is()).toBe(true)
}
