/** The web pages in Chromium, served by Node. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fixture } from '../fixtures/fixtures.ts'
import { type Started, start } from '../runtime/process.node.ts'
import { freePort } from '../servers/port.node.ts'
import { dropFile, hasChromium } from './browser.node.ts'
import { chooseOptions, createKeyFor, testWebPages, type WebTarget } from './pages.ts'

const adminToken = 'the-token-of-the-operator'

interface NodeTarget extends WebTarget {
  restart(): Promise<void>
}

async function openNode(): Promise<NodeTarget> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sheaf-web-'))
  const environment = {
    DATA_DIR: dataDir,
    ADMIN_TOKEN: adminToken,
    // Kept over a restart.
    PORT: String(await freePort()),
    OFFICE: 'off',
    WORKER_THREADS: '2',
  }
  let service: Started = await start(environment)
  return {
    url: service.url,
    adminToken,
    runtime: 'node',
    checksLooks: true,
    cancels: true,
    async restart() {
      await service.end(['SIGKILL'])
      service = await start(environment)
    },
    async close() {
      await service.end(['SIGTERM'])
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

describe.skipIf(!hasChromium)('web pages on Node, in Chromium', () => {
  const opened = testWebPages(openNode)

  test('after a restart of the service, a running task continues, and so does its page', async () => {
    const target = opened.target()
    const { page } = await opened.browser().open({ key: await createKeyFor(target) })
    await page.goto('/')
    await chooseOptions(page, { ocr: 'force' })
    await page.locator('label', { hasText: 'Automatic: files over' }).locator('select').selectOption('async')
    await dropFile(page, { name: 'scan.pdf', type: 'application/pdf', bytes: await fixture('pdf-scan') })
    await page.getByText('0 of 1 pages').waitFor()
    const lost = page.getByText('The connection was lost').waitFor()
    await target.restart()
    await lost
    await page.locator('.status.done').waitFor({ timeout: 60_000 })
    await page.locator('.page img').first().waitFor()
    expect(await page.locator('.page').count()).toBe(1)
  }, 120_000)
})
