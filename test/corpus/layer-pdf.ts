/** Copies of PDFs as scanners write them: an image of each page under invisible words. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import * as mupdf from 'mupdf'
import type { Job } from './scorer.ts'

const DPI = 150
const JPEG_QUALITY = 85
/** Limits of the ratio between the font sizes in the copy, which fit the width of the word, and in the original. */
const MIN_SIZE_RATIO = 0.75
const MAX_SIZE_RATIO = 1.3
/** Maximum fraction of characters that the font of the copy does not have. */
const MAX_MISSING_RATIO = 0.05

/** Letters outside of the encoding of the font, as OCR programs write them. */
const replacements: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '•': '·',
  ﬁ: 'fi',
  ﬂ: 'fl',
  '…': '...',
}

interface Word {
  text: string
  readonly x: number
  readonly baseline: number
  readonly size: number
  right: number
}

/** The same job with such a copy in `folder`; none for other files and for PDFs in other scripts. */
export function toLayeredJob(job: Job, folder: string): Job[] {
  if (extname(job.path) !== '.pdf') return []
  const layered = layerPdf(readFileSync(job.path))
  if (layered === null) return []
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${job.id}.pdf`)
  writeFileSync(path, layered)
  return [{ ...job, path }]
}

function layerPdf(bytes: Uint8Array): Uint8Array | null {
  try {
    const document = mupdf.Document.openDocument(bytes, 'application/pdf')
    if (document.needsPassword()) return null
    const pages = Array.from({ length: document.countPages() }, (_, index) => document.loadPage(index))
    const words = pages.map(readWords)
    const text = words.flat().map((word) => word.text)
    const missing = text.join('').replace(/[\0-\xff]/g, '').length
    if (missing > MAX_MISSING_RATIO * text.join('').length) return null
    const copy = new mupdf.PDFDocument()
    const font = new mupdf.Font('Helvetica')
    const fontObject = copy.addSimpleFont(font, 'Latin')
    for (const [index, page] of pages.entries()) addPage(copy, page, { words: words[index]!, font, fontObject })
    return copy.saveToBuffer('compress').asUint8Array()
  } catch {
    return null
  }
}

/** Horizontal words, in the coordinates of the page. */
function readWords(page: mupdf.Page): Word[] {
  const words: Word[] = []
  let current: Word | null = null
  const end = (): void => {
    if (current !== null) words.push(current)
    current = null
  }
  page.toStructuredText('').walk({
    beginLine: end,
    endLine: end,
    onChar(char, origin, _font, size, quad) {
      const [left, top, right, topRight] = quad
      if (/\s/.test(char)) return end()
      if (Math.abs(top - topRight) > 1) return
      current ??= { text: '', x: origin[0], baseline: origin[1], size, right: left }
      current.text += replacements[char] ?? char
      current.right = Math.max(current.right, right)
    },
  })
  end()
  return words
}

function addPage(
  copy: mupdf.PDFDocument,
  page: mupdf.Page,
  { words, font, fontObject }: { words: readonly Word[]; font: mupdf.Font; fontObject: mupdf.PDFObject },
): void {
  const [x0, y0, x1, y1] = page.getBounds()
  const [width, height, scale] = [x1 - x0, y1 - y0, DPI / 72]
  const matrix: mupdf.Matrix = [scale, 0, 0, scale, -x0 * scale, -y0 * scale]
  const pixmap = page.toPixmap(matrix, mupdf.ColorSpace.DeviceRGB, false)
  const image = new mupdf.Image(pixmap.asJPEG(JPEG_QUALITY, false))
  const resources = copy.addObject({ Font: { F: fontObject }, XObject: { Scan: copy.addImage(image) } })
  for (const used of [image, pixmap]) used.destroy()
  const shown = words.map(({ text, x, baseline, size, right }) => {
    const latin = text.replace(/[^\0-\xff]/g, '?')
    const advance = [...latin].reduce(
      (sum, char) => sum + font.advanceGlyph(font.encodeCharacter(char.codePointAt(0)!), 0),
      0,
    )
    const ratio = advance === 0 ? 1 : (right - x) / (advance * size)
    const fitted = size * Math.min(MAX_SIZE_RATIO, Math.max(MIN_SIZE_RATIO, ratio))
    const codes = Buffer.from(latin, 'latin1').toString('hex')
    const place = `1 0 0 1 ${(x - x0).toFixed(2)} ${(height - (baseline - y0)).toFixed(2)} Tm`
    return `/F ${fitted.toFixed(2)} Tf ${place} <${codes}20> Tj`
  })
  const content = `q ${width} 0 0 ${height} 0 0 cm /Scan Do Q\nBT 3 Tr\n${shown.join('\n')}\nET\n`
  copy.insertPage(-1, copy.addPage([0, 0, width, height], 0, resources, content))
  page.destroy()
}
