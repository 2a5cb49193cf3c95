/**
 * Synchronous requests with one image (an A4 scan, a photo of a receipt or a small screenshot), on one and two threads
 * and in workerd. Prints a Markdown table: wall time of the first request after a start (cold) and of later ones (p50,
 * p95), and CPU time of later ones (Linux only), as ratios to the `tesseract` command with one thread on the same image
 * in the same round.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as mupdf from 'mupdf'
import { renderWarmupImage } from '../../src/engines/warmup-image.ts'
import type { GrayRaster } from '../../src/model/raster.ts'
import { readScriptArguments } from '../script-arguments.ts'
import { degrade } from './degrade.ts'
import { pageImage, type Service, startService } from './service.ts'

const usage = `npm run bench -- images [--requests 20] [--starts 3] [--only node-1,node-2,workerd]`

const { values: flags } = readScriptArguments(usage, {
  options: {
    requests: { type: 'string', default: '20' },
    starts: { type: 'string', default: '3' },
    only: { type: 'string', default: 'node-1,node-2,workerd' },
  },
})
/** Requests before the warm ones are measured: each thread has read a page, and V8 has optimized its loops. */
const WARM_UP_REQUESTS = 6

const deployments: Readonly<Record<string, (environment: Record<string, string>) => Promise<Service>>> = {
  'node-1': (environment) => startService({ ...environment, WORKER_THREADS: '1' }),
  'node-2': (environment) => startService({ ...environment, WORKER_THREADS: '2' }),
  workerd: (environment) => startService(environment, 'workers'),
}

interface Image {
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly path: string
}

await run()

async function run(): Promise<void> {
  if (spawnSync('tesseract', ['--version'], { stdio: 'ignore' }).status !== 0) {
    console.log('native tesseract is not installed (apt-get install tesseract-ocr): there is nothing to compare with.')
    return
  }
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-bench-images-'))
  try {
    const images = makeImages(folder)
    console.log(
      '| image | runtime | cold, × | warm p50, × | warm p95, × | warm CPU, × | warm p50, ms | tesseract p50, ms |',
    )
    console.log('|---|---|---|---|---|---|---|---|')
    for (const name of flags.only.split(','))
      for (const image of images) {
        const start = deployments[name]
        if (start === undefined) throw new RangeError(`--only: ${name} is none of ${Object.keys(deployments)}`)
        console.log(await measure(image, { name, start }))
      }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measure(
  image: Image,
  { name, start }: { name: string; start: (environment: Record<string, string>) => Promise<Service> },
): Promise<string> {
  const cold: number[] = []
  for (let round = 0; round < Number(flags.starts); round++) {
    const service = await start({ WARM_OCR: 'off' })
    try {
      cold.push((await parse(service, image)) / readNatively(image))
    } finally {
      await service.stop()
    }
  }
  const service = await start({})
  const times: number[] = []
  const ratios: number[] = []
  const native: number[] = []
  let cpu = Number.NaN
  try {
    for (let warm = 0; warm < WARM_UP_REQUESTS; warm++) await parse(service, image)
    const before = { service: cpuTicks(service.pid), native: childrenTicks() }
    for (let request = 0; request < Number(flags.requests); request++) {
      const [ours, theirs] = [await parse(service, image), readNatively(image)]
      times.push(ours)
      native.push(theirs)
      ratios.push(ours / theirs)
    }
    cpu = (cpuTicks(service.pid) - before.service) / (childrenTicks() - before.native)
  } finally {
    await service.stop()
  }
  const milliseconds = (values: readonly number[]): string => percentile(values, 0.5).toFixed(0)
  const ratio = (value: number): string => value.toFixed(2)
  return `| ${[image.name, name, `${ratio(percentile(cold, 0.5))} (${ratio(Math.min(...cold))}–${ratio(Math.max(...cold))})`, ratio(percentile(ratios, 0.5)), ratio(percentile(ratios, 0.95)), ratio(cpu), milliseconds(times), milliseconds(native)].join(' | ')} |`
}

async function parse(service: Service, { bytes, path }: Image): Promise<number> {
  const start = performance.now()
  const { code, message } = await service.parse(bytes, path, {
    element_formats: '{"image":"none"}',
    ocr_languages: 'eng',
  })
  if (code !== 0) throw new Error(message)
  return performance.now() - start
}

function readNatively({ path }: Image): number {
  const start = performance.now()
  const { status } = spawnSync('tesseract', [path, '-'], {
    stdio: 'ignore',
    env: { ...process.env, OMP_THREAD_LIMIT: '1' },
  })
  if (status !== 0) throw new Error(`tesseract ended with status ${status}`)
  return performance.now() - start
}

/** Fields of `/proc/PID/stat` from the third one on, the state; `null` where there is none. */
function processStat(pid: number | 'self'): string[] | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
  } catch {
    return null
  }
}

/** CPU time of a running process and its descendants, in clock ticks. */
function cpuTicks(pid: number): number {
  const stat = processStat(pid)
  if (stat === null) return Number.NaN
  const children = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && processStat(Number(name))?.[1] === String(pid),
  )
  // With the children that have ended.
  const own = stat.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0)
  return children.reduce((sum, child) => sum + cpuTicks(Number(child)), own)
}

/** CPU time of the children that have ended: those of `tesseract`, while a service runs. */
function childrenTicks(): number {
  const stat = processStat('self')
  return Number(stat?.[13]) + Number(stat?.[14])
}

/** The value at a ratio of the sorted values. */
function percentile(values: readonly number[], at: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(at * sorted.length))] ?? Number.NaN
}

function makeImages(folder: string): Image[] {
  const scan = pageImage(folder)
  const items = Array.from(
    { length: 18 },
    (_, row) => `${row + 1} x Item no. ${4711 + row * 37}   ${12 + row}.${50 + row} EUR`,
  )
  const receipt = renderWarmupImage(['CORNER SHOP', '12 Market Street', '', ...items, '', 'Total   376.23 EUR'], {
    scale: 4,
  })
  return [
    { name: 'A4 scan, 200 dpi', bytes: scan.png, path: scan.path },
    toImage(
      'photo of a receipt',
      join(folder, 'receipt.jpg'),
      toPixmap(degrade(receipt, 'photo', 1)).asJPEG(85, false),
    ),
    toImage('screenshot', join(folder, 'screenshot.png'), screenshot()),
  ]
}

function toImage(name: string, path: string, encoded: Uint8Array): Image {
  const bytes = new Uint8Array(encoded)
  writeFileSync(path, bytes)
  return { name, bytes, path }
}

function toPixmap({ width, height, pixels }: GrayRaster): mupdf.Pixmap {
  const pixmap = new mupdf.Pixmap(mupdf.ColorSpace.DeviceGray, [0, 0, width, height], false)
  pixmap.getPixels().set(pixels)
  return pixmap
}

/** The top of a page at the resolution of a screen. */
function screenshot(): Uint8Array {
  const bytes = readFileSync(join(import.meta.dirname, '../fixtures/pdf-digital/source.pdf'))
  const page = mupdf.Document.openDocument(bytes, 'application/pdf').loadPage(0)
  const pixmap = new mupdf.Pixmap(mupdf.ColorSpace.DeviceRGB, [0, 0, 800, 400], false)
  pixmap.clear(255)
  const device = new mupdf.DrawDevice(mupdf.Matrix.identity, pixmap)
  page.run(device, mupdf.Matrix.scale(96 / 72, 96 / 72))
  device.close()
  return pixmap.asPNG()
}
