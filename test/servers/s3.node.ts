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

/** Can delay a request, or refuse it with a status. */
type OnRequest = (method: string, path: string) => void | number | Promise<void>

export async function openS3(buckets: readonly string[], onRequest: OnRequest = () => undefined): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 'sheaf-s3-'))
  const s3rver = new S3rver({
    silent: true,
    directory,
    configureBuckets: buckets.map((name) => ({ name, configs: [] })),
  })
  await s3rver.configureBuckets()
  const server = await s3rver.listen(0, '127.0.0.1')
  const listeners = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', async (request, response) => {
    const status = await onRequest(request.method ?? '', request.url ?? '')
    if (typeof status === 'number') {
      request.resume()
      response.writeHead(status).end()
    } else for (const listener of listeners) listener.call(server, request, response)
  })
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
