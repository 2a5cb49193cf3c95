import { expect, test } from 'vitest'
import { streamResponse } from '../../../src/jobs/api/response.ts'

test.each([0, 1, 2])('a client that disconnects after %i chunks ends the download of the result', async (chunks) => {
  let canceled = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => controller.enqueue(new Uint8Array(1)),
      cancel: () => void canceled++,
    },
    { highWaterMark: 0 },
  )
  const result = { blobKey: 'a', size: 9, type: 'application/json', modifiedAt: 0, body }
  const reader = streamResponse({ head: new Uint8Array(1), result, tail: new Uint8Array(1) }).getReader()
  for (let read = 0; read < chunks; read++) await reader.read()
  await reader.cancel()
  expect(canceled).toBe(1)
})
