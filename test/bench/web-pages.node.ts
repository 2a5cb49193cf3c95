/**
 * First load of the web pages in Chromium with a cold cache: bytes on the wire (target ≤ 200 KB) and the time until the page can be used
 * (target ≤ 300 ms), side by side with a document without scripts from the same service.
 */
import type { Browser } from 'playwright-core'
import { hasChromium, launchChromium } from '../web/browser.node.ts'
import { median, startService } from './service.ts'

interface Load {
  /** From the start of the navigation to the frame after the controls are there, with their listeners. */
  readonly ms: number
  readonly bytes: number
}

const rounds = Number(process.argv[2] ?? 7)
/** Controls that are there when a page can be used. */
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
        document: { querySelector(selector: string): object | null }
        requestAnimationFrame(act: () => void): void
      }
      const look = (): void => {
        if (state.document.querySelector(selector) === null) state.requestAnimationFrame(look)
        else state.usableAt = performance.now()
      }
      state.requestAnimationFrame(look)
    }, control)
    const page = await context.newPage()
    const network = await context.newCDPSession(page)
    let bytes = 0
    network.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength
    })
    await network.send('Network.enable')
    await page.goto(url, { waitUntil: 'load' })
    await page.waitForFunction('globalThis.usableAt !== undefined')
    return { ms: await page.evaluate<number>('globalThis.usableAt'), bytes }
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
    const kilobytes = (median(measured.map(({ bytes }) => bytes)) / 1000).toFixed(1)
    console.log(
      `${path}: ${Math.round(median(times))} ms (${lowest}–${highest}), ${kilobytes} KB, ${rounds} cold loads`,
    )
  }
} finally {
  await browser.close()
  await service.stop()
}
