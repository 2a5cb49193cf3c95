/** Loads the OpenTelemetry SDK only if there is a receiver. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { TraceContext } from '../telemetry/trace-context.ts'
import { createTracer, type Tracer } from '../telemetry/tracer.ts'
import type { OutageLog } from './outage-log.ts'
import type { TraceConfig } from './trace-variables.ts'

export async function openTracer(
  { enabled, sampler, ratio }: TraceConfig,
  { version, outages }: { readonly version: string; readonly outages: OutageLog },
): Promise<Tracer> {
  const storage = new AsyncLocalStorage<TraceContext>()
  if (!enabled) return createTracer(storage)
  const { createOtelRecorder } = await import('../telemetry/otel.node.ts')
  const onExport = (error: Error | null): void =>
    error === null ? outages.succeeded() : outages.failed('traces cannot be sent', error)
  return createTracer(storage, createOtelRecorder({ serviceName: 'sheaf', version, sampler, ratio, onExport }))
}
