/** Pages of training documents as scans that are read by OCR. */
import { createHash } from 'node:crypto'
import { openDocument } from '../../src/extract/open-document.ts'
import type { Box } from '../../src/model/geometry.ts'
import { defaultOptions } from '../../src/model/options.ts'
import type { RawPage } from '../../src/model/raw-page.ts'
import { createParseDeps } from '../../src/runtime/parse-deps.node.ts'
import { renderScan } from '../corpus/render-scan.ts'

/** Most scans of the service are of low resolution. */
const RESOLUTIONS = [150, 150, 150, 200] as const

const deps = createParseDeps({})

/** A page as a gray JPEG, read by OCR, in deskewed coordinates. */
export async function readScan(pdf: string, pageIndex: number): Promise<RawPage> {
  const dpi = RESOLUTIONS[hashOf(`${pdf}${pageIndex}`) % RESOLUTIONS.length]!
  const bytes = renderScan(pdf, { pageIndex, dpi })
  const opened = await openDocument({ bytes, fileName: 'a.jpg', fileType: '.jpg', password: null }, deps)
  const raw = await opened.document.readPage(0, defaultOptions)
  opened.document.close()
  return { ...raw, ...raw.deskewed }
}

export function hashOf(text: string): number {
  return Number.parseInt(createHash('md5').update(text).digest('hex').slice(0, 8), 16)
}

export function scaledBox({ x0, y0, x1, y1 }: Box, by: number): Box {
  return { x0: x0 * by, y0: y0 * by, x1: x1 * by, y1: y1 * by }
}
