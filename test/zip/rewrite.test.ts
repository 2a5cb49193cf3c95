import { unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { concatBytes } from '../../src/model/bytes.ts'
import { rewriteZip, updateZip } from '../../src/zip/rewrite.ts'

const encode = (text: string) => new TextEncoder().encode(text)
const decode = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes)

test('a rewritten archive has no gaps and correct checksums', async () => {
  const bytes = zipSync({
    a: encode('one'),
    b: [encode('two'.repeat(500)), { level: 9 }],
    c: [encode('three'), { level: 0 }],
  })
  const updated = (await updateZip(bytes, new Map([['b', encode('changed')]]))) ?? new Uint8Array()
  const parts = unzipSync(updated)
  expect([decode(parts.a), decode(parts.b), decode(parts.c)]).toEqual(['one', 'changed', 'three'])
  // The directory begins where the last entry ends.
  const view = new DataView(updated.buffer)
  const end = updated.length - 22
  expect(view.getUint32(end + 16, true) + view.getUint32(end + 12, true)).toBe(end)
  expect(await updateZip(encode('no archive at all'), new Map())).toBeNull()
})

test('filling stored entries gives the archive that was written with their content', async () => {
  const image = new Uint8Array([1, 2, 3])
  const options = { mtime: new Date(2020, 1, 1) }
  const zip = (content: Uint8Array) =>
    zipSync({ 'a.md': [encode('text'.repeat(100)), options], 'images/b.png': [content, { ...options, level: 0 }] })
  const contentOf = (name: string) => (name === 'images/b.png' ? Promise.resolve(image) : null)
  const chunks = rewriteZip(zip(new Uint8Array()), contentOf, { compress: false })
  expect(concatBytes(await Array.fromAsync(chunks))).toEqual(zip(image))
})
