/** Who may upload while many do. */
import { expect, test } from 'vitest'
import { createUploadGate, type PendingUpload } from '../../src/http/upload-limits.ts'
import { ParseError } from '../../src/model/errors.ts'

interface Upload extends PendingUpload {
  bytesRead: number
  refused: ParseError | null
}

function newUpload(): Upload {
  const upload: Upload = {
    bytesRead: 0,
    refused: null,
    refuse(error) {
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
  const gate = createUploadGate(2, () => 0)
  const leave = gate.enter(newUpload())
  gate.enter(newUpload())
  expect(refusal(() => gate.enter(newUpload()))).toBe(1124)
  leave()
  leave()
  expect(gate.taken).toBe(1)
  gate.enter(newUpload())
  expect(gate.taken).toBe(2)
})

test('where all places are taken the slowest upload loses its own, unless it has just begun or comes at a fair pace', () => {
  let now = 0
  const gate = createUploadGate(3, () => now)
  const [fair, slow, slowest] = [newUpload(), newUpload(), newUpload()]
  const leaves = [fair, slow, slowest].map((upload) => gate.enter(upload))
  now = 29_999
  expect(refusal(() => gate.enter(newUpload()))).toBe(1124)
  now = 30_000
  Object.assign(fair, { bytesRead: 30 * 16_384 })
  Object.assign(slow, { bytesRead: 2 })
  Object.assign(slowest, { bytesRead: 1 })
  gate.enter(newUpload())
  expect([fair, slow, slowest].map(({ refused }) => refused?.code ?? 0)).toEqual([0, 0, 1124])
  expect(gate.taken).toBe(3)
  leaves[2]?.()
  expect(gate.taken).toBe(3)
  gate.enter(newUpload())
  expect(slow.refused?.code).toBe(1124)
  expect(refusal(() => gate.enter(newUpload()))).toBe(1124)
})
