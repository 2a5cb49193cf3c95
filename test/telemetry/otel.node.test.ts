import { afterEach, expect, test, vi } from 'vitest'
import { createOtelRecorder } from '../../src/telemetry/otel.node.ts'
import { openOtlpReceiver } from '../servers/otlp.node.ts'
import { freePort } from '../servers/port.node.ts'

afterEach(() => vi.unstubAllEnvs())

async function exportOneSpan(endpoint: string): Promise<(Error | null)[]> {
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', endpoint)
  vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '300')
  const results: (Error | null)[] = []
  const recorder = createOtelRecorder({
    serviceName: 'sheaf',
    version: '0',
    sampler: 'always_on',
    ratio: 1,
    onExport: (error) => results.push(error),
  })
  recorder.start({ name: 'request', parent: null }).end()
  await recorder.close()
  return results
}

test('a receiver that cannot be reached is reported, one that answers is not', async () => {
  expect(await exportOneSpan(`http://127.0.0.1:${await freePort()}`)).toEqual([expect.any(Error)])
  const receiver = await openOtlpReceiver()
  expect(await exportOneSpan(receiver.url)).toEqual([null])
  await receiver.close()
})
