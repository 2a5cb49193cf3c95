/** The web pages in Chromium, served by the bundled Worker. */
import { describe } from 'vitest'
import { hasChromium } from '../web/browser.node.ts'
import { testWebPages } from '../web/pages.ts'
import { openBundle } from './bundle.node.ts'

const adminToken = 'the-token-of-the-operator'

describe.skipIf(!hasChromium)('web pages on Workers, in Chromium', () => {
  testWebPages(async () => {
    const { url, close } = await openBundle({ ADMIN_TOKEN: adminToken })
    return { url, adminToken, runtime: 'workers', checksLooks: false, cancels: false, close }
  })
})
