/** A receiver of OpenTelemetry traces over HTTP (OTLP/JSON), on the loopback interface. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

export interface ReceivedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[]
}

export interface OtlpReceiver {
  readonly url: string
  /** The spans of a trace, oldest first. */
  trace(traceId: string): ReceivedSpan[]
  close(): Promise<void>
}

interface TraceExport {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly ReceivedSpan[] }[] }[]
}

export async function openOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = []
  const server = createServer(async (request, response) => {
    if (request.url === '/v1/traces') {
      const { resourceSpans } = (await json(request)) as TraceExport
      spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
    }
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    trace: (traceId) =>
      spans
        .filter((span) => span.traceId === traceId)
        .sort((a, b) => Number(BigInt(a.startTimeUnixNano) - BigInt(b.startTimeUnixNano))),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** One line per span, children indented: milliseconds since the start of the trace, duration, name and attributes. */
export function traceAsText(spans: readonly ReceivedSpan[]): string {
  const known = new Set(spans.map(({ spanId }) => spanId))
  const start = BigInt(spans[0]?.startTimeUnixNano ?? 0)
  const milliseconds = (nanoseconds: bigint): string => (Number(nanoseconds) / 1e6).toFixed(1).padStart(8)
  const lines = (parent: string | undefined, depth: number): string[] =>
    spans
      .filter(({ parentSpanId = '' }) => (parent === undefined ? !known.has(parentSpanId) : parentSpanId === parent))
      .flatMap(({ spanId, name, startTimeUnixNano, endTimeUnixNano, attributes }) => {
        const from = BigInt(startTimeUnixNano)
        const shown = attributes
          .filter(({ key }) => key.startsWith('sheaf.') || key === 'http.response.status_code')
          .map(({ key, value }) => `${key}=${Object.values(value)[0]}`)
        return [
          `${milliseconds(from - start)} ${milliseconds(BigInt(endTimeUnixNano) - from)} ${'  '.repeat(depth)}${[name, ...shown].join(' ')}`,
          ...lines(spanId, depth + 1),
        ]
      })
  return lines(undefined, 0).join('\n')
}
