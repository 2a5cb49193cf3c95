/** Contract tests of the blob store, for files and S3 on Node and R2 in workerd. The store must be empty. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Blobs } from '../../src/blobs/blobs.ts'

export function testBlobs(open: () => Promise<Blobs>): void {
  describe('blob store', () => {
    let blobs: Blobs
    beforeAll(async () => {
      blobs = await open()
    })
    const text = (value: string): Uint8Array => new TextEncoder().encode(value)
    const read = async (blobKey: string, range?: { first: number; last: number }): Promise<string | null> => {
      const blob = await blobs.get(blobKey, range)
      return blob === null ? null : new Response(blob.body).text()
    }
    const keys = async (prefix: string): Promise<string[]> =>
      (await Array.fromAsync(blobs.list(prefix))).map(({ blobKey }) => blobKey)
    /** A stream of unknown length with chunks of 70,001 bytes. */
    const streamOf = (bytes: Uint8Array, options: { failAt?: number } = {}): ReadableStream<Uint8Array> => {
      let position = 0
      return new ReadableStream({
        pull(controller) {
          if (position >= (options.failAt ?? Number.POSITIVE_INFINITY))
            return controller.error(new Error('the client disconnected'))
          if (position >= bytes.length) return controller.close()
          controller.enqueue(bytes.slice(position, position + 70_001))
          position += 70_001
        },
      })
    }

    test('returns bytes, size, type and time', async () => {
      const before = Date.now()
      await blobs.put('one/figure-1.png', text('hello'), { type: 'image/png' })
      const info = await blobs.head('one/figure-1.png')
      expect(info).toMatchObject({ blobKey: 'one/figure-1.png', size: 5, type: 'image/png' })
      expect(Math.abs((info?.modifiedAt ?? 0) - before)).toBeLessThan(60_000)
      const blob = await blobs.get('one/figure-1.png')
      expect(blob).toMatchObject({ size: 5, type: 'image/png' })
      await blob?.body.cancel()
      expect(await read('one/figure-1.png')).toBe('hello')
    })

    test('stores types with parameters and empty blobs', async () => {
      await blobs.put('one/empty', new Uint8Array(0), { type: 'text/markdown; charset=utf-8' })
      expect(await blobs.head('one/empty')).toMatchObject({ size: 0, type: 'text/markdown; charset=utf-8' })
      expect(await read('one/empty')).toBe('')
    })

    test('returns null for missing blobs', async () => {
      for (const blobKey of ['one/figure', 'one', 'one/figure-1.png/deeper', 'nothing/at/all']) {
        expect(await blobs.head(blobKey)).toBeNull()
        expect(await blobs.get(blobKey)).toBeNull()
      }
    })

    test('replaces an existing blob, also with another type', async () => {
      await blobs.put('two/a', text('first'), { type: 'text/plain' })
      await blobs.put('two/a', text('second'), { type: 'application/json' })
      expect(await read('two/a')).toBe('second')
      expect((await blobs.head('two/a'))?.type).toBe('application/json')
      expect(await keys('two/')).toEqual(['two/a'])
    })

    test('stores streams of unknown length', async () => {
      const bytes = Uint8Array.from({ length: 11_000_003 }, (_, index) => (index * 31 + (index >> 8)) & 255)
      await blobs.put('big/stream', streamOf(bytes), { type: 'application/zip' })
      expect(await blobs.head('big/stream')).toMatchObject({ size: bytes.length, type: 'application/zip' })
      const blob = await blobs.get('big/stream')
      const back = new Uint8Array(await new Response(blob?.body).arrayBuffer())
      expect(back.length).toBe(bytes.length)
      expect(back.every((byte, index) => byte === bytes[index])).toBe(true)
      await blobs.put('big/short', streamOf(bytes.subarray(0, 100)), { type: 'application/zip' })
      expect((await blobs.head('big/short'))?.size).toBe(100)
    })

    test('a failed stream changes nothing', async () => {
      const bytes = new Uint8Array(11_000_000)
      await expect(blobs.put('broken/new', streamOf(bytes, { failAt: 10_000_000 }), { type: 'a/b' })).rejects.toThrow(
        'client disconnected',
      )
      expect(await blobs.head('broken/new')).toBeNull()
      await blobs.put('broken/old', text('kept'), { type: 'a/b' })
      await expect(blobs.put('broken/old', streamOf(bytes, { failAt: 100 }), { type: 'a/b' })).rejects.toThrow(
        'client disconnected',
      )
      expect(await read('broken/old')).toBe('kept')
      expect(await keys('broken/')).toEqual(['broken/old'])
    })

    test('ranges are inclusive and must be within the blob', async () => {
      await blobs.put('range/a', text('0123456789'), { type: 'text/plain' })
      expect(await read('range/a', { first: 0, last: 0 })).toBe('0')
      expect(await read('range/a', { first: 3, last: 5 })).toBe('345')
      expect(await read('range/a', { first: 8, last: 100 })).toBe('89')
      const part = await blobs.get('range/a', { first: 3, last: 5 })
      expect(part?.size).toBe(10)
      await part?.body.cancel()
      await expect(blobs.get('range/a', { first: 10, last: 12 })).rejects.toThrow()
    })

    test('lists in key order by prefix', async () => {
      for (const blobKey of [
        'list/b',
        'list/a/2',
        'list/a-1',
        'list/a.txt',
        'list/a/10',
        'list/a0',
        'list/a',
        'lists/x',
      ])
        await blobs.put(blobKey, text('x'), { type: 'a/b' })
      expect(await keys('list/')).toEqual([
        'list/a',
        'list/a-1',
        'list/a.txt',
        'list/a/10',
        'list/a/2',
        'list/a0',
        'list/b',
      ])
      expect(await keys('list/a/')).toEqual(['list/a/10', 'list/a/2'])
      expect(await keys('list/a/1')).toEqual(['list/a/10'])
      expect(await keys('list')).toContain('lists/x')
      expect(await keys('none/')).toEqual([])
      expect((await Array.fromAsync(blobs.list('list/b')))[0]).toMatchObject({
        size: 1,
        modifiedAt: expect.any(Number),
      })
    })

    test('removes by prefix', async () => {
      for (const blobKey of ['gone/t1/a', 'gone/t1/deep/b', 'gone/t10/c', 'gone/t2/d'])
        await blobs.put(blobKey, text('x'), { type: 'a/b' })
      await blobs.remove('gone/t1/')
      expect(await keys('gone/')).toEqual(['gone/t10/c', 'gone/t2/d'])
      await blobs.remove('gone/t2/d')
      await blobs.remove('gone/nothing')
      expect(await keys('gone/')).toEqual(['gone/t10/c'])
      await blobs.put('gone/t1/a', text('again'), { type: 'a/b' })
      expect(await read('gone/t1/a')).toBe('again')
    })

    test('a removal keeps the blobs with an excepted prefix', async () => {
      for (const blobKey of ['kept/t1/pages/1', 'kept/t1/result-0001', 'kept/t1/result-0002', 'kept/t1/source'])
        await blobs.put(blobKey, text('x'), { type: 'a/b' })
      await blobs.remove('kept/t1/', { except: 'kept/t1/result-0002' })
      expect(await keys('kept/')).toEqual(['kept/t1/result-0002'])
      expect(await read('kept/t1/result-0002')).toBe('x')
    })

    test('refuses invalid keys', async () => {
      const odd = [
        '',
        '/',
        '../x',
        'a/../b',
        'a//b',
        '/a',
        'a/',
        '.hidden',
        'a/.tmp',
        'a\\b',
        'a b',
        'ä',
        'a\0',
        `a/${'x'.repeat(151)}`,
        'x~y',
        '%2e%2e/x',
      ]
      for (const blobKey of odd) {
        await expect(blobs.put(blobKey, text('x'), { type: 'a/b' })).rejects.toThrow(RangeError)
        await expect(blobs.get(blobKey)).rejects.toThrow(RangeError)
        await expect(blobs.head(blobKey)).rejects.toThrow(RangeError)
      }
      for (const prefix of ['../', '/', 'a//', '..', '.tmp/']) {
        await expect(blobs.remove(prefix)).rejects.toThrow(RangeError)
        await expect(Array.fromAsync(blobs.list(prefix))).rejects.toThrow(RangeError)
      }
    })

    test('the empty prefix matches all blobs', async () => {
      expect((await keys('')).length).toBeGreaterThan(5)
      await blobs.remove('')
      expect(await keys('')).toEqual([])
    })
  })
}
