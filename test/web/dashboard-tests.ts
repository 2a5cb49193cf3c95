/** The dashboard with a key, and with the admin token. Runs after the tests of tasks, which it lists. */
import { describe, expect, test } from 'vitest'
import { plainPdf } from '../jobs/documents.ts'
import { testDashboardTasks } from './dashboard-task-tests.ts'
import { createKeyFor, isDone, type WebTarget, type WebTests } from './web-tests.ts'

/** A request with code 1123: two pages with a key for one. */
async function exceedQuota(target: WebTarget): Promise<void> {
  const form = new FormData()
  form.append('api_key', await createKeyFor(target, { free_per_day: 1, free_per_month: 1 }))
  form.append('file', new Blob([plainPdf(2).slice()]), 'two-pages.pdf')
  const response = await fetch(`${target.url}/api/v1/parse/sync`, { method: 'POST', body: form })
  expect(await response.json()).toMatchObject({ code: 1123 })
}

export function testDashboard(web: WebTests): void {
  describe('dashboard', () => {
    testDashboardTasks(web, { workersAlive: '–' })

    test('a key signs in and sees its use and tasks', async () => {
      const { page, problems } = await web.browser().open()
      await page.goto('/dashboard')
      await web.expectNoBarriers(page)
      await page.getByRole('textbox', { name: 'Key' }).fill(web.key())
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByText('Pages per day').waitFor()
      await page.getByText('long.pdf').waitFor()
      await page.getByText('Canceled', { exact: true }).waitFor()
      await web.expectNoShift(page)
      await web.expectNoBarriers(page)
      await web.look(page, 'dashboard')
      expect(problems).toEqual([])
    })

    test('labels of the usage chart do not touch on phones', async () => {
      for (const language of ['en-US', 'zh-CN']) {
        const { page } = await web.browser().open({ width: 375, language, key: web.key() })
        await page.route('**/account', async (route) => {
          const response = await route.fetch()
          const answer = (await response.json()) as { data: { days: unknown } }
          const day = new Date().toISOString().slice(0, 10)
          answer.data.days = [{ day, pages: 17_000 }]
          await route.fulfill({ json: answer })
        })
        await page.goto('/dashboard')
        await page.locator('.chart').waitFor()
        const labels = await page
          .locator('.chart text')
          .evaluateAll((texts) =>
            texts.map((text) => ({ text: text.textContent, box: text.getBoundingClientRect().toJSON() })),
          )
        expect(labels.length).toBeGreaterThan(6)
        const touching = labels.flatMap(({ text, box }, index) =>
          labels
            .slice(index + 1)
            .filter(
              (other) =>
                box.left < other.box.right + 3 &&
                other.box.left < box.right + 3 &&
                box.top < other.box.bottom &&
                other.box.top < box.bottom,
            )
            .map((other) => [text, other.text]),
        )
        expect(touching).toEqual([])
        expect(labels.filter(({ box }) => box.left < 0 || box.right > 375)).toEqual([])
      }
    })

    test('the operator creates a key, which parses, and disables it; errors are counted', async () => {
      await exceedQuota(web.target())
      const { page } = await web.browser().open({ dark: true })
      await page.goto('/dashboard#operator')
      await page.getByLabel('Admin token').fill('not-the-admin-token')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByText('Send the admin token').waitFor()
      await page.getByLabel('Admin token').fill(web.target().adminToken)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('button', { name: 'Create a key' }).click()
      await page.getByLabel('Name').fill('Made here')
      await page.getByLabel('Paid pages').fill('7')
      await page.getByRole('button', { name: 'Save' }).click()
      const text = (await page.locator('#new-key').textContent()) ?? ''
      expect(text).toMatch(/^sk-/)
      await page.getByRole('button', { name: 'Use it in this browser' }).click()
      await page.getByRole('button', { name: 'Close' }).click()
      await page.getByText('Made here').waitFor()
      await web.expectNoBarriers(page)
      await web.expectNoShift(page)
      await web.look(page, 'operator')
      const row = page.locator('tr', { hasText: 'Made here' })
      await page.goto('/#sample=notice')
      await isDone(page)
      await page.goto('/dashboard#operator')
      await page.getByLabel('Admin token').fill(web.target().adminToken)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await row.getByRole('button', { name: 'Disable' }).click()
      await row.getByText('Disabled').waitFor()
      const routeRow = page.locator('tr', { hasText: '/api/v1/parse/sync' })
      await routeRow.getByText(/1123 × [1-9]/).waitFor()
    })
  })
}
