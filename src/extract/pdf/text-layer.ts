/**
 * Judges a PDF page's text layer: is it the page's text, or must the page be read by OCR?
 * Looks at counts, areas and the statistics of letters; it knows no words.
 */
import type { StextPage } from '../../engines/stext/stext.ts'
import { area, clip } from '../../model/geometry.ts'
import type { ParseOptions } from '../../model/options.ts'
import type { RawImage } from '../../model/raw-page.ts'
import { looksNoisy, sameLetters, sharedWords, suspectLetters } from './garbled-text.ts'

/**
 * `replace`: OCR instead of the text layer; `complete`: the text layer stands, OCR adds what it lacks;
 * `compare`: the letters may be wrong, OCR tells whether they are.
 */
export type TextLayerVerdict =
  | { readonly ocr: 'no'; readonly warning?: string }
  | { readonly ocr: 'replace'; readonly warning?: string }
  | { readonly ocr: 'complete' }
  | { readonly ocr: 'compare'; readonly suspicion: string; readonly of?: 'scan' }

/** A page with fewer characters than a short paragraph has no running text of its own … */
const fewChars = 150
/** … and when pictures cover this much of it, it is a scan with a stamp, a number or a watermark. */
const scanCoverage = 0.6
/** An invisible layer of less than this, under a scan, may be no more than its scanner's name or a page number: OCR adds what it lacks. */
const fewInvisibleChars = 400
/** A page without any text is read by OCR when pictures cover at least this much: a logo does not count, a receipt does. */
const pictureCoverage = 0.05
/** Or when it has this many filled curves: text that was turned into outlines. */
const outlineCount = 100
/** Beyond this share of characters without a meaning, the text layer's font tables are broken. */
const unreadableRatio = 0.3
/** The share says nothing of a handful of characters (a bullet font, say). */
const unreadableMinimum = 10

export function judgeTextLayer(
  text: StextPage,
  size: { width: number; height: number },
  mode: ParseOptions['ocr'],
): TextLayerVerdict {
  const { charCount, unreadableCount } = text
  // A page of text is one whatever pictures it has; some have thousands.
  const covered = charCount < fewChars ? imageCoverage(text.images, size) : 0
  const outlines = charCount === 0 ? text.paths.filter((path) => !path.rectangle && !path.stroked).length : 0
  const empty = charCount === 0 && (covered >= pictureCoverage || outlines >= outlineCount)
  const broken = unreadableCount >= unreadableMinimum && unreadableCount > unreadableRatio * charCount

  if (mode === 'force') return { ocr: 'replace' }
  if (mode === 'off') {
    if (empty) return { ocr: 'no', warning: 'no text layer; nothing was read because ocr is "off"' }
    if (broken)
      return {
        ocr: 'no',
        warning: `${unreadableCount} of ${charCount} characters of the text layer have no known meaning, and ocr is "off"`,
      }
    const suspicion = suspectLetters(text.spans)
    return suspicion === null
      ? { ocr: 'no' }
      : { ocr: 'no', warning: `the text layer may be wrong: ${suspicion}, and ocr is "off"` }
  }
  if (empty) return { ocr: 'replace' }
  if (broken)
    return {
      ocr: 'replace',
      warning: `${unreadableCount} of ${charCount} characters of the text layer have no known meaning; read by OCR instead`,
    }
  if (charCount < fewChars && covered >= scanCoverage) return { ocr: 'complete' }
  const underScan = isUnderScan(text, size)
  if (underScan && looksNoisy(text.spans))
    return { ocr: 'compare', suspicion: 'many of its words are mixed with symbols', of: 'scan' }
  if (underScan && charCount < fewInvisibleChars) return { ocr: 'complete' }
  const suspicion = suspectLetters(text.spans)
  return suspicion === null ? { ocr: 'no' } : { ocr: 'compare', suspicion }
}

/** What an OCR program left: most of the text is invisible, and one picture is the page. */
export function isUnderScan(
  { invisibleCount, charCount, images }: StextPage,
  size: { width: number; height: number },
): boolean {
  if (invisibleCount <= charCount / 2) return false
  const page = { x0: 0, y0: 0, x1: size.width, y1: size.height }
  return images.some(({ box }) => area(clip(box, page)) >= scanCoverage * area(page))
}

/** OCR reads a page's letters well enough to speak against its text layer from here on. */
const sureConfidence = 0.7
/** Two readings of one text have letters at least this much alike; a text with swapped letters and its reading stay below .85. */
const alike = 0.92
/** A layer that lacks half of the words that OCR reads surely is no reading of this page. */
const sharedRatio = 0.5
const sureWord = 0.85

/** Whether OCR reads the letters that the text layer has; `unsure` when it reads badly itself. */
export function compareReadings(
  words: {
    readonly spans: readonly { readonly text: string; readonly confidence: number }[]
    readonly meanConfidence: number
  },
  text: StextPage,
  of?: 'scan',
): 'same' | 'differ' | 'unsure' {
  if (words.meanConfidence < sureConfidence) return 'unsure'
  const join = (spans: readonly { readonly text: string }[]): string => spans.map((span) => span.text).join(' ')
  if (of === 'scan') {
    const sure = words.spans.filter(({ confidence }) => confidence >= sureWord)
    return sharedWords(join(sure), join(text.spans)) < sharedRatio ? 'differ' : 'same'
  }
  return sameLetters(join(words.spans), join(text.spans)) < alike ? 'differ' : 'same'
}

/** Rows and columns of the grid on which coverage is counted: fine enough for the thresholds above. */
const gridSize = 32

/** Share of the page that its pictures cover together, 0 to 1; scans often come in strips, so overlaps count once. */
export function imageCoverage(images: readonly RawImage[], size: { width: number; height: number }): number {
  const page = { x0: 0, y0: 0, x1: size.width, y1: size.height }
  if (area(page) === 0) return 0
  const covered = new Uint8Array(gridSize * gridSize)
  for (const { box } of images) {
    const inside = clip(box, page)
    const firstRow = Math.round((inside.y0 / size.height) * gridSize)
    const lastRow = Math.round((inside.y1 / size.height) * gridSize)
    const firstCol = Math.round((inside.x0 / size.width) * gridSize)
    const lastCol = Math.round((inside.x1 / size.width) * gridSize)
    for (let row = firstRow; row < lastRow; row++) covered.fill(1, row * gridSize + firstCol, row * gridSize + lastCol)
  }
  return covered.reduce((sum, cell) => sum + cell, 0) / covered.length
}
