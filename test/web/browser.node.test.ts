/** The web pages in Chromium, served by Node. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe } from 'vitest'
import { type Started, start } from '../runtime/process.node.ts'
import { freePort } from '../servers/port.node.ts'
import { hasChromium } from './browser.node.ts'
import { testComparison } from './compare-tests.ts'
import { testLinks } from './link-tests.ts'
import { testWebPages } from './pages.ts'
import { testPlaygroundInBrowser } from './playground-tests.ts'
import { testReading } from './reading-tests.ts'
import { testRecents } from './recents-tests.ts'
import { testRotation } from './rotation-tests.ts'
import { testSearch } from './search-tests.ts'
import { testSelection } from './selection-tests.ts'
import { testSideways } from './sideways-tests.ts'
import { testViews } from './view-tests.ts'
import type { WebTarget } from './web-tests.ts'

const adminToken = 'the-token-of-the-operator'

async function openNode(): Promise<WebTarget> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sheaf-web-'))
  const environment = {
    DATA_DIR: dataDir,
    ADMIN_TOKEN: adminToken,
    // Kept over a restart.
    PORT: String(await freePort()),
    SHARD_PAGES: '1',
    TASK_LEASE_MS: '5000',
  }
  let service: Started = await start(environment)
  return {
    url: service.url,
    adminToken,
    runtime: 'node',
    checksLooks: true,
    async restart() {
      await service.end(['SIGKILL'])
      service = await start(environment)
    },
    redeliver: async () => undefined,
    async close() {
      await service.end(['SIGTERM'])
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

describe.skipIf(!hasChromium)('web pages on Node, in Chromium', () => {
  const web = testWebPages(openNode)
  testPlaygroundInBrowser(web)
  testComparison(web)
  testReading(web)
  testRecents(web)
  testRotation(web)
  testSearch(web)
  testSelection(web)
  testSideways(web)
  testLinks(web)
  testViews(web)
})
