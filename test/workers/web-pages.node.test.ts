/** The web pages in Chromium, served by the bundled Worker. */
import { describe } from 'vitest'
import { hasChromium } from '../web/browser.node.ts'
import { testWebPages } from '../web/pages.ts'
import { openBundle } from './bundle.node.ts'

const adminToken = 'the-token-of-the-operator'

describe.skipIf(!hasChromium)('web pages on Workers, in Chromium', () => {
  testWebPages(async () => {
    const bundle = await openBundle({ ADMIN_TOKEN: adminToken, SHARD_PAGES: '1', TASK_LEASE_MS: '5000' })
    const { url, restart, redeliver, close } = bundle
    return { url, adminToken, runtime: 'workers', checksLooks: false, restart, redeliver, close }
  })
})
