/** Pages of PDFs as scans: gray JPEG of low resolution, whose truth is that of the page. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import * as mupdf from 'mupdf'
import type { Job } from './scorer.ts'

const DPI = 150
const JPEG_QUALITY = 75

export function renderScan(path: string, { pageIndex, dpi }: { pageIndex: number; dpi: number }): Uint8Array {
  return withDocument(path, (document) => {
    const matrix = mupdf.Matrix.scale(dpi / 72, dpi / 72)
    const pixmap = document.loadPage(pageIndex).toPixmap(matrix, mupdf.ColorSpace.DeviceGray, false, true)
    try {
      return pixmap.asJPEG(JPEG_QUALITY, false)
    } finally {
      pixmap.destroy()
    }
  })
}

/** The same job with a scan in `folder`; none for other files and for PDFs with several pages. */
export function toScanJob(job: Job, folder: string): Job[] {
  if (extname(job.path) !== '.pdf' || !isSinglePage(job.path)) return []
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${job.id}.jpg`)
  writeFileSync(path, renderScan(job.path, { pageIndex: 0, dpi: DPI }))
  return [{ ...job, path }]
}

/** Not for files that cannot be opened. */
function isSinglePage(path: string): boolean {
  try {
    return withDocument(path, (document) => !document.needsPassword() && document.countPages() === 1)
  } catch {
    return false
  }
}

function withDocument<result>(path: string, use: (document: mupdf.Document) => result): result {
  const document = mupdf.Document.openDocument(readFileSync(path), 'application/pdf')
  try {
    return use(document)
  } finally {
    document.destroy()
  }
}
