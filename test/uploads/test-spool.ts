/** What every spool must do, as a function over one: run by each adapter's test. Portable. */

import { expect, test } from 'vitest'
import { ParseError } from '../../src/model/errors.ts'
import type { SourceRef } from '../../src/model/source-ref.ts'
import { sampleBytes } from '../../src/uploads/sampler.ts'
import type { Spool } from '../../src/uploads/spool.ts'

export interface SpoolUnderTest {
  /** A spool of its own for each test, with this cap. */
  create(maxTotalBytes: number): Spool
  readBytes(source: SourceRef): Promise<Uint8Array>
}

/** Bytes that repeat only after 2^32 positions, so that a misplaced chunk shows. */
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
    sampleBytes,
    sampleBytes + 1,
    3 * sampleBytes + 17,
    megabyte,
    megabyte + 1,
    3 * megabyte + 5,
  ]) {
    test(`${size} bytes come back whole, with their beginning and end`, async () => {
      const bytes = patternBytes(size)
      const writer = await create(10 * megabyte).open()
      for (let offset = 0; offset < size; offset += 50_001) await writer.write(bytes.subarray(offset, offset + 50_001))
      const file = await writer.finish()
      expect(file.size).toBe(size)
      expect(same(file.head, bytes.subarray(0, sampleBytes))).toBe(true)
      expect(same(file.tail, bytes.subarray(-Math.min(size, sampleBytes) || size))).toBe(true)
      expect(same(await readBytes(file.source), bytes)).toBe(true)
      await file.remove()
      await file.remove()
      await writer.abort()
    })
  }

  test('the cap holds for all uploads together, and what is removed or aborted counts no more', async () => {
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
