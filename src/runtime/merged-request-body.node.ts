/**
 * A request's body as a stream whose chunks are as large as what has arrived: each chunk goes through promises, and a body sent in
 * pieces of a byte would hold up everybody for seconds. Who sends nothing but such pieces loses the connection.
 */

import type { Readable } from 'node:stream'
import { concatBytes } from '../model/bytes.ts'

/** What may lie here before the sender is made to wait: what the socket gives at once. */
const maxWaitingBytes = 65_536
/** Each piece costs the parser of HTTP some microseconds, whatever it holds. Who writes line by line sends larger ones, and headers come but once. */
const toleratedPieces = 10_000
const leastMeanBytes = 16

/** Reads when it is asked to; cancelling it ends the connection, unless all has arrived. */
export function readMerged(incoming: Readable): ReadableStream<Uint8Array> {
  let chunks: Uint8Array[] = []
  let waitingBytes = 0
  let pieces = 0
  let bytes = 0
  let ended = false
  let failure: Error | null = null
  let begun = false
  let wake = (): void => undefined

  const onData = (chunk: Uint8Array): void => {
    chunks.push(chunk)
    waitingBytes += chunk.length
    bytes += chunk.length
    pieces++
    if (pieces > toleratedPieces && bytes < pieces * leastMeanBytes) {
      failure = new Error(`the request came in ${pieces} pieces of ${bytes} bytes in all`)
      incoming.destroy()
      return
    }
    if (waitingBytes >= maxWaitingBytes) incoming.pause()
    // Pieces that lie in the socket together come in one turn of the loop, each in a call of its own.
    if (chunks.length === 1) setImmediate(() => wake())
  }
  const end = (error: Error | null): void => {
    if (error === null) ended = true
    else if (!ended) failure ??= error
    wake()
  }

  function begin(): void {
    begun = true
    incoming.on('data', onData)
    incoming.once('end', () => end(null))
    incoming.once('error', end)
    incoming.once('close', () => end(new Error('the connection was closed before the end of the request')))
    if (incoming.destroyed) end(incoming.errored ?? new Error('the connection was closed'))
  }

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (!begun) begin()
        while (waitingBytes === 0 && !ended && failure === null)
          await new Promise<void>((resolve) => {
            wake = resolve
          })
        if (failure !== null) throw failure
        if (waitingBytes === 0) return controller.close()
        controller.enqueue(concatBytes(chunks))
        chunks = []
        waitingBytes = 0
        incoming.resume()
      },
      cancel() {
        chunks = []
        if (!ended) incoming.destroy()
      },
    },
    { highWaterMark: 0 },
  )
}
