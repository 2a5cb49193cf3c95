/** Who may upload while many do. */
import { expect, test } from 'vitest'
import { createUploadLimiter, type PendingUpload } from '../../src/http/upload-limiter.ts'
import { ParseError } from '../../src/model/errors.ts'

interface Upload extends PendingUpload {
  bytesRead: number
  refused: ParseError | null
}

function newUpload(): Upload {
  const upload: Upload = {
    bytesRead: 0,
    refused: null,
    abort(error) {
      upload.refused = error
    },
  }
  return upload
}

const refusal = (act: () => void): unknown => {
  try {
    act()
    return null
  } catch (error) {
    return error instanceof ParseError ? error.code : error
  }
}

test('a place that is given back can be taken again, and is given back once', () => {
  const gate = createUploadLimiter(2, () => 0)
  const leave = gate.acquire(newUpload())
  gate.acquire(newUpload())
  expect(refusal(() => gate.acquire(newUpload()))).toBe(1124)
  leave()
  leave()
  expect(gate.active).toBe(1)
  gate.acquire(newUpload())
  expect(gate.active).toBe(2)
})

test('where all places are taken the slowest upload loses its own, unless it has just begun or comes at a fair pace', () => {
  let now = 0
  const gate = createUploadLimiter(3, () => now)
  const [fair, slow, slowest] = [newUpload(), newUpload(), newUpload()]
  const leaves = [fair, slow, slowest].map((upload) => gate.acquire(upload))
  now = 29_999
  expect(refusal(() => gate.acquire(newUpload()))).toBe(1124)
  now = 30_000
  Object.assign(fair, { bytesRead: 30 * 16_384 })
  Object.assign(slow, { bytesRead: 2 })
  Object.assign(slowest, { bytesRead: 1 })
  gate.acquire(newUpload())
  expect([fair, slow, slowest].map(({ refused }) => refused?.code ?? 0)).toEqual([0, 0, 1124])
  expect(gate.active).toBe(3)
  leaves[2]?.()
  expect(gate.active).toBe(3)
  gate.acquire(newUpload())
  expect(slow.refused?.code).toBe(1124)
  expect(refusal(() => gate.acquire(newUpload()))).toBe(1124)
})
