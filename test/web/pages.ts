/** Tasks of people on the web pages, in a real browser. Runs against the service on Node and the bundled Worker. */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { fixture } from '../fixtures/fixtures.ts'
import {
  type Browser,
  dropFile,
  findBarriers,
  findShifts,
  openBrowser,
  pasteFile,
  takeScreenshot,
} from './browser.node.ts'

export interface WebTarget {
  readonly url: string
  readonly adminToken: string
  /** For the names of screenshots. */
  readonly runtime: string
  /** Whether axe-core runs and screenshots are taken; the pages are the same on each runtime. */
  readonly checksLooks: boolean
  /** Local workerd answers no request while it reads a page. */
  readonly cancels: boolean
  close(): Promise<void>
}

interface Quota {
  readonly free_per_day?: number
  readonly free_per_month?: number
  readonly paid_pages?: number
}

/** Sum of layout shifts of a page, as in CLS. */
const maxShift = 0.02

/** Options that make each page take a second or more. */
const slowOptions = { ocr: 'force' }

export async function createKeyFor({ url, adminToken }: WebTarget, quota: Quota = {}): Promise<string> {
  const body = JSON.stringify({ free_per_day: 500, free_per_month: 500, paid_pages: 0, ...quota })
  const headers = { Authorization: `Bearer ${adminToken}` }
  const response = await fetch(`${url}/admin/keys`, { method: 'POST', headers, body })
  const { data } = (await response.json()) as { data: { api_key: string } }
  return data.api_key
}

export async function chooseOptions(page: Page, options: Readonly<Record<string, string>>): Promise<void> {
  await page.getByText('Options', { exact: true }).first().click()
  for (const [name, value] of Object.entries(options)) {
    const field = page.locator(`[name="${name}"]`)
    if ((await field.evaluate((element) => element.tagName)) === 'SELECT') await field.selectOption(value)
    else {
      await field.fill(value)
      await field.dispatchEvent('change')
    }
  }
}

async function isDone(page: Page): Promise<void> {
  try {
    await page.locator('.status.done').waitFor()
  } catch (error) {
    const shown = (await page.locator('body').textContent()) ?? ''
    throw new Error(`The document was not parsed. The page shows:\n${shown.slice(0, 2000)}`, { cause: error })
  }
}

/** Shared by the tests; to be read inside of tests. */
export interface Opened<target extends WebTarget> {
  readonly target: () => target
  readonly browser: () => Browser
}

