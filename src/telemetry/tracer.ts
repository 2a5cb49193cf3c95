/** Without a recorder, only the trace id is kept, for log lines and task rows. */
import { newTraceContext, type TraceContext } from './trace-context.ts'

export type SpanAttributes = Readonly<Record<string, string | number | boolean>>

interface SpanStart {
  /** From a small fixed set, without ids, keys or file names. */
  readonly name: string
  readonly kind?: 'server' | 'consumer' | 'client' | 'internal'
  readonly attributes?: SpanAttributes
}

export interface Span {
  setName(name: string): void
  setAttributes(attributes: SpanAttributes): void
}

export interface Tracer {
  readonly records: boolean
  current(): TraceContext | null
  trace<value>(
    start: SpanStart & { readonly parent: TraceContext | null },
    work: (span: Span) => Promise<value>,
  ): Promise<value>
  span<value>(start: SpanStart, work: () => Promise<value>): Promise<value>
  /** Records a span that was measured elsewhere, in Unix milliseconds. Returns the parent for its own parts. */
  record(
    start: SpanStart & { readonly parent: TraceContext | null; readonly startMs: number; readonly endMs: number },
  ): TraceContext | null
  close(): Promise<void>
}

export interface SpanRecorder {
  start(start: SpanStart & { readonly parent: TraceContext | null; readonly startMs?: number }): RecordedSpan
  close(): Promise<void>
}

interface RecordedSpan extends Span {
  readonly context: TraceContext
  end(options?: { readonly error?: unknown; readonly endMs?: number }): void
}

interface ContextStorage {
  getStore(): TraceContext | undefined
  run<value>(context: TraceContext, work: () => value): value
}

export function traceFields(tracer: Tracer): { traceId?: string; spanId?: string } {
  const context = tracer.current()
  return context === null ? {} : { traceId: context.traceId, spanId: context.spanId }
}

const noSpan: Span = { setName() {}, setAttributes() {} }

export function createTracer(storage: ContextStorage, recorder: SpanRecorder | null = null): Tracer {
  const current = (): TraceContext | null => storage.getStore() ?? null

  async function run<value>(span: RecordedSpan, work: () => Promise<value>): Promise<value> {
    try {
      const value = await storage.run(span.context, work)
      span.end()
      return value
    } catch (error) {
      span.end({ error })
      throw error
    }
  }

  return {
    records: recorder !== null,
    current,
    trace(start, work) {
      if (recorder === null) return storage.run(start.parent ?? newTraceContext(), () => work(noSpan))
      const span = recorder.start(start)
      return run(span, () => work(span))
    },
    span(start, work) {
      const parent = current()
      return recorder === null || parent === null ? work() : run(recorder.start({ ...start, parent }), work)
    },
    record({ endMs, ...start }) {
      if (recorder === null || start.parent === null) return null
      const span = recorder.start(start)
      span.end({ endMs })
      return span.context
    },
    close: async () => await recorder?.close(),
  }
}
