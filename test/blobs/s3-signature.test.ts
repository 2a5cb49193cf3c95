/** The signature against the examples that AWS publishes. */
import { expect, test } from 'vitest'
import { bytesOf, sha256, signRequest } from '../../src/blobs/s3-signature.ts'

const given = {
  region: 'us-east-1',
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  now: new Date('2013-05-24T00:00:00Z'),
}
const host = 'https://examplebucket.s3.amazonaws.com'

test.each([
  ['a range of an object', 'GET', '/test.txt', { range: 'bytes=0-9' }, '', 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41'],
  [
    'a new object with a sign in its name',
    'PUT',
    '/test$file.text',
    { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY', 'content-type': 'text/plain' },
    'Welcome to Amazon S3.',
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
  ['a question without a value', 'GET', '/?lifecycle', {}, '', 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
  ['a list', 'GET', '/?max-keys=2&prefix=J', {}, '', '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'],
])('%s', async (_name, method, path, headers, body, signature) => {
  const bodyHash = await sha256(bytesOf(body))
  const signed = await signRequest({ ...given, method, url: new URL(host + path), headers: new Headers(headers), bodyHash })
  expect(signed.get('authorization')).toContain(`Signature=${signature}`)
})
