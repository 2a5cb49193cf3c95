/** Tasks in the playground: progress page by page, cancel, and a service that ends in the middle. */
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { illustratedPdf } from '../jobs/documents.ts'
import { dropFile } from './browser.node.ts'
import { chooseOptions, createKeyFor, type WebTests, waitToSee } from './web-tests.ts'

/** Starts a task whose pages are read by OCR, one by one. */
export async function startTask(page: Page, { name, bytes }: { name: string; bytes: Uint8Array }): Promise<void> {
  await page.goto('/')
  await chooseOptions(page, { ocr: 'force' })
  await page.locator('label', { hasText: 'Automatic: files over' }).locator('select').selectOption('async')
  await dropFile(page, { name, type: 'application/pdf', bytes })
}

async function isShownWithin(part: Locator, timeout: number): Promise<boolean> {
  return await part.waitFor({ timeout }).then(
    () => true,
    () => false,
  )
}

export function testTasksInBrowser(web: WebTests): void {
  describe('tasks', () => {
    test('the first pages can be read while others are parsed, and the task can be canceled', async () => {
      const { page, problems } = await web.browser().open({ key: web.key() })
      await startTask(page, { name: 'long.pdf', bytes: illustratedPdf(60) })
      await waitToSee(page, page.getByText(/Pages: [1-9]\d* of 60/))
      await page.locator('.page .box').first().waitFor()
      await page.locator('.segment').first().waitFor()
      await web.look(page, 'running')
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.getByText('Canceled.').waitFor()
      expect(problems).toEqual([])
    }, 120_000)

    test('after a restart of the service, a running task continues, and so does its page', async () => {
      const { page } = await web.browser().open({ key: await createKeyFor(web.target()) })
      await startTask(page, { name: 'interrupted.pdf', bytes: illustratedPdf(6) })
      await waitToSee(page, page.getByText(/Pages: [1-4] of 6/))
      const lost = page.getByText('The connection was lost').waitFor()
      await web.target().restart()
      await lost
      const done = page.locator('.status.done')
      for (let rounds = 0; rounds < 15 && !(await isShownWithin(done, 10_000)); rounds++) await web.target().redeliver()
      await page.locator('.page img').first().waitFor()
      expect(await page.locator('.page').count()).toBe(6)
    }, 240_000)
  })
}
