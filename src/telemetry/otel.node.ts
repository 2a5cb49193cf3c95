/** Exports spans over OTLP. The SDK reads the standard `OTEL_*` variables. */
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { SpanRecorder } from './tracer.ts'

/** `ExportResultCode.SUCCESS` of a package that is no dependency. */
const EXPORTED = 0

interface OtelOptions {
  readonly serviceName: string
  readonly version: string
  readonly sampler: string
  /** Value of `OTEL_TRACES_SAMPLER_ARG`: 0–1, for the samplers by ratio. */
  readonly ratio: number
  /** Called after each export, with `null` for success. */
  onExport(error: Error | null): void
}

const kinds = {
  server: SpanKind.SERVER,
  consumer: SpanKind.CONSUMER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
} as const

export function createOtelRecorder({ serviceName, version, sampler, ratio, onExport }: OtelOptions): SpanRecorder {
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }))
    .merge(detectResources({ detectors: [envDetector] }))
  const provider = new TracerProvider({
    resource,
    sampler: samplerOf(sampler, ratio),
    spanProcessors: [new BatchSpanProcessor({ exporter: observeExports(new OTLPTraceExporter(), onExport) })],
  })
  const tracer = provider.getTracer('sheaf', version)
  return {
    start({ name, kind = 'internal', attributes = {}, parent, startMs }) {
      const context =
        parent === null
          ? ROOT_CONTEXT
          : trace.setSpanContext(ROOT_CONTEXT, {
              traceId: parent.traceId,
              spanId: parent.spanId,
              traceFlags: parent.sampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
              isRemote: kind === 'server' || kind === 'consumer',
            })
      const options = { kind: kinds[kind], attributes, ...(startMs === undefined ? {} : { startTime: startMs }) }
      const span = tracer.startSpan(name, options, context)
      const { traceId, spanId, traceFlags } = span.spanContext()
      return {
        context: { traceId, spanId, sampled: (traceFlags & TraceFlags.SAMPLED) !== 0 },
        setName: (changed) => span.updateName(changed),
        setAttributes: (added) => span.setAttributes(added),
        end({ error, endMs } = {}) {
          // Messages may contain document content.
          if (error !== undefined)
            span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'error' })
          span.end(endMs)
        },
      }
    },
    // Failures are reported by `onExport`.
    close: () => provider.shutdown().catch(() => undefined),
  }
}

/** The SDK drops failed exports without a message. */
function observeExports(exporter: SpanExporter, onExport: OtelOptions['onExport']): SpanExporter {
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        onExport(result.code === EXPORTED ? null : (result.error ?? new Error('the receiver refuses them')))
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
  }
}

function samplerOf(name: string, ratio: number): Sampler {
  const root = name.endsWith('always_off')
    ? new AlwaysOffSampler()
    : name.endsWith('traceidratio')
      ? new TraceIdRatioBasedSampler(ratio)
      : new AlwaysOnSampler()
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root
}
