/** Merges chunks of request bodies, each of which costs several promises. */
import type { Readable } from 'node:stream'
import { concatBytes } from '../model/bytes.ts'

const MAX_BUFFERED_BYTES = 65_536
/** Number of chunks before the check, and minimum mean size in bytes. */
const MAX_TINY_CHUNKS = 10_000
const MIN_MEAN_CHUNK_BYTES = 16

/** Canceling closes the connection unless the body has ended. */
export function mergeRequestBody(incoming: Readable): ReadableStream<Uint8Array> {
  let chunks: Uint8Array[] = []
  let bufferedBytes = 0
  let totalChunks = 0
  let totalBytes = 0
  let hasEnded = false
  let failure: Error | null = null
  let hasStarted = false
  let wake = (): void => undefined

  const onData = (chunk: Uint8Array): void => {
    chunks.push(chunk)
    bufferedBytes += chunk.length
    totalBytes += chunk.length
    totalChunks++
    if (totalChunks > MAX_TINY_CHUNKS && totalBytes < totalChunks * MIN_MEAN_CHUNK_BYTES) {
      failure = new Error(`The request body had ${totalChunks} chunks with only ${totalBytes} bytes.`)
      incoming.destroy()
      return
    }
    if (bufferedBytes >= MAX_BUFFERED_BYTES) incoming.pause()
    // Chunks in the socket's buffer arrive in one iteration of the event loop, with a call each.
    if (chunks.length === 1) setImmediate(() => wake())
  }
  const end = (error: Error | null): void => {
    if (error === null) hasEnded = true
    else if (!hasEnded) failure ??= error
    wake()
  }

  function start(): void {
    hasStarted = true
    incoming.on('data', onData)
    incoming.once('end', () => end(null))
    incoming.once('error', end)
    incoming.once('close', () => end(new Error('The connection was closed before the end of the request.')))
    if (incoming.destroyed) end(incoming.errored ?? new Error('The connection was closed.'))
  }

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (!hasStarted) start()
        while (bufferedBytes === 0 && !hasEnded && failure === null)
          await new Promise<void>((resolve) => {
            wake = resolve
          })
        if (failure !== null) throw failure
        if (bufferedBytes === 0) return controller.close()
        controller.enqueue(concatBytes(chunks))
        chunks = []
        bufferedBytes = 0
        incoming.resume()
      },
      cancel() {
        chunks = []
        if (!hasEnded) incoming.destroy()
      },
    },
    { highWaterMark: 0 },
  )
}
