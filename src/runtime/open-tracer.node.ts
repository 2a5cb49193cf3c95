/** Loads the OpenTelemetry SDK only if there is a receiver. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { TraceContext } from '../telemetry/trace-context.ts'
import { createTracer, type Tracer } from '../telemetry/tracer.ts'
import type { TraceConfig } from './trace-variables.ts'

export async function openTracer({ enabled, sampler, ratio }: TraceConfig, version: string): Promise<Tracer> {
  const storage = new AsyncLocalStorage<TraceContext>()
  if (!enabled) return createTracer(storage)
  const { createOtelRecorder } = await import('../telemetry/otel.node.ts')
  return createTracer(storage, createOtelRecorder({ serviceName: 'sheaf', version, sampler, ratio }))
}
