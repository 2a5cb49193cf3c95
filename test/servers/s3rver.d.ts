/** Types for s3rver, as far as tests need them. */
declare module 's3rver' {
  import type { Server } from 'node:http'

  export default class S3rver {
    constructor(options: {
      silent: boolean
      directory: string
      configureBuckets: readonly { name: string; configs: readonly string[] }[]
    })
    configureBuckets(): Promise<unknown>
    listen(port: number, address: string): Promise<Server>
  }
}
