/** Limits of the list of recent documents: their number, and the storage of the browser. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { dropFile } from './browser.node.ts'
import { createKeyFor, isDone, type WebTests } from './web-tests.ts'

/** Parses a document and returns to the start page. */
async function parseDocument(page: Page, name: string, text = 'A text.'): Promise<void> {
  const bytes = new TextEncoder().encode(`<h1>Of ${name}</h1><p>${text}</p>`)
  await dropFile(page, { name, type: 'text/html', bytes })
  await isDone(page)
  await page.locator('.segment', { hasText: `Of ${name}` }).waitFor()
}

async function showStart(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New document' }).click()
  await page.getByText('Drop', { exact: false }).first().waitFor()
}

function namesOf(page: Page): Promise<string[]> {
  return page
    .locator('.recents li')
    .evaluateAll((items) => items.map((item) => /\w+\.html/.exec(item.textContent ?? '')?.[0] ?? ''))
}

/** For one runtime, because only code in the browser is tested. */
export function testRecents(web: WebTests): void {
  describe('recent documents', () => {
    test('the eleventh result takes the place of the oldest one', async () => {
      const { page, problems } = await web.browser().open({ key: await createKeyFor(web.target()) })
      await page.goto('/')
      const names = Array.from({ length: 11 }, (_, index) => `file${index + 1}.html`)
      for (const name of names) {
        await parseDocument(page, name)
        await page.waitForURL(/#recent=\d+/)
        await showStart(page)
      }
      const kept = names.slice(1).reverse()
      await expect.poll(() => namesOf(page)).toEqual(kept)
      await page.reload()
      await expect.poll(() => namesOf(page)).toEqual(kept)
      // The oldest kept one can still be opened.
      await page.getByRole('button', { name: 'file2.html', exact: true }).click()
      await page.locator('.segment', { hasText: 'Of file2.html' }).waitFor()
      expect(problems).toEqual([])
    }, 120_000)

    test('with a full storage, a result can be read and the list stays', async () => {
      const { page, problems } = await web.browser().open({ key: await createKeyFor(web.target()) })
      await page.goto('/')
      const session = await page.context().newCDPSession(page)
      const origin = new URL(page.url()).origin
      // Before the first use, because Chromium keeps the free space that it has measured.
      await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 500_000 })
      await parseDocument(page, 'kept.html')
      await page.waitForURL(/#recent=\d+/)
      await showStart(page)
      await parseDocument(page, 'refused.html', 'A long text. '.repeat(20_000))
      await showStart(page)
      await page.getByText('The last result was not kept').waitFor()
      await expect.poll(() => namesOf(page)).toEqual(['kept.html'])
      await web.expectNoBarriers(page)
      await page.getByRole('button', { name: 'kept.html', exact: true }).click()
      await page.locator('.segment', { hasText: 'Of kept.html' }).waitFor()
      await session.send('Storage.overrideQuotaForOrigin', { origin })
      await showStart(page)
      await parseDocument(page, 'later.html')
      await page.waitForURL(/#recent=\d+/)
      await showStart(page)
      await expect.poll(() => namesOf(page)).toEqual(['later.html', 'kept.html'])
      expect(await page.getByText('The last result was not kept').count()).toBe(0)
      expect(problems).toEqual([])
    })
  })
}
