/** Links to tasks, opened in another browser: sign-in, the place in the document, and tasks that cannot be opened. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { dropFile } from './browser.node.ts'
import { chooseOptions, createKeyFor, isDone, sample, type WebTests, waitToSee } from './web-tests.ts'

interface Image {
  readonly naturalWidth: number
}

async function signIn(page: Page, key: string): Promise<void> {
  const field = page.getByLabel('Key', { exact: true })
  await waitToSee(page, field)
  expect(await field.evaluate((element) => element.matches(':focus'))).toBe(true)
  await field.fill(key)
  await page.keyboard.press('Enter')
}

/** Sends a document as a task, selects a block of its second page, and copies the link. */
async function copyLink(web: WebTests): Promise<string> {
  const { page } = await web.browser().open({ key: web.key() })
  await page.goto('/')
  await chooseOptions(page, { page_images: 'true' })
  await page.locator('label', { hasText: 'Automatic: files over' }).locator('select').selectOption('async')
  await dropFile(page, { name: 'report.pdf', type: 'application/pdf', bytes: sample('report.pdf') })
  await isDone(page)
  await page.locator('.segment', { hasText: 'Decisions for the general meeting' }).click()
  await page.waitForURL(/task=\w+&page=2&block=1\.\d+/)
  await page.getByRole('button', { name: 'Copy link' }).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  const link = await page.evaluate<string>('navigator.clipboard.readText()')
  expect(link).toBe(page.url())
  return link
}

async function isAtBlock(page: Page): Promise<void> {
  await isDone(page)
  const box = page.locator('.box.selected', { hasText: 'Decisions for the general meeting' })
  await waitToSee(page, box)
  const top = (): Promise<number> => box.evaluate((element) => element.getBoundingClientRect().top)
  await expect.poll(top, { timeout: 30_000 }).toBeLessThan(900)
  expect(await page.getByRole('spinbutton', { name: 'Page number' }).inputValue()).toBe('2')
  await waitToSee(page, page.locator('.segment.selected', { hasText: 'Decisions for the general meeting' }))
}

/** For one runtime, because only code in the browser is tested. */
export function testLinks(web: WebTests): void {
  describe('links to tasks', () => {
    test('another browser asks for the key, and opens the block', async () => {
      const link = await copyLink(web)
      const { page, problems } = await web.browser().open()
      await page.goto(link)
      await page.getByRole('heading', { name: 'Sign in to open the document' }).waitFor()
      await web.expectNoBarriers(page)
      await web.look(page, 'link-sign-in')
      await page.keyboard.press('Escape')
      await page.locator('dialog').waitFor({ state: 'detached' })
      await page.locator('.notice').getByRole('button', { name: 'Enter API key' }).click()
      await signIn(page, 'sk-wrong')
      await page.getByText('Check that the key is complete').waitFor()
      await signIn(page, web.key())
      await isAtBlock(page)
      expect(page.url()).toBe(link)
      await web.expectNoShift(page)
      expect(problems.filter((problem) => !problem.includes('status of 4'))).toEqual([])

      // A block that is not there leads to its page.
      await page.goto(link.replace(/block=.*/, 'block=1.999'))
      await page.waitForURL(/page=2$/)
    })

    test('the result of another key, or an expired one, is explained, and another key opens it', async () => {
      const link = await copyLink(web)
      const { page } = await web.browser().open({ key: await createKeyFor(web.target()) })
      await page.goto(link)
      await page.getByText('There is no such result for your API key').waitFor()
      expect(page.url()).toBe(link)
      await web.expectNoBarriers(page)
      await web.look(page, 'link-other-key')
      await page.getByRole('button', { name: 'Use another key' }).click()
      await signIn(page, web.key())
      await isAtBlock(page)
      expect(await page.locator('dialog').count()).toBe(0)

      await page.goto(link.replace(/task=\w+/, `task=${'0'.repeat(32)}`))
      await page.getByText('There is no such result for your API key').waitFor()
    })

    // The figures above the block load after the browser has scrolled to it.
    test('the text does not move while its images load', async () => {
      const link = await copyLink(web)
      const { page, problems } = await web.browser().open({ key: web.key(), width: 1300 })
      await page.goto(link)
      await isAtBlock(page)
      const images = page.locator('.segment img')
      await images.first().waitFor()
      const isLoaded = (): Promise<boolean> =>
        images.evaluateAll((all) => (all as unknown as Image[]).every(({ naturalWidth }) => naturalWidth > 0))
      await expect.poll(isLoaded, { timeout: 30_000 }).toBe(true)
      await web.expectNoShift(page)
      expect(problems).toEqual([])
    })

    test('a result that the service no longer has is opened from this browser', async () => {
      const link = await copyLink(web)
      const { page, problems } = await web.browser().open({ key: web.key() })
      await page.goto('/')
      await page.locator('.recents .recent-name').first().waitFor()
      await page.evaluate(`localStorage.setItem('sheaf.key', '${await createKeyFor(web.target())}')`)
      await page.goto(link.replace('/#', '/?kept#'))
      await page.getByRole('button', { name: 'Open the result kept in this browser' }).click()
      await isAtBlock(page)
      await page.evaluate(`localStorage.setItem('sheaf.key', '${web.key()}')`)
      expect(problems).toEqual([])
    })
  })
}
