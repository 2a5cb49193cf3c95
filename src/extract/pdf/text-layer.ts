import type { StextPage } from '../../engines/stext/stext.ts'
import { area, boxOfSize, clip, overlapArea, type Size } from '../../model/geometry.ts'
import type { ParseOptions } from '../../model/options.ts'
import type { RawImage } from '../../model/raw-page.ts'
import { sumOf } from '../../model/statistics.ts'
import { findGarbledText, isPoorOcrText, letterSimilarity, sharedWordRatio } from './garbled-text.ts'
import { hasUnreadableWords } from './unreadable-words.ts'

/**
 * `replace` uses OCR only; `complete` adds missing words; `words` replaces those without Unicode values; with
 * `compare`, OCR tests the letters. `layout` keeps the words, and takes rulings and fonts from the image of the page.
 */
export type TextLayerVerdict =
  | { readonly ocr: 'no'; readonly warning?: string }
  | { readonly ocr: 'replace'; readonly warning?: string }
  | { readonly ocr: 'complete' | 'words' | 'layout' }
  | { readonly ocr: 'compare'; readonly suspicion: string; readonly layerOrigin?: 'scan' }

const MAX_SPARSE_CHARS = 150
/** Maximum characters of a page with text only at its edges. */
const MAX_STAMP_CHARS = 400
const EDGE_HEIGHT = 0.1
/** Minimum image coverage of a scan with a stamp, number or watermark. */
const MIN_SCAN_COVERAGE = 0.6
/** A scanner's name or a page number has fewer. */
const MAX_INVISIBLE_CHARS = 400
/** Minimum image coverage of a page without text that needs OCR: receipts, but not logos. */
const MIN_IMAGE_COVERAGE = 0.05
const MIN_OUTLINES = 100
const MIN_OUTLINES_PER_CHAR = 3
/** Outlined letters: minimum height in points, maximum aspect ratio, minimum number on a baseline. */
const MIN_LETTER_HEIGHT = 3
const MAX_LETTER_HEIGHT = 40
const MAX_LETTER_ASPECT = 2
const MIN_ROW_LETTERS = 6
const MIN_UNREADABLE_RATIO = 0.3
/** Minimum characters without a Unicode value of an unusable layer; a bullet font has a few. */
const MIN_UNREADABLE_CHARS = 10

export function assessTextLayer(text: StextPage, size: Size, mode: ParseOptions['ocr']): TextLayerVerdict {
  const { charCount, unreadableCount } = text
  const isSparse = charCount < MAX_SPARSE_CHARS || (charCount < MAX_STAMP_CHARS && isAtEdges(text.spans, size))
  const covered = isSparse ? imageCoverage(text.images, size) : 0
  const outlines = charCount === 0 ? text.paths.filter((path) => !path.rectangle && !path.stroked).length : 0
  const empty = charCount === 0 && (covered >= MIN_IMAGE_COVERAGE || outlines >= MIN_OUTLINES)
  const broken = unreadableCount >= MIN_UNREADABLE_CHARS && unreadableCount > MIN_UNREADABLE_RATIO * charCount

  if (mode === 'force') return { ocr: 'replace' }
  if (mode === 'off') {
    if (empty) return { ocr: 'no', warning: 'no text layer; nothing was read because ocr is "off"' }
    if (broken)
      return {
        ocr: 'no',
        warning: `${unreadableCount} of ${charCount} characters of the text layer cannot be mapped to Unicode, and ocr is "off"`,
      }
    const suspicion = findGarbledText(text.spans)
    return suspicion === null
      ? { ocr: 'no' }
      : { ocr: 'no', warning: `the text layer may be wrong: ${suspicion}, and ocr is "off"` }
  }
  if (empty) return { ocr: 'replace' }
  if (broken)
    return {
      ocr: 'replace',
      warning: `${unreadableCount} of ${charCount} characters of the text layer cannot be mapped to Unicode; read by OCR instead`,
    }
  if (isSparse && (covered >= MIN_SCAN_COVERAGE || isMostlyOutlined(text))) return { ocr: 'complete' }
  const suspicion = findGarbledText(text.spans)
  if (suspicion === null && unreadableCount >= MIN_UNREADABLE_CHARS && hasUnreadableWords(text.spans))
    return { ocr: 'words' }
  const underScan = isUnderScan(text, size)
  if (underScan && isPoorOcrText(text.spans))
    return { ocr: 'compare', suspicion: 'many of its words are mixed with symbols', layerOrigin: 'scan' }
  if (underScan && charCount < MAX_INVISIBLE_CHARS) return { ocr: 'complete' }
  if (suspicion !== null) return { ocr: 'compare', suspicion }
  return { ocr: underScan ? 'layout' : 'no' }
}

