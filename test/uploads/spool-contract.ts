/** Contract of all spools. */
import { expect, test } from 'vitest'
import { ParseError } from '../../src/model/errors.ts'
import type { SourceRef } from '../../src/model/source-ref.ts'
import { SAMPLE_BYTES } from '../../src/uploads/sampler.ts'
import type { Spool } from '../../src/uploads/spool.ts'

export interface SpoolUnderTest {
  /** A new spool with this limit. */
  create(maxTotalBytes: number): Spool
  readBytes(source: SourceRef): Promise<Uint8Array>
}

/** Bytes without repetition, so that a misplaced chunk is noticed. */
function patternBytes(size: number): Uint8Array {
  const bytes = new Uint8Array(size)
  let state = 1
  for (let index = 0; index < size; index++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    bytes[index] = state >>> 24
  }
  return bytes
}

export function spoolContract({ create, readBytes }: SpoolUnderTest): void {
  const megabyte = 1024 * 1024

  for (const size of [
    0,
    1,
    SAMPLE_BYTES,
    SAMPLE_BYTES + 1,
    3 * SAMPLE_BYTES + 17,
    megabyte,
    megabyte + 1,
    3 * megabyte + 5,
  ]) {
    test(`${size} bytes are returned completely, with samples of beginning and end`, async () => {
      const bytes = patternBytes(size)
      const writer = await create(10 * megabyte).open()
      for (let offset = 0; offset < size; offset += 50_001) await writer.write(bytes.subarray(offset, offset + 50_001))
      const file = await writer.finish()
      expect(file.size).toBe(size)
      expect(same(file.head, bytes.subarray(0, SAMPLE_BYTES))).toBe(true)
      expect(same(file.tail, bytes.subarray(-Math.min(size, SAMPLE_BYTES) || size))).toBe(true)
      expect(same(await readBytes(file.source), bytes)).toBe(true)
      await file.remove()
      await file.remove()
      await writer.abort()
    })
  }

  test('the limit applies to all uploads together; removed and aborted ones do not count', async () => {
    const spool = create(2 * megabyte)
    const first = await spool.open()
    await first.write(new Uint8Array(1.5 * megabyte))
    const second = await spool.open()
    const error = await second.write(new Uint8Array(megabyte)).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ParseError)
    expect((error as ParseError).code).toBe(1124)
    expect((error as ParseError).message).toContain('fill the 2 MB')
    await second.abort()
    await (await first.finish()).remove()
    const third = await spool.open()
    await third.write(new Uint8Array(2 * megabyte))
    await expect(spool.open()).rejects.toMatchObject({ code: 1124 })
    await third.abort()
    await third.abort()
    const fourth = await spool.open()
    await fourth.write(new Uint8Array(2 * megabyte))
    await fourth.abort()
  })
}

function same(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index])
}
