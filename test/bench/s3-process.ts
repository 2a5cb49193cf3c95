/** An S3 server in its own process, to measure its CPU time. Sends its address, then counts of requests when asked. */
import { openS3 } from '../servers/s3.node.ts'

const counts: Record<string, number> = {}
const { endpoint, accessKeyId, secretAccessKey } = await openS3(['sheaf'], (method, path) => {
  // Listings and batches of deletions have the bucket as path.
  const kind = `${method}${/^\/sheaf\/?\?/.test(path) ? ' (bucket)' : ''}`
  counts[kind] = (counts[kind] ?? 0) + 1
})
process.on('message', () => process.send?.(counts))
process.send?.({ endpoint, accessKeyId, secretAccessKey })