function isAtEdges(spans: StextPage['spans'], { height }: { height: number }): boolean {
  return spans.every(({ box }) => box.y1 <= EDGE_HEIGHT * height || box.y0 >= (1 - EDGE_HEIGHT) * height)
}

function isMostlyOutlined({ paths, charCount }: StextPage): boolean {
  const rows = new Map<number, number>()
  for (const { box, rectangle, stroked } of paths) {
    const [width, height] = [box.x1 - box.x0, box.y1 - box.y0]
    if (rectangle || stroked || height < MIN_LETTER_HEIGHT || height > MAX_LETTER_HEIGHT) continue
    const baseline = Math.round(box.y1)
    if (width <= MAX_LETTER_ASPECT * height) rows.set(baseline, (rows.get(baseline) ?? 0) + 1)
  }
  let letters = 0
  for (const count of rows.values()) if (count >= MIN_ROW_LETTERS) letters += count
  return letters >= Math.max(MIN_OUTLINES, MIN_OUTLINES_PER_CHAR * charCount)
}

/** Mostly invisible text under one image that covers the page. */
export function isUnderScan({ invisibleCount, charCount, images }: StextPage, size: Size): boolean {
  if (invisibleCount <= charCount / 2) return false
  const page = boxOfSize(size)
  return images.some(({ box }) => overlapArea(box, page) >= MIN_SCAN_COVERAGE * area(page))
}

const MIN_CONFIDENCE = 0.7
/** Minimum letter similarity of equal texts; permuted letters are clearly below it. */
const MIN_SIMILARITY = 0.92
/** Minimum ratio of certain OCR words in the layer; a layer of another page has fewer. */
const MIN_SHARED_RATIO = 0.5
const MIN_WORD_CONFIDENCE = 0.85

/** Returns `unsure` if OCR is poor. */
export function compareWithOcr(
  words: {
    readonly spans: readonly { readonly text: string; readonly confidence: number }[]
    readonly meanConfidence: number
  },
  text: StextPage,
  layerOrigin?: 'scan',
): 'same' | 'differ' | 'unsure' {
  if (words.meanConfidence < MIN_CONFIDENCE) return 'unsure'
  const join = (spans: readonly { readonly text: string }[]): string => spans.map((span) => span.text).join(' ')
  if (layerOrigin === 'scan') {
    const certainWords = words.spans.filter(({ confidence }) => confidence >= MIN_WORD_CONFIDENCE)
    return sharedWordRatio(join(certainWords), join(text.spans)) < MIN_SHARED_RATIO ? 'differ' : 'same'
  }
  return letterSimilarity(join(words.spans), join(text.spans)) < MIN_SIMILARITY ? 'differ' : 'same'
}

const GRID_SIZE = 32

/** 0–1; overlaps count once, since scans often have strips. */
export function imageCoverage(images: readonly RawImage[], size: Size): number {
  const page = boxOfSize(size)
  if (area(page) === 0) return 0
  const covered = new Uint8Array(GRID_SIZE * GRID_SIZE)
  for (const { box } of images) {
    const inside = clip(box, page)
    const firstRow = Math.round((inside.y0 / size.height) * GRID_SIZE)
    const lastRow = Math.round((inside.y1 / size.height) * GRID_SIZE)
    const firstCol = Math.round((inside.x0 / size.width) * GRID_SIZE)
    const lastCol = Math.round((inside.x1 / size.width) * GRID_SIZE)
    for (let row = firstRow; row < lastRow; row++)
      covered.fill(1, row * GRID_SIZE + firstCol, row * GRID_SIZE + lastCol)
  }
  return sumOf(covered) / covered.length
}
