import { openPdfjs } from '#pdfjs'
import type { PositionedText, SecondPage, SecondReader } from '../../engines/second-reader.ts'
import { errorMessage, ParseError } from '../../model/errors.ts'
import { type Box, type Rotation, unionAll } from '../../model/geometry.ts'
import type { RawPage, Span } from '../../model/raw-page.ts'
import type { OpenDocument } from '../types.ts'

/** Maximum file size, because both engines have the file in memory. */
const MAX_BYTES = 50_000_000
const PROBED_PAGES = 5

const warning =
  'The PDF is damaged. Its text was read with a second engine; figures, scanned pages, ruled tables and fonts are missing or less exact.'
const undrawable = 'the page cannot be rendered, because the PDF is damaged'

/** For PDFs that MuPDF refuses, text only. Returns `null` without a second engine, or without text. */
export async function openWithSecondEngine(bytes: Uint8Array, password: string | null): Promise<OpenDocument | null> {
  if (bytes.length > MAX_BYTES) return null
  const reader = await openPdfjs(bytes, password)
  if (reader === null) return null
  if (!(await hasText(reader))) {
    reader.close()
    return null
  }
  return {
    pageCount: reader.pageCount,
    async readPage(pageIndex) {
      try {
        return toRawPage(await reader.readPage(pageIndex), pageIndex)
      } catch (error) {
        return damagedPage(pageIndex, error)
      }
    },
    drawRegion: () => Promise.reject(new ParseError(1132, undrawable)),
    close: () => reader.close(),
  }
}

async function hasText(reader: SecondReader): Promise<boolean> {
  for (let pageIndex = 0; pageIndex < Math.min(PROBED_PAGES, reader.pageCount); pageIndex++) {
    const page = await reader.readPage(pageIndex).catch(() => null)
    if (page !== null && page.texts.length > 0) return true
  }
  return false
}

function toRawPage({ width, height, toPage, texts }: SecondPage, pageIndex: number): RawPage {
  let line = 0
  const spans = texts.flatMap((text) => {
    const span = toSpan(text, { toPage, line })
    if (text.endsLine) line++
    return span === null ? [] : [span]
  })
  return { pageIndex, width, height, spans, paths: [], images: [], warnings: pageIndex === 0 ? [warning] : [] }
}

const A4 = { width: 595, height: 842 }

function damagedPage(pageIndex: number, error: unknown): RawPage {
  const reason = errorMessage(error)
  const warnings = [...(pageIndex === 0 ? [warning] : []), `Page ${pageIndex + 1}: the page cannot be read (${reason})`]
  return { pageIndex, ...A4, spans: [], paths: [], images: [], warnings, isDamaged: true }
}

function toSpan(
  { text, transform, width, ascent, descent, fontFamily, vertical }: PositionedText,
  { toPage, line }: { toPage: readonly number[]; line: number },
): Span | null {
  const [a, b, c, d, e, f] = multiply(toPage, transform)
  const size = Math.hypot(c, d)
  const direction = Math.hypot(a, b)
  if (![a, b, c, d, e, f, width].every(Number.isFinite) || size < MIN_SIZE || direction === 0) return null
  const along = { x: a / direction, y: b / direction }
  const up = { x: c / size, y: d / size }
  const corner = (forward: number, above: number): Box => {
    const x = e + along.x * forward + up.x * above
    const y = f + along.y * forward + up.y * above
    return { x0: x, y0: y, x1: x, y1: y }
  }
  const box = unionAll([
    corner(0, ascent * size),
    corner(0, descent * size),
    corner(width, ascent * size),
    corner(width, descent * size),
  ])
  const quarterTurns = Math.round(Math.atan2(along.y, along.x) / (Math.PI / 2))
  return {
    text,
    box,
    baseline: f,
    size,
    font: {
      name: fontFamily,
      bold: false,
      italic: false,
      mono: fontFamily === 'monospace',
      serif: fontFamily === 'serif',
    },
    color: 0,
    confidence: 1,
    source: 'text_layer',
    rotation: (((quarterTurns + 4) % 4) * 90) as Rotation,
    vertical,
    engineLine: line,
    engineBlock: line,
  }
}

/** Minimum font size in points. */
const MIN_SIZE = 0.5

function multiply(
  first: readonly number[],
  second: readonly number[],
): [number, number, number, number, number, number] {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = first
  const [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0] = second
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f]
}
