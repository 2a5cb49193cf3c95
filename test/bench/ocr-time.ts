/**
 * Measures the wall time of scans sent to the running service (sync, over HTTP, warm), against the `tesseract`
 * command with one thread on the same images: single pages one after the other, and twenty pages as one PDF.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as mupdf from 'mupdf'
import { type CleanPage, corpusPages } from './clean-pages.ts'
import { dpi, type Row } from './ocr-recognition.ts'
import { type Service, startService } from './service.ts'

const singlePages = 6
const documentPages = 20
const rounds = 2

export async function timePages(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-ocr-time-'))
  const service = await startService()
  try {
    const pages = corpusPages(documentPages, 'dev', dpi)
    const scans = pages.map((page, index) => toScan(page, join(folder, `${index}.png`)))
    // Threads load their OCR engines in the background after the start. A first page for each thread shows that they
    // are loaded.
    for (const scan of scans.slice(-4)) await parse(service, scan.png, 'scan.png')
    const single = { ours: 0, native: 0 }
    for (let round = 0; round < rounds; round++)
      for (const scan of scans.slice(0, singlePages)) {
        single.ours += await parse(service, scan.png, 'scan.png')
        single.native += readNatively(scan.path)
      }
    const list = join(folder, 'list.txt')
    writeFileSync(list, scans.map(({ path }) => path).join('\n'))
    const document = { ours: await parse(service, toPdf(scans), 'scan.pdf'), native: readNatively(list) }
    return [
      toRow('one A4 scan, ms', single, { count: rounds * singlePages, maxRatio: 0.8 }),
      toRow(`${documentPages}-page scan, ms`, document, { count: 1, maxRatio: 0.6 }),
    ]
  } finally {
    await service.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function toRow(
  what: string,
  times: { ours: number; native: number },
  { count, maxRatio }: { count: number; maxRatio: number },
): Row {
  const ratio = times.ours / times.native
  return {
    what,
    other: `native ${(times.native / count).toFixed(0)}`,
    ours: `${(times.ours / count).toFixed(0)}`,
    target: `≤ ${maxRatio} ×: ${ratio.toFixed(2)} ×`,
    reached: ratio <= maxRatio,
  }
}

interface Scan {
  readonly png: Uint8Array<ArrayBuffer>
  readonly path: string
}

function toScan({ raster }: CleanPage, path: string): Scan {
  const { width, height, pixels } = raster
  const pixmap = new mupdf.Pixmap(mupdf.ColorSpace.DeviceGray, [0, 0, width, height], false)
  pixmap.getPixels().set(pixels)
  pixmap.setResolution(dpi, dpi)
  const png = new Uint8Array(pixmap.asPNG())
  pixmap.destroy()
  writeFileSync(path, png)
  return { png, path }
}

/** Makes a PDF with one page per image, at the image's own size. */
function toPdf(scans: readonly Scan[]): Uint8Array<ArrayBuffer> {
  const document = new mupdf.PDFDocument()
  for (const { png } of scans) {
    const image = new mupdf.Image(png)
    const [width, height] = [(image.getWidth() / dpi) * 72, (image.getHeight() / dpi) * 72]
    const resources = document.addObject({ XObject: { Scan: document.addImage(image) } })
    document.insertPage(
      -1,
      document.addPage([0, 0, width, height], 0, resources, `q ${width} 0 0 ${height} 0 0 cm /Scan Do Q`),
    )
    image.destroy()
  }
  const bytes = new Uint8Array(document.saveToBuffer('compress').asUint8Array())
  document.destroy()
  return bytes
}

async function parse(service: Service, bytes: Uint8Array<ArrayBuffer>, name: string): Promise<number> {
  const start = performance.now()
  const answer = await service.parse(bytes, name, { element_formats: '{"image":"none"}', ocr_languages: 'eng' })
  if (answer.code !== 0) throw new Error(answer.message)
  return performance.now() - start
}

/** Reads an image, or a list of images. */
function readNatively(path: string): number {
  const start = performance.now()
  const { status } = spawnSync('tesseract', [path, '-', '--dpi', String(dpi)], {
    stdio: 'ignore',
    env: { ...process.env, OMP_THREAD_LIMIT: '1' },
  })
  if (status !== 0) throw new Error(`tesseract ended with status ${status} on ${readFileSync(path).length} bytes`)
  return performance.now() - start
}
