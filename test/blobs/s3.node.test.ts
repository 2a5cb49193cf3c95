/** An S3-compatible server from npm, in this process, under the contract suite; keys with and without a prefix of their own. */
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
