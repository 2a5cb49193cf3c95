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

test('a finished upload frees its slot once', () => {
  const limiter = createUploadLimiter(2, () => 0)
  const release = limiter.acquire(newUpload())
  limiter.acquire(newUpload())
  expect(refusal(() => limiter.acquire(newUpload()))).toBe(1124)
  release()
  release()
  expect(limiter.active).toBe(1)
  limiter.acquire(newUpload())
  expect(limiter.active).toBe(2)
})

test('at the limit the slowest upload is aborted, unless it is new or fast enough', () => {
  let now = 0
  const limiter = createUploadLimiter(3, () => now)
  const [fair, slow, slowest] = [newUpload(), newUpload(), newUpload()]
  const leaves = [fair, slow, slowest].map((upload) => limiter.acquire(upload))
  now = 29_999
  expect(refusal(() => limiter.acquire(newUpload()))).toBe(1124)
  now = 30_000
  Object.assign(fair, { bytesRead: 30 * 16_384 })
  Object.assign(slow, { bytesRead: 2 })
  Object.assign(slowest, { bytesRead: 1 })
  limiter.acquire(newUpload())
  expect([fair, slow, slowest].map(({ refused }) => refused?.code ?? 0)).toEqual([0, 0, 1124])
  expect(limiter.active).toBe(3)
  leaves[2]?.()
  expect(limiter.active).toBe(3)
  limiter.acquire(newUpload())
  expect(slow.refused?.code).toBe(1124)
  expect(refusal(() => limiter.acquire(newUpload()))).toBe(1124)
})
