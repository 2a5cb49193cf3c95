/** Tasks of people on the web pages, in a real browser. Runs against the service on Node and the bundled Worker. */
import { expect, test } from 'vitest'
import { fixture } from '../fixtures/fixtures.ts'
import { testDashboard } from './dashboard-tests.ts'
import { testPlayground } from './playground-tests.ts'
import { testTasksInBrowser } from './task-tests.ts'
import { openWebTests, type WebTarget, type WebTests } from './web-tests.ts'

/** Returns the opened service and browser for more tests. */
export function testWebPages(open: () => Promise<WebTarget>): WebTests {
  const web = openWebTests(open)
  testPlayground(web)
  testTasksInBrowser(web)
  testDashboard(web)

  test('the reference sends requests', async () => {
    const { page, problems } = await web.browser().open({ key: web.key() })
    await page.goto('/docs#usage')
    await page.getByRole('heading', { name: 'Remaining pages of a key' }).waitFor()
    // A response moves the sections below it, which counts if it is late.
    await web.expectNoShift(page)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.locator('.answer', { hasText: 'remaining_paid_pages' }).waitFor()
    await web.expectNoBarriers(page)
    await web.look(page, 'reference')
    await page.locator('a[href="#parse"]').click()
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from(await fixture('pdf-digital')) })
    await page.getByRole('button', { name: 'Send' }).click()
    await page.locator('.answer', { hasText: 'Document parsed: 1 page.' }).waitFor()
    expect(problems).toEqual([])
  })
  return web
}
