/**
 * First load of the web pages in Chromium with a cold cache: bytes on the wire (target ≤ 200 KB) and the time until the
 * page can be used (target ≤ 300 ms), side by side with a document without scripts from the same service.
 */
import type { Browser } from 'playwright-core'
import { hasChromium, launchChromium } from '../web/browser.node.ts'
import { median, startService } from './service.ts'

interface Load {
  /** From the start of the navigation to the frame after the controls exist, with their listeners. */
  readonly ms: number
  /** Size of the files that were loaded by then. */
  readonly bytes: number
  /** With the files that the page loads after it can be used. */
  readonly allBytes: number
}

const rounds = Number(process.argv[2] ?? 7)
/** Controls that exist when a page can be used. */
const pages = [
  ['/', '.drop-zone button'],
  ['/dashboard', '.sign-in button'],
  ['/docs', 'main.endpoint'],
] as const
const plainPath = '/assets/icon.svg'

async function load(browser: Browser, url: string, control: string): Promise<Load> {
  const context = await browser.newContext()
  try {
    await context.addInitScript((selector) => {
      const state = globalThis as unknown as {
        usableAt: number
        bytes: number
        document: { querySelector(selector: string): object | null }
        requestAnimationFrame(act: () => void): void
      }
      const look = (): void => {
        if (state.document.querySelector(selector) === null) state.requestAnimationFrame(look)
        else {
          state.usableAt = performance.now()
          const sizes = performance.getEntries().map((entry) => ('transferSize' in entry ? entry.transferSize : 0))
          state.bytes = sizes.reduce<number>((sum, size) => sum + Number(size), 0)
        }
      }
      state.requestAnimationFrame(look)
    }, control)
    const page = await context.newPage()
    const network = await context.newCDPSession(page)
    let allBytes = 0
    network.on('Network.loadingFinished', ({ encodedDataLength }) => {
      allBytes += encodedDataLength
    })
    await network.send('Network.enable')
    await page.goto(url, { waitUntil: 'load' })
    // The pages' Content-Security-Policy forbids functions that are evaluated repeatedly.
    await page.locator(control).first().waitFor({ state: 'attached' })
    await page.waitForLoadState('networkidle')
    const [ms, bytes] = await page.evaluate<[number, number]>('[globalThis.usableAt, globalThis.bytes]')
    return { ms, bytes, allBytes }
  } finally {
    await context.close()
  }
}

if (!hasChromium) throw new Error('Chromium is not installed.')
const service = await startService()
const browser = await launchChromium()
try {
  const targets = [[plainPath, 'svg'] as const, ...pages]
  const loads = new Map(targets.map(([path]) => [path as string, [] as Load[]]))
  // The first round warms up the service and the browser.
  for (let round = 0; round <= rounds; round++)
    for (const [path, control] of targets) {
      const measured = await load(browser, `${service.url}${path}`, control)
      if (round > 0) loads.get(path)?.push(measured)
    }
  for (const [path, measured] of loads) {
    const times = measured.map(({ ms }) => ms)
    const [lowest, highest] = [Math.min(...times), Math.max(...times)].map(Math.round)
    const ratio = median(times) / median(loads.get(plainPath)?.map(({ ms }) => ms) ?? [])
    const [before, all] = [measured.map(({ bytes }) => bytes), measured.map(({ allBytes }) => allBytes)].map((sizes) =>
      (median(sizes) / 1000).toFixed(1),
    )
    console.log(
      `${path}: ${Math.round(median(times))} ms (${lowest}–${highest}), ${ratio.toFixed(2)} × the image, ` +
        `${before} KB, ${all} KB in all, ${rounds} cold loads`,
    )
  }
} finally {
  await browser.close()
  await service.stop()
}
