import { afterEach, expect, test } from 'vitest'
import { createPrometheusMetrics } from '../../src/telemetry/prometheus.node.ts'
import { fixture } from '../fixtures/fixtures.ts'
import { formInit } from './form.ts'
import { type OpenedApp, openApp } from './open-app.node.ts'

const opened: OpenedApp[] = []
afterEach(async () => {
  for (const app of opened.splice(0)) await app.close()
})

async function openWithMetrics(environment: Record<string, string> = {}): Promise<OpenedApp> {
  const app = await openApp({ environment, replace: () => ({ metrics: createPrometheusMetrics() }) })
  opened.push(app)
  return app
}

const syncPath = '/api/v1/parse/sync'

test('requests, pages and the state of the service', async () => {
  const app = await openWithMetrics()
  const { apiKey } = await app.createKey({ freePerDay: 1, freePerMonth: 9, paidPages: 0 })
  const file = { name: 'file', fileName: 'secret-name.pdf', value: await fixture('pdf-digital') }
  for (let count = 0; count < 2; count++) await app.call(syncPath, formInit([{ name: 'api_key', value: apiKey }, file]))
  await app.call('/files/secret-token/a.png')
  await app.call('/nothing/here')
  const response = await app.call('/metrics')
  expect(response.headers.get('content-type')).toContain('text/plain')
  const text = await response.text()
  for (const line of [
    `sheaf_http_requests_total{route="${syncPath}",code="0"} 1`,
    `sheaf_http_requests_total{route="${syncPath}",code="1131"} 1`,
    'sheaf_http_requests_total{route="unknown",code="1133"} 1',
    `sheaf_http_request_duration_seconds_count{route="${syncPath}"} 2`,
    'sheaf_pages_total{file_type=".pdf",mode="sync"} 1',
    'sheaf_pool_waiting 0',
    'sheaf_part_status{part="database"} 1',
    'sheaf_uploads_active 0',
    'sheaf_dead_letters_total{step="shard"} 0',
  ])
    expect(text.split('\n')).toContain(line)
  expect(text).toContain('process_resident_memory_bytes')
  for (const secret of [apiKey, 'secret-name', 'secret-token']) expect(text).not.toContain(secret)
})

test('a token protects the metrics', async () => {
  const app = await openWithMetrics({ METRICS_TOKEN: 'a-long-enough-token' })
  expect((await app.call('/metrics')).status).toBe(401)
  expect((await app.call('/metrics', { headers: { Authorization: 'Bearer wrong' } })).status).toBe(401)
  const allowed = await app.call('/metrics', { headers: { Authorization: 'Bearer a-long-enough-token' } })
  expect(allowed.status).toBe(200)
})

test('with a port of their own, the service has no route for metrics', async () => {
  const app = await openWithMetrics({ METRICS_PORT: '9464' })
  expect((await app.call('/metrics')).status).toBe(404)
})