export function testWebPages<target extends WebTarget>(open: () => Promise<target>): Opened<target> {
  let target: target
  let browser: Browser
  let key: string
  beforeAll(async () => {
    target = await open()
    browser = await openBrowser(target.url)
    key = await createKeyFor(target)
  }, 120_000)
  afterEach(async () => {
    await browser.closePages()
  })
  afterAll(async () => {
    await browser?.close()
    await target?.close()
  })

  const expectNoBarriers = async (page: Page): Promise<void> => {
    if (target.checksLooks) expect(await findBarriers(page)).toEqual([])
  }
  const expectNoShift = async (page: Page): Promise<void> => {
    expect(await findShifts(page, maxShift)).toEqual([])
  }
  const look = async (page: Page, name: string): Promise<void> => {
    if (target.checksLooks) await takeScreenshot(page, `${target.runtime}-${name}`)
  }

  describe('playground', () => {
    test('a sample asks for the key first; a wrong key is refused with the reason', async () => {
      const { page } = await browser.open()
      await page.goto('/')
      await expectNoBarriers(page)
      await look(page, 'start')
      await page.getByText('Headings, nested lists').click()
      await page.getByLabel('Key', { exact: true }).fill('sk-wrong')
      await page.getByText('Save and check').click()
      await page.getByText('Invalid API key').waitFor()
      await page.getByLabel('Key', { exact: true }).fill(key)
      await page.getByText('Save and check').click()
      await page.getByText('The key works').waitFor()
      await page.getByRole('button', { name: 'Close' }).click()
      await isDone(page)
      await expectNoShift(page)
      expect(new URL(page.url()).hash).toContain('sample=report')
    })

    test('drop a PDF, find its blocks in the text and back, search, switch tabs, download', async () => {
      const { page, problems } = await browser.open({ key })
      await page.goto('/')
      await dropFile(page, { name: 'report.pdf', type: 'application/pdf', bytes: sample('report.pdf') })
      await isDone(page)
      await page.locator('.page img').first().waitFor()
      await expectNoShift(page)
      const table = page.locator('.box.type-table').first()
      await table.click()
      expect(await page.locator('.segment.selected th').first().textContent()).toBe('Field')
      await page.locator('.segment', { hasText: 'The orchard is the exception' }).click()
      expect(await page.locator('.box.selected').getAttribute('aria-label')).toContain('The orchard is the exception')
      await page.locator('.segment', { hasText: 'Weather and soil' }).hover()
      expect(await page.locator('.box.hovered').getAttribute('aria-label')).toContain('Weather and soil')
      await page.keyboard.press('n')
      await page.getByPlaceholder('Search').fill('barn roof')
      await page.keyboard.press('Enter')
      await page.locator('.box.match.selected').waitFor()
      expect(new URL(page.url()).hash).toMatch(/block=1\.\d+/)
      await page.getByPlaceholder('Search').fill('')
      await expectNoBarriers(page)
      await look(page, 'document')

      for (const [tab, text] of [
        ['Markdown', '# Harvest Report'],
        ['Blocks', 'Heading'],
        ['Tables', 'Yield by field'],
        ['Figures', 'Income and costs'],
        ['Chunks', 'tokens'],
        ['Code', 'curl -sS'],
      ] as const) {
        await page.getByRole('tab', { name: tab }).click()
        await page.locator('[role=tabpanel]', { hasText: text }).waitFor()
        await expectNoBarriers(page)
      }
      await page.getByRole('tab', { name: 'Tables' }).click()
      await look(page, 'tables')
      const [workbook] = await Promise.all([
        page.waitForEvent('download'),
        page.getByText('All tables as XLSX').click(),
      ])
      expect(
        readFileSync(await workbook.path())
          .subarray(0, 2)
          .toString(),
      ).toBe('PK')
      await page.getByText('Download', { exact: true }).first().click()
      const [zip] = await Promise.all([page.waitForEvent('download'), page.getByText('Zip', { exact: true }).click()])
      expect(zip.suggestedFilename()).toBe('report.zip')
      expect(
        readFileSync(await zip.path())
          .subarray(0, 2)
          .toString(),
      ).toBe('PK')
      expect(problems).toEqual([])
    })

    test('a pasted image is parsed, and no tab is cut off', async () => {
      const { page, problems } = await browser.open({ key })
      await page.goto('/')
      await chooseOptions(page, { ocr: 'off' })
      await pasteFile(page, { name: 'image.png', type: 'image/png', bytes: await fixture('image-png') })
      await isDone(page)
      await page.locator('.page img').first().waitFor()
      const overflow = await page.locator('.result-bar .tabs').evaluate((row) => row.scrollWidth - row.clientWidth)
      expect(overflow).toBe(0)
      expect(problems).toEqual([])
    })

    test('two results of one file are compared', async () => {
      const { page, problems } = await browser.open({ key })
      await page.goto('/#sample=paper')
      await isDone(page)
      await page.locator('.katex').first().waitFor()
      await expectNoShift(page)
      await chooseOptions(page, { formula: 'ascii' })
      await page.getByRole('button', { name: 'Parse again' }).click()
      await isDone(page)
      await page.getByRole('tab', { name: /Compare/ }).click()
      await page.getByText(/Different lines: \d+/).waitFor()
      expect(await page.locator('.compare-table tr.changed mark').count()).toBeGreaterThan(0)
      await expectNoBarriers(page)
      await look(page, 'compare')
      expect(problems).toEqual([])
    })

    test('a task shows its progress and can be canceled, where requests are answered while a page is read', async () => {
      const { page } = await browser.open({ key })
      await page.goto('/')
      await chooseOptions(page, target.cancels ? slowOptions : {})
      await page.locator('label', { hasText: 'Automatic: files over' }).locator('select').selectOption('async')
      await dropFile(page, { name: 'long.pdf', type: 'application/pdf', bytes: await fixture('pdf-cross-page') })
      if (!target.cancels) return await isDone(page)
      await page.getByText(/\d of 5 pages/).waitFor()
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.getByText('Canceled.').waitFor()
    })

    test('a quota that does not suffice is explained', async () => {
      const poor = await createKeyFor(target, { free_per_day: 1, free_per_month: 1 })
      const { page } = await browser.open({ key: poor })
      await page.goto('/#sample=report')
      await page.getByText('code 1123').waitFor()
      await page.getByText('Choose fewer pages in the options, or have pages added').waitFor()
      await expectNoBarriers(page)
    })

    test('a hostile document stays text', async () => {
      const { page, problems } = await browser.open({ key })
      await page.goto('/')
      const html = `<h1>&lt;script&gt;alert(1)&lt;/script&gt;</h1><table><tr><th>&lt;img src=x onerror=alert(2)&gt;</th><td>a</td></tr>
        <tr><td>[x](javascript:alert(3))</td><td>b</td></tr></table><p>[click](javascript:alert(4)) &lt;svg onload=alert(5)&gt;</p>
        <p>![x](https://elsewhere.example/p.png) &lt;iframe src="https://elsewhere.example"&gt; $\\href{javascript:alert(6)}{x}$</p>`
      const name = '<img src=x onerror=alert(7)>.html'
      await dropFile(page, { name, type: 'text/html', bytes: new TextEncoder().encode(html) })
      await isDone(page)
      for (const tab of ['Document', 'Markdown', 'Blocks', 'Tables', 'Chunks', 'Code']) {
        await page.getByRole('tab', { name: tab }).click()
        await page
          .locator(`#panel-${tab.toLowerCase()} :is(.segment, pre, .block-row, table, .card, .empty)`)
          .first()
          .waitFor()
        const active = page.locator(
          '[role=tabpanel] :is(script, iframe, svg:not(.icon), object, form, a[href^="javascript" i], img[src^="http"], [onerror], [onload])',
        )
        expect([tab, await active.count()]).toEqual([tab, 0])
      }
      expect(await page.locator('h1').textContent()).toContain('onerror')
      expect(problems).toEqual([])
    })

    test('Chinese, on a phone, in the dark', async () => {
      const { page, problems } = await browser.open({ key, width: 390, dark: true, language: 'zh-CN' })
      await page.goto('/')
      await page.getByText('拖入或粘贴文档').waitFor()
      await look(page, 'phone-start')
      await page.goto('/#sample=notice')
      await isDone(page)
      await page.locator('.page img').first().waitFor()
      await expectNoShift(page)
      await expectNoBarriers(page)
      await look(page, 'phone-pages')
      await page.getByRole('button', { name: '结果' }).click()
      await page.locator('.segment h1').first().waitFor()
      await look(page, 'phone-result')
      const width = await page.locator('html').evaluate((element) => element.scrollWidth)
      expect(width).toBeLessThanOrEqual(390)
      expect(problems).toEqual([])
    })
  })

  describe('dashboard', () => {
    test('a key signs in and sees its use and tasks', async () => {
      const { page, problems } = await browser.open()
      await page.goto('/dashboard')
      await expectNoBarriers(page)
      await page.getByRole('textbox', { name: 'Key' }).fill(key)
      await page.getByRole('button', { name: 'Show' }).click()
      await page.getByText('Pages per day').waitFor()
      await page.getByText('long.pdf').waitFor()
      await page.getByText(target.cancels ? 'Canceled' : 'Done', { exact: true }).waitFor()
      await expectNoShift(page)
      await expectNoBarriers(page)
      await look(page, 'dashboard')
      expect(problems).toEqual([])
    })

    test('the operator creates a key, which parses, and disables it', async () => {
      const { page } = await browser.open({ dark: true })
      await page.goto('/dashboard#operator')
      await page.getByLabel('Admin token').fill('not-the-admin-token')
      await page.getByRole('button', { name: 'Show' }).click()
      await page.getByText('Send the admin token').waitFor()
      await page.getByLabel('Admin token').fill(target.adminToken)
      await page.getByRole('button', { name: 'Show' }).click()
      await page.getByRole('button', { name: 'Create a key' }).click()
      await page.getByLabel('Name').fill('Made here')
      await page.getByLabel('Paid pages').fill('7')
      await page.getByRole('button', { name: 'Save' }).click()
      const text = (await page.locator('#new-key').textContent()) ?? ''
      expect(text).toMatch(/^sk-/)
      await page.getByRole('button', { name: 'Use it in this browser' }).click()
      await page.getByRole('button', { name: 'Close' }).click()
      await page.getByText('Made here').waitFor()
      await expectNoBarriers(page)
      await expectNoShift(page)
      await look(page, 'operator')
      const row = page.locator('tr', { hasText: 'Made here' })
      await page.goto('/#sample=notice')
      await isDone(page)
      await page.goto('/dashboard#operator')
      await page.getByLabel('Admin token').fill(target.adminToken)
      await page.getByRole('button', { name: 'Show' }).click()
      await row.getByRole('button', { name: 'Disable' }).click()
      await row.getByText('Disabled').waitFor()
      // The quota that did not suffice.
      const routeRow = page.locator('tr', { hasText: '/api/v1/parse/sync' })
      await routeRow.getByText('1123 × 1').waitFor()
    })
  })

  test('the reference sends requests', async () => {
    const { page, problems } = await browser.open({ key })
    await page.goto('/docs#usage')
    await page.getByRole('heading', { name: 'Remaining pages of a key' }).waitFor()
    // A response moves the sections below it, which counts if it is late.
    await expectNoShift(page)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.locator('.answer', { hasText: 'remaining_paid_pages' }).waitFor()
    await expectNoBarriers(page)
    await look(page, 'reference')
    await page.locator('a[href="#parse"]').click()
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from(await fixture('pdf-digital')) })
    await page.getByRole('button', { name: 'Send' }).click()
    await page.locator('.answer', { hasText: 'Document parsed: 1 page.' }).waitFor()
    expect(problems).toEqual([])
  })

  return { target: () => target, browser: () => browser }
}

function sample(name: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(`../../src/web/samples/${name}`, import.meta.url)))
}
