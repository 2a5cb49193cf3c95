export interface TraceContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string
  /** 16 hexadecimal digits. */
  readonly spanId: string
  readonly sampled: boolean
}

const format = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/
const sampledFlag = 0x01

/** Returns `null` for a missing or invalid header (https://www.w3.org/TR/trace-context/). */
export function parseTraceparent(header: string | null | undefined): TraceContext | null {
  const [, traceId, spanId, flags] = format.exec(header?.trim() ?? '') ?? []
  if (traceId === undefined || spanId === undefined) return null
  return { traceId, spanId, sampled: (Number.parseInt(flags ?? '', 16) & sampledFlag) !== 0 }
}

export function formatTraceparent({ traceId, spanId, sampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`
}

export function newTraceContext(): TraceContext {
  return { traceId: randomHex(16), spanId: randomHex(8), sampled: false }
}

function randomHex(byteCount: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(byteCount)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
