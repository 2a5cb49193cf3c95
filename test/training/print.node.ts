/**
 * Prints a list of HTML files with Chromium: `node test/training/print.node.ts LIST [PORT]`. Existing PDFs are kept.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** `css` replaces the page's own styles. */
interface Job {
  readonly html: string
  readonly pdf: string
  readonly css?: string
}

const [, , file = 'training/list.json', port = '9700'] = process.argv
const jobs: Job[] = JSON.parse(readFileSync(file, 'utf8'))
const profile = mkdtempSync(join(tmpdir(), 'sheaf-training-'))
const flags =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'
const more = [
  '--allow-file-access-from-files',
  '--host-resolver-rules=MAP * 127.0.0.1:1',
  `--remote-debugging-port=${port}`,
  `--user-data-dir=${profile}`,
]
const browser = spawn('chromium', [...flags.split(' '), ...more, 'about:blank'], { stdio: 'ignore' })

const socket = new WebSocket(await findPage())
await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }))
const waiting = new Map<number, (result: { readonly data?: string } | undefined) => void>()
let loaded = (): void => {}
socket.addEventListener('message', ({ data }) => {
  const message: { id?: number; method?: string; result?: { data?: string } } = JSON.parse(String(data))
  if (message.method === 'Page.loadEventFired') loaded()
  if (message.id !== undefined) waiting.get(message.id)?.(message.result)
})

await call('Page.enable')
for (const { html, pdf, css } of jobs) {
  if (existsSync(pdf)) continue
  const isLoaded = new Promise<void>((resolve) => {
    loaded = resolve
  })
  await call('Page.navigate', { url: `file://${html}` })
  await Promise.race([isLoaded, sleep(6000)])
  const restyle = `document.querySelectorAll('style,link[rel=stylesheet]').forEach((x) => x.remove()); document.head.append(Object.assign(document.createElement('style'), { textContent: ${JSON.stringify(css)} }))`
  if (css !== undefined) await call('Runtime.evaluate', { expression: restyle })
  const margins = {
    marginTop: 0.6,
    marginBottom: 0.6,
    preferCSSPageSize: true,
    printBackground: true,
    generateTaggedPDF: true,
  }
  const printed =
    (await call('Page.printToPDF', { ...margins, pageRanges: '1-6' })) ?? (await call('Page.printToPDF', margins))
  if (printed?.data === undefined) console.error(`not printed: ${html}`)
  else writeFileSync(pdf, Buffer.from(printed.data, 'base64'))
}
socket.close()
browser.kill()
await new Promise((resolve) => browser.once('exit', resolve))
rmSync(profile, { recursive: true, force: true })

async function findPage(): Promise<string> {
  for (let tries = 0; tries < 60; tries++) {
    await sleep(500)
    const answer = await fetch(`http://127.0.0.1:${port}/json`).catch(() => null)
    const pages: { type: string; webSocketDebuggerUrl: string }[] =
      answer === null ? [] : ((await answer.json()) as never)
    const page = pages.find(({ type }) => type === 'page')
    if (page !== undefined) return page.webSocketDebuggerUrl
  }
  throw new Error('Chromium does not respond')
}

function call(method: string, params: object = {}): Promise<{ readonly data?: string } | undefined> {
  const id = waiting.size + 1
  return new Promise((resolve) => {
    waiting.set(id, resolve)
    socket.send(JSON.stringify({ id, method, params }))
  })
}
