/** Shared by the tests of the web pages: the service, the browser, and steps that many tests take. */
import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { type Browser, findBarriers, findShifts, openBrowser, takeScreenshot } from './browser.node.ts'

export interface WebTarget {
  readonly url: string
  readonly adminToken: string
  /** For the names of screenshots. */
  readonly runtime: string
  /** Whether axe-core runs and screenshots are taken; the pages are the same on each runtime. */
  readonly checksLooks: boolean
  /** Ends the service during its work and starts it again with the same data and address. */
  restart(): Promise<void>
  /** Redelivers lost messages of tasks, as the runtime does from time to time and local workerd does not. */
  redeliver(): Promise<void>
  close(): Promise<void>
}

/** To be read inside of tests. */
export interface WebTests {
  target(): WebTarget
  browser(): Browser
  /** A key with enough pages. */
  key(): string
  expectNoBarriers(page: Page): Promise<void>
  expectNoShift(page: Page): Promise<void>
  look(page: Page, name: string): Promise<void>
}

interface Quota {
  readonly free_per_day?: number
  readonly free_per_month?: number
  readonly paid_pages?: number
}

/** Sum of layout shifts of a page, as in CLS. */
const maxShift = 0.02

/** Opens the service and the browser before the tests of a file. */
export function openWebTests(open: () => Promise<WebTarget>): WebTests {
  let target: WebTarget
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
  return {
    target: () => target,
    browser: () => browser,
    key: () => key,
    async expectNoBarriers(page) {
      if (target.checksLooks) expect(await findBarriers(page)).toEqual([])
    },
    async expectNoShift(page) {
      expect(await findShifts(page, maxShift)).toEqual([])
    },
    async look(page, name) {
      if (target.checksLooks) await takeScreenshot(page, `${target.runtime}-${name}`)
    },
  }
}

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
    else if ((await field.getAttribute('type')) === 'checkbox') await field.setChecked(value === 'true')
    else {
      await field.fill(value)
      await field.dispatchEvent('change')
    }
  }
}

/** Waits for a part of the page. The error has the text of the page. */
export async function waitToSee(page: Page, part: Locator): Promise<void> {
  try {
    await part.waitFor()
  } catch (error) {
    const shown = (await page.locator('body').textContent()) ?? ''
    throw new Error(`${part} is not shown. The page shows:\n${shown.slice(0, 2000)}`, { cause: error })
  }
}

export async function isDone(page: Page): Promise<void> {
  await waitToSee(page, page.locator('.status.done'))
}

export function sample(name: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(`../../src/web/samples/${name}`, import.meta.url)))
}
