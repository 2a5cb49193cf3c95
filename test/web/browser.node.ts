/** Headless Chromium for tests of the web pages. Screenshots are in `test/web/out`. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import {
  type BrowserContext,
  chromium,
  type JSHandle,
  type Locator,
  type Page,
  type Browser as PlaywrightBrowser,
} from 'playwright-core'

/** The headless shell comes first: it opens no windows, whose own pages take more time than those of the tests. */
const executablePath = [
  ...(process.env.CHROMIUM === undefined ? [] : [process.env.CHROMIUM]),
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find(existsSync)
export const hasChromium = executablePath !== undefined

const outputDir = join(import.meta.dirname, 'out')
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** Nothing but the service is reached. */
const flags = [
  ...['no-sandbox', 'disable-gpu', 'disable-quic', 'no-first-run', 'disable-background-networking'],
  ...['disable-component-update', 'disable-sync'],
]

export interface OpenedPage {
  readonly page: Page
  /** Errors of the console, blocked resources and exceptions so far. */
  readonly problems: string[]
}

export interface Browser {
  open(options?: {
    readonly width?: number
    readonly dark?: boolean
    readonly language?: string
    readonly key?: string
  }): Promise<OpenedPage>
  /** Ends the work of the pages that are open. */
  closePages(): Promise<void>
  close(): Promise<void>
}

export async function launchChromium(...more: string[]): Promise<PlaywrightBrowser> {
  return await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: [...flags, ...more].map((flag) => `--${flag}`),
  })
}

/** `origin`: of the service. Pages with the same key and settings share storage and cache; others have their own. */
export async function openBrowser(origin: string): Promise<Browser> {
  const browser = await launchChromium()
  const contexts = new Map<string, BrowserContext>()
  return {
    async open({ width = 1360, dark = false, language = 'en-US', key = '' } = {}) {
      const name = key === '' ? `new ${contexts.size}` : JSON.stringify([width, dark, language, key])
      const context =
        contexts.get(name) ??
        (await browser.newContext({
          viewport: { width, height: width < 600 ? 844 : 900 },
          colorScheme: dark ? 'dark' : 'light',
          locale: language,
          baseURL: origin,
          bypassCSP: false,
          permissions: ['clipboard-read', 'clipboard-write'],
          storageState: { cookies: [], origins: [{ origin, localStorage: [{ name: 'sheaf.key', value: key }] }] },
        }))
      if (!contexts.has(name)) await context.addInitScript(observeShifts)
      contexts.set(name, context)
      const page = await context.newPage()
      page.setDefaultTimeout(40_000)
      const problems: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning')
          problems.push(`${message.text()} ${message.location().url}`)
      })
      page.on('pageerror', (error) => problems.push(String(error)))
      page.on('dialog', (dialog) => {
        problems.push(`dialog: ${dialog.message()}`)
        dialog.dismiss().catch(() => undefined)
      })
      page.on('request', (request) => {
        const { protocol, origin: target } = new URL(request.url())
        if (/^https?:$/.test(protocol) && target !== origin) problems.push(`request to ${target}`)
      })
      return { page, problems }
    },
    async closePages() {
      const pages = [...contexts.values()].flatMap((context) => context.pages())
      await Promise.all(pages.map((page) => page.close()))
    },
    close: () => browser.close(),
  }
}

/**
 * Findings of axe-core, as `rule: element`. It is evaluated by the browser's debugger, which the policy of the page
 * allows. `contrast`: colors only, for a second color scheme; `structure`: all but colors, for a second width.
 */
export async function findBarriers(page: Page, rules: 'all' | 'contrast' | 'structure' = 'all'): Promise<string[]> {
  await page.evaluate(axeSource)
  return await page.evaluate(async (chosen) => {
    const { axe } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
    }
    const options = {
      all: {},
      contrast: { runOnly: ['color-contrast'] },
      structure: { rules: { 'color-contrast': { enabled: false } } },
    }[chosen]
    const { violations } = await axe.run({ resultTypes: ['violations'], ...options })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
  }, rules)
}

interface ShiftWindow {
  shifts: string[]
  shiftSum: number
}

/** Sums layout shifts that do not follow an input, as CLS does. */
function observeShifts(): void {
  interface Shift {
    readonly value: number
    readonly hadRecentInput: boolean
    readonly sources: readonly { readonly node: { readonly nodeName: string; readonly className: string } | null }[]
  }
  const state = globalThis as unknown as ShiftWindow & {
    PerformanceObserver: new (act: (list: { getEntries(): Shift[] }) => void) => { observe(options: object): void }
  }
  state.shifts = []
  state.shiftSum = 0
  new state.PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      if (hadRecentInput) continue
      state.shiftSum += value
      state.shifts.push(
        `${value.toFixed(4)}: ${sources.map(({ node }) => `${node?.nodeName}.${node?.className}`).join(', ')}`,
      )
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Shifts of the page so far, or none while their sum is at most `limit`. */
export async function findShifts(page: Page, limit: number): Promise<string[]> {
  const { shiftSum, shifts } = await page.evaluate(() => {
    const { shiftSum, shifts } = globalThis as unknown as ShiftWindow
    return { shiftSum, shifts }
  })
  return shiftSum <= limit ? [] : shifts
}

export async function takeScreenshot(page: Page, name: string): Promise<void> {
  mkdirSync(outputDir, { recursive: true })
  await page.screenshot({ path: join(outputDir, `${name}.png`) })
}

/** Selects text with the mouse, from the start of one element to the end of another one. */
export async function selectText(page: Page, from: Locator, to: Locator): Promise<void> {
  await from.scrollIntoViewIfNeeded()
  const start = await from.boundingBox()
  const end = await to.boundingBox()
  if (start === null || end === null) throw new Error('There is nothing to select.')
  await page.mouse.move(start.x + 1, start.y + start.height / 2)
  await page.mouse.down()
  await page.mouse.move(end.x + end.width - 1, end.y + end.height - 2, { steps: 4 })
  await page.mouse.up()
}

export async function copySelection(page: Page): Promise<string> {
  await page.keyboard.press('Control+c')
  return await page.evaluate<string>('navigator.clipboard.readText()')
}

interface GivenFile {
  readonly name: string
  readonly type: string
  readonly bytes: Uint8Array
}

/** Drops a file on the page, as a mouse would. */
export async function dropFile(page: Page, file: GivenFile): Promise<void> {
  const dataTransfer = await transferOf(page, file)
  for (const event of ['dragenter', 'dragover', 'drop']) await page.dispatchEvent('body', event, { dataTransfer })
}

/** Pastes a file, as a browser does with copied images and files. */
export async function pasteFile(page: Page, file: GivenFile): Promise<void> {
  await (await transferOf(page, file)).evaluate((clipboardData) => {
    const { ClipboardEvent, document } = globalThis as unknown as {
      ClipboardEvent: new (type: string, init: object) => Event
      document: { readonly body: EventTarget }
    }
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
}

async function transferOf(page: Page, { name, type, bytes }: GivenFile): Promise<JSHandle> {
  return await page.evaluateHandle(
    ({ base64, fileName, fileType }) => {
      const data = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      const { DataTransfer } = globalThis as unknown as {
        DataTransfer: new () => { readonly items: { add(file: File): void } }
      }
      const dropped = new DataTransfer()
      dropped.items.add(new File([data], fileName, { type: fileType }))
      return dropped
    },
    { base64: Buffer.from(bytes).toString('base64'), fileName: name, fileType: type },
  )
}
