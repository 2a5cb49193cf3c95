/** Metrics, logs, traces and readiness of a service and a worker process with a real Redis. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fixture } from '../fixtures/fixtures.ts'
import { formInit } from '../http/form.ts'
import { type Fleet, openFleet } from '../runtime/fleet.node.ts'
import { type OtlpReceiver, openOtlpReceiver, traceAsText } from '../servers/otlp.node.ts'
import { freePort } from '../servers/port.node.ts'
import { hasRedis, openRedis, type RedisServer } from '../servers/redis.node.ts'

const secretName = 'very-secret-name.pdf'

describe.skipIf(!hasRedis)('a service and a worker', () => {
  let redis: RedisServer
  let receiver: OtlpReceiver
  let fleet: Fleet
  let apiKey = ''
  let workerUrl = ''
  let serviceUrl = ''

  beforeAll(async () => {
    redis = await openRedis({ persistence: false })
    receiver = await openOtlpReceiver()
    fleet = await openFleet({
      services: 0,
      workers: 0,
      environment: {
        REDIS_URL: redis.url,
        LOG_LEVEL: 'info',
        OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
        WARM_OCR: 'off',
      },
    })
    const ports = [await freePort(), await freePort()]
    workerUrl = `http://127.0.0.1:${ports[0]}`
    serviceUrl = `http://127.0.0.1:${ports[1]}`
    await fleet.addWorker({ METRICS_PORT: String(ports[0]) })
    await fleet.addService({ METRICS_PORT: String(ports[1]), SHUTDOWN_DELAY_MS: '1500' })
    apiKey = (await fleet.createKey({ freePerDay: 100, freePerMonth: 100, paidPages: 0 })).apiKey
  })
  afterAll(async () => {
    await fleet.close()
    await receiver.close()
    await redis.close()
  })

  const traceIds = { sync: '1'.repeat(32), async: '2'.repeat(32) }
  const send = async (path: string, traceId: string) => {
    const { body, ...init } = formInit([
      { name: 'api_key', value: apiKey },
      { name: 'file', fileName: secretName, value: await fixture('pdf-digital') },
    ])
    const headers = { ...init.headers, traceparent: `00-${traceId}-${'3'.repeat(16)}-01` }
    const response = await fleet.call(`/api/v1/parse/${path}`, { ...init, body, headers } as RequestInit)
    return (await response.json()) as { code: number; data: { task_id: string } }
  }
  const get = async (url: string) => {
    const response = await fetch(url)
    return { status: response.status, text: await response.text() }
  }

  test('a request and a task, each in the trace of its client', async () => {
    expect((await send('sync', traceIds.sync)).code).toBe(0)
    const { data } = await send('async', traceIds.async)
    const body = new URLSearchParams({ api_key: apiKey, task_id: data.task_id })
    const checked = await fleet.call('/api/v1/parse/async_check', { method: 'POST', body })
    expect(await checked.json()).toMatchObject({ data: { status: 'SUCCESS' } })
    const names = (traceId: string): string[] => receiver.trace(traceId).map(({ name }) => name)
    await expect.poll(() => names(traceIds.async), { timeout: 15_000 }).toContain('task join')
    await expect.poll(() => names(traceIds.sync), { timeout: 15_000 }).toContain('POST /api/v1/parse/sync')
    expect(names(traceIds.sync)).toEqual(
      expect.arrayContaining(['pool inspect', 'pool pages', 'page', 'read', 'text', 'layout', 'sql SELECT']),
    )
    expect(names(traceIds.async)).toEqual(
      expect.arrayContaining([
        'POST /api/v1/parse/async',
        'queue send',
        'task plan',
        'task shard',
        'page',
        'blobs put',
      ]),
    )
    const text = traceAsText(receiver.trace(traceIds.async))
    if (process.env.SHOW_TRACES) console.log(`${traceAsText(receiver.trace(traceIds.sync))}\n\n${text}`)
    expect(text.split('\n').filter((line) => /^ +\d+\.\d +\d+\.\d \S/.test(line))).toHaveLength(
      // Only the request and the steps are children of other processes' spans: none is lost in between.
      1,
    )
  })

  test('metrics and probes of the worker have their own port', async () => {
    expect((await get(`${workerUrl}/livez`)).status).toBe(200)
    expect((await get(`${workerUrl}/ready`)).status).toBe(200)
    const { text } = await get(`${workerUrl}/metrics`)
    const lines = text.split('\n')
    for (const line of [
      'sheaf_task_steps_total{step="plan",outcome="done"} 1',
      'sheaf_task_steps_total{step="shard",outcome="done"} 1',
      'sheaf_task_steps_total{step="join",outcome="done"} 1',
      'sheaf_tasks_ended_total{code="0"} 1',
      'sheaf_page_sources_total{source="text_layer"} 1',
      'sheaf_page_stage_seconds_count{stage="layout"} 1',
      'sheaf_part_status{part="queue"} 1',
    ])
      expect(lines).toContain(line)
    for (const secret of [apiKey, secretName]) expect(text).not.toContain(secret)
  })

  test('log lines of a task have its trace, and no content', () => {
    const parse = (text: string) =>
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>)
    const output = [...fleet.services, ...fleet.workers].map((each) => each.stderr()).join('')
    const lines = parse(output).filter(({ traceId }) => traceId === traceIds.async)
    expect(lines.filter(({ message }) => message === 'request')).toMatchObject([{ status: 200, code: 0 }])
    expect(
      lines
        .filter(({ message }) => message === 'step')
        .map(({ step, outcome, attempt }) => [step, outcome, attempt])
        .sort(),
    ).toEqual([
      ['join', 'done', 1],
      ['plan', 'done', 1],
      ['shard', 'done', 1],
    ])
    for (const secret of [apiKey, secretName]) expect(output).not.toContain(secret)
  })

  test('a service that is stopping is not ready, but still answers until its delay ends', async () => {
    const [service] = fleet.services
    expect((await get(`${serviceUrl}/ready`)).status).toBe(200)
    const ended = service!.end(['SIGTERM'])
    await expect.poll(async () => (await get(`${service!.url}/ready`)).status).toBe(503)
    expect((await get(`${service!.url}/livez`)).status).toBe(200)
    const { code, ms } = await ended
    expect(code).toBe(0)
    expect(ms).toBeGreaterThan(1400)
  })

  test('without Redis tasks wait, and synchronous requests do not', async () => {
    await redis.close()
    const { status, text } = await get(`${workerUrl}/ready`)
    expect(status).toBe(200)
    expect(JSON.parse(text)).toMatchObject({ status: 'degraded', parts: { queue: { status: 'degraded' } } })
    redis = await openRedis({ persistence: false })
  })
})
