/** An S3-compatible server in this process, on a free loopback port with files in a temporary folder. */
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'

export interface S3Server {
  readonly endpoint: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  close(): void
}

export async function openS3(
  buckets: readonly string[],
  onRequest: (method: string, path: string) => void = () => undefined,
): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 'sheaf-s3-'))
  const s3rver = new S3rver({
    silent: true,
    directory,
    configureBuckets: buckets.map((name) => ({ name, configs: [] })),
  })
  await s3rver.configureBuckets()
  const server = await s3rver.listen(0, '127.0.0.1')
  server.on('request', ({ method = '', url = '' }) => onRequest(method, url))
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}`,
    // Its only credentials.
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    close() {
      server.closeAllConnections()
      server.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
