import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { localTriggers, startTriggers } from '../../src/runtime/local-triggers.node.ts'

test('asks the local Worker to run each trigger again and again', async () => {
  const asked: (string | null)[] = []
  const server = createServer(({ url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    if (pathname === '/__scheduled') asked.push(searchParams.get('cron'))
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = startTriggers(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { '*/2 * * * *': 10 })
  await expect.poll(() => asked.length).toBeGreaterThan(1)
  stop()
  server.close()
  expect(new Set(asked)).toEqual(new Set(['*/2 * * * *']))
})

test('the triggers are those of wrangler.toml', () => {
  const settings = readFileSync(join(import.meta.dirname, '../../wrangler.toml'), 'utf8')
  const crons: unknown = JSON.parse(/^crons = (.*)$/m.exec(settings)?.[1] ?? '')
  expect(Object.keys(localTriggers)).toEqual(crons)
})
