/** Contract tests with R2. */
import { env } from 'cloudflare:workers'
import { createR2Blobs } from '../../src/blobs/r2.workers.ts'
import { testBlobs } from '../contract/blobs.ts'

testBlobs(async () => createR2Blobs(env.FILES))
