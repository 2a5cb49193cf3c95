import { expect, test } from 'vitest'
import { createUploadLimiter, type PendingUpload, type UploadLimiter } from '../../src/http/upload-limiter.ts'
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

interface Limited {
  readonly limiter: UploadLimiter
  now: number
  /** Begins a file. */
  begin(options: { hasKey: boolean; address?: string }): { upload: Upload; release(): void }
}

function limit(maxActive: number): Limited {
  const limited: Limited = {
    limiter: createUploadLimiter(maxActive, () => limited.now),
    now: 0,
    begin({ hasKey, address = null }) {
      const upload = newUpload()
      const slot = limited.limiter.enter(upload, address)
      slot.beginFile({ hasKey })
      return { upload, release: () => slot.release() }
    },
  }
  return limited
}

const known = { hasKey: true }
const unknown = { hasKey: false }

test('a finished upload frees its slot once', () => {
  const { limiter, begin } = limit(2)
  const { release } = begin(known)
  begin(known)
  expect(refusal(() => begin(known))).toBe(1124)
  release()
  release()
  expect(limiter.active).toBe(1)
  begin(known)
  expect(limiter.active).toBe(2)
})

test('at the limit the slowest upload is aborted, unless it is new or fast enough', () => {
  const limited = limit(3)
  const { limiter, begin } = limited
  const [fair, slow, slowest] = [begin(known), begin(known), begin(known)] as const
  limited.now = 29_999
  expect(refusal(() => begin(known))).toBe(1124)
  limited.now = 30_000
  fair.upload.bytesRead = 30 * 16_384
  slow.upload.bytesRead = 2
  slowest.upload.bytesRead = 1
  begin(known)
  expect([fair, slow, slowest].map(({ upload }) => upload.refused?.code ?? 0)).toEqual([0, 0, 1124])
  expect(limiter.active).toBe(3)
  slowest.release()
  expect(limiter.active).toBe(3)
  begin(known)
  expect(slow.upload.refused?.code).toBe(1124)
  expect(refusal(() => begin(known))).toBe(1124)
})

test('uploads without a key take no slot of those with one, and must be fast after half a second', () => {
  const limited = limit(4)
  const { begin } = limited
  const keyless = [begin(unknown), begin(unknown)] as const
  expect(refusal(() => begin(unknown))).toBe(1124)
  for (let count = 0; count < 4; count++) begin(known)
  expect(refusal(() => begin(known))).toBe(1124)
  limited.now = 499
  expect(refusal(() => begin(unknown))).toBe(1124)
  limited.now = 500
  keyless[0].upload.bytesRead = 10_000
  begin(unknown)
  expect(keyless.map(({ upload }) => upload.refused?.code ?? 0)).toEqual([0, 1124])
})

test('an address has few places without a key', () => {
  const { begin } = limit(16)
  const from = (address: string) => begin({ ...unknown, address })
  expect([from('a'), from('a')]).toHaveLength(2)
  expect(refusal(() => from('a'))).toBe(1124)
  from('b')
  begin({ ...known, address: 'a' })
})

test('of many requests whose file has not begun, the oldest ends, first of the same address', () => {
  const { limiter } = limit(1)
  const enter = (address: string | null): Upload => {
    const upload = newUpload()
    limiter.enter(upload, address)
    return upload
  }
  const [first, second] = [enter('a'), enter('b')]
  const third = enter('b')
  expect([first, second, third].map(({ refused }) => refused?.code ?? 0)).toEqual([0, 1124, 0])
  const others = [enter(null), enter(null)]
  enter(null)
  expect([first, third, ...others].map(({ refused }) => refused?.code ?? 0)).toEqual([1124, 0, 0, 0])
})
