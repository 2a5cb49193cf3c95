/** Real tasks on the dashboard: state, error with its remedy, cancel, results, and the operator's view of the queue. */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { fixture } from '../fixtures/fixtures.ts'
import { illustratedPdf, plainPdf } from '../jobs/documents.ts'
import { createKeyFor, isDone, type WebTarget, type WebTests, waitToSee } from './web-tests.ts'

interface Submission {
  readonly apiKey: string
  readonly name: string
  readonly bytes: Uint8Array
  readonly options?: Readonly<Record<string, string>>
}

async function submit({ url }: WebTarget, { apiKey, name, bytes, options = {} }: Submission): Promise<void> {
  const form = new FormData()
  for (const [field, value] of Object.entries({ api_key: apiKey, ...options })) form.append(field, value)
  form.append('file', new Blob([bytes.slice()]), name)
  const response = await fetch(`${url}/api/v1/parse/async`, { method: 'POST', body: form })
  expect(await response.json()).toMatchObject({ code: 0 })
}

/** It is accepted, because its header is sound, and fails when its pixels are read. */
async function damagedGif(): Promise<Uint8Array> {
  const bytes = Buffer.from(await fixture('image-gif'))
  return bytes.fill(0xa5, Math.floor(bytes.length * 0.3), Math.floor(bytes.length * 0.7))
}

const tile = (page: Page, label: string) => page.locator('.tile', { hasText: label }).locator('strong')

/** `workersAlive`: as shown; `–` without worker processes. */
export function testDashboardTasks(web: WebTests, { workersAlive }: { workersAlive: string }): void {
  test('tasks: done, failed with a remedy, canceled; the operator sees the queue and the workers', async () => {
    const target = web.target()
    const apiKey = await createKeyFor(target)
    await submit(target, { apiKey, name: 'broken.gif', bytes: await damagedGif() })
    await submit(target, { apiKey, name: 'short.pdf', bytes: plainPdf(2), options: { page_images: 'true' } })
    await submit(target, { apiKey, name: 'endless.pdf', bytes: illustratedPdf(150), options: { ocr: 'force' } })
    const { page, problems } = await web.browser().open()
    await page.goto('/dashboard')
    await page.getByRole('textbox', { name: 'Key' }).fill(apiKey)
    await page.getByRole('button', { name: 'Sign in' }).click()
    const broken = page.locator('tr', { hasText: 'broken.gif' })
    await waitToSee(page, broken.getByText('Code 1106'))
    await waitToSee(page, broken.getByText('Open the file in its own program'))
    const short = page.locator('tr', { hasText: 'short.pdf' })
    await waitToSee(page, short.getByText('Done', { exact: true }))
    await waitToSee(page, short.getByText('2 of 2', { exact: true }))

    const { page: operator } = await web.browser().open()
    await operator.goto('/dashboard#operator')
    await operator.getByLabel('Admin token').fill(target.adminToken)
    await operator.getByRole('button', { name: 'Sign in' }).click()
    await waitToSee(operator, tile(operator, 'Unfinished tasks').filter({ hasText: /^1$/ }))
    await waitToSee(operator, tile(operator, 'Workers alive').filter({ hasText: workersAlive }))
    const kept = (await tile(operator, 'Kept results').textContent()) ?? ''

    const endless = page.locator('tr', { hasText: 'endless.pdf' })
    await waitToSee(page, endless.getByText('Parsing', { exact: true }))
    await waitToSee(page, endless.getByText(/[1-9]\d* of 150/))
    await waitToSee(page, endless.getByRole('progressbar'))
    await endless.getByRole('button', { name: 'Cancel' }).click()
    await waitToSee(page, endless.getByText('Canceled', { exact: true }))
    await waitToSee(operator, tile(operator, 'Unfinished tasks').filter({ hasText: /^0$/ }))
    await waitToSee(operator, operator.locator('li', { hasText: 'Code 1106' }))
    // The canceled task has no result.
    await waitToSee(operator, tile(operator, 'Kept results').filter({ hasText: new RegExp(`^${kept}$`) }))
    await web.look(operator, 'operator-tasks')
    await web.look(page, 'dashboard-tasks')

    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      short.getByRole('button', { name: 'Download the result of short.pdf' }).click(),
    ])
    expect([saved.suggestedFilename(), readFileSync(await saved.path(), 'utf8')]).toEqual([
      'short.md',
      expect.stringContaining('This is page 1 of'),
    ])
    await short.getByRole('link', { name: 'Open' }).click()
    await isDone(page)
    expect(await page.locator('.page').count()).toBe(2)
    expect(problems).toEqual([])
  }, 180_000)
}
