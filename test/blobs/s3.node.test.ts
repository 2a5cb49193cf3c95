/** An S3-compatible server from npm, in this process, under the contract suite; keys with and without a prefix of their own. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createS3Blobs, type S3Options } from '../../src/blobs/s3.ts'
import { testBlobs } from '../contract/blobs.ts'
import { openS3, type S3Server } from '../servers/s3.node.ts'

let server: S3Server
let options: S3Options
beforeAll(async () => {
  server = await openS3(['contract', 'shared'])
  options = { ...server, region: 'us-east-1', bucket: 'contract', prefix: '' }
})
afterAll(() => server.close())

testBlobs(async () => createS3Blobs(options))

test('two deployments in one bucket do not see each other', async () => {
  const bytes = new TextEncoder().encode('x')
  const [a, b] = ['deep/a', 'deep/ab'].map((prefix) => createS3Blobs({ ...options, bucket: 'shared', prefix }))
  await a?.put('files/1', bytes, { type: 'a/b' })
  await b?.put('files/2', bytes, { type: 'a/b' })
  expect((await Array.fromAsync(a?.list('') ?? [])).map(({ blobKey }) => blobKey)).toEqual(['files/1'])
  await a?.remove('')
  expect((await Array.fromAsync(b?.list('') ?? [])).map(({ blobKey }) => blobKey)).toEqual(['files/2'])
})

test('a wrong key or bucket is an error, not an empty store', async () => {
  await expect(createS3Blobs({ ...options, accessKeyId: 'nobody', secretAccessKey: 'wrong' }).get('a')).rejects.toThrow()
  await expect(createS3Blobs({ ...options, bucket: 'no-such-bucket' }).get('a')).rejects.toThrow()
})

test('a store that is away or fails is 1124, which clients and steps of tasks wait out', async () => {
  const gone = await openS3(['gone'])
  gone.close()
  const failing = createServer((_, response) => response.writeHead(503).end()).listen(0, '127.0.0.1')
  await once(failing, 'listening')
  const endpoint = `http://127.0.0.1:${(failing.address() as AddressInfo).port}`
  for (const away of [gone, { ...gone, endpoint }]) {
    const blobs = createS3Blobs({ ...away, region: 'us-east-1', bucket: 'gone', prefix: '' })
    const busy = { name: 'ParseError', code: 1124, cause: expect.anything() }
    const bytes = new Uint8Array(10)
    await expect(blobs.put('a', bytes, { type: 'a/b' })).rejects.toMatchObject(busy)
    await expect(blobs.put('a', new Blob([bytes]).stream(), { type: 'a/b' })).rejects.toMatchObject(busy)
    await expect(blobs.get('a')).rejects.toMatchObject(busy)
    await expect(blobs.head('a')).rejects.toMatchObject(busy)
    await expect(blobs.remove('a')).rejects.toMatchObject(busy)
  }
  failing.close()
  const broken = new ReadableStream({ pull: (controller) => controller.error(new TypeError('a defect of ours')) })
  await expect(createS3Blobs(options).put('a', broken, { type: 'a/b' })).rejects.toThrow('a defect of ours')
})
