/** Multipart bodies with control over order, headers and defects of the parts. Runs in both runtimes. */

import { concatBytes } from '../../src/model/bytes.ts'

export interface FormPart {
  readonly name?: string
  /** File name in the header; missing for fields. */
  readonly fileName?: string
  readonly type?: string
  readonly value: string | Uint8Array
  /** Replaces the headers. */
  readonly headers?: string
}

const encoder = new TextEncoder()
export const testBoundary = '----sheafTestBoundary7d1'

export function formBody(
  parts: readonly FormPart[],
  { boundary = testBoundary, close = true } = {},
): Uint8Array<ArrayBuffer> {
  const pieces: Uint8Array[] = []
  for (const part of parts) {
    const disposition = `Content-Disposition: form-data; name="${part.name ?? ''}"${part.fileName === undefined ? '' : `; filename="${part.fileName}"`}`
    const headers = part.headers ?? `${disposition}${part.type === undefined ? '' : `\r\nContent-Type: ${part.type}`}`
    pieces.push(encoder.encode(`--${boundary}\r\n${headers}\r\n\r\n`))
    pieces.push(typeof part.value === 'string' ? encoder.encode(part.value) : part.value, encoder.encode('\r\n'))
  }
  if (close) pieces.push(encoder.encode(`--${boundary}--\r\n`))
  return concatBytes(pieces)
}

export function formInit(
  parts: readonly FormPart[],
  options: { boundary?: string; close?: boolean } = {},
): { method: string; headers: Record<string, string>; body: Uint8Array<ArrayBuffer> } {
  return {
    method: 'POST',
    headers: { 'content-type': `multipart/form-data; boundary=${options.boundary ?? testBoundary}` },
    body: formBody(parts, options),
  }
}

/** A stream with one chunk per read. */
export function streamOf(chunks: Iterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.iterator]()
  return new ReadableStream({
    pull(controller) {
      const next = iterator.next()
      if (next.done === true) controller.close()
      else controller.enqueue(next.value)
    },
  })
}
