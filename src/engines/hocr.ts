/**
 * Tesseract's hOCR → words and lines with their blocks, in pixels of the image that was read.
 * It reads just the tags that Tesseract writes; it is no HTML parser, and unknown tags are skipped.
 */
import type { Box } from '../model/geometry.ts'
import type { OcrLine, OcrResult, OcrWord } from '../model/recognition.ts'

const TAG = /<(?:div|p|span) class='(ocrx?_\w+)'[^>]*? title=(?:"([^"]*)"|'([^']*)')[^>]*>/g
/** Line classes: Tesseract tells headings, captions and floats apart by its own guess, which we do not use. */
const LINE_CLASSES = new Set(['ocr_line', 'ocr_header', 'ocr_caption', 'ocr_textfloat'])

/** Reads one page of hOCR. Words without a visible character are dropped, and with them lines that hold no others keep their number. */
export function readHocr(hocr: string): OcrResult {
  const words: OcrWord[] = []
  const lines: OcrLine[] = []
  const pictures: Box[] = []
  let block = -1
  let paragraph = -1
  for (const tag of hocr.matchAll(TAG)) {
    const name = tag[1] ?? ''
    const title = tag[2] ?? tag[3] ?? ''
    if (name === 'ocrx_word') {
      const start = tag.index + tag[0].length
      const text = plain(hocr.slice(start, hocr.indexOf('</span>', start)))
      const [confidence] = numbers(title, 'x_wconf')
      if (text !== '' && lines.length > 0)
        words.push({ text, box: readBox(title), confidence: (confidence ?? 0) / 100, line: lines.length - 1 })
    } else if (LINE_CLASSES.has(name)) {
      lines.push(readLine(title, { paragraph: Math.max(0, paragraph), block: Math.max(0, block) }))
    } else if (name === 'ocr_par') paragraph++
    else if (name === 'ocr_carea') block++
    else if (name === 'ocr_photo') pictures.push(readBox(title))
  }
  return { words: partWords(words, lines), lines, imageRegions: pictures }
}

/**
 * Words of a line end where the next begins. Between words that are written without blanks (Chinese, Japanese) Tesseract's boxes reach
 * over each other by whole characters, and what lies upon its neighbor would be taken for another layer of print.
 */
function partWords(words: readonly OcrWord[], lines: readonly OcrLine[]): OcrWord[] {
  return words.map((word, index) => {
    const next = words[index + 1]
    if (next === undefined || next.line !== word.line || lines[word.line]?.angle !== 0) return word
    const { box } = word
    return next.box.x0 > box.x0 && next.box.x0 < box.x1 ? { ...word, box: { ...box, x1: next.box.x0 } } : word
  })
}

function readLine(title: string, place: { paragraph: number; block: number }): OcrLine {
  const box = readBox(title)
  const [slope = 0, offset = 0] = numbers(title, 'baseline')
  const [height = box.y1 - box.y0] = numbers(title, 'x_size')
  const [angle = 0] = numbers(title, 'textangle')
  return { box, slope, offset, height, angle, ...place }
}

function readBox(title: string): Box {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = numbers(title, 'bbox')
  return { x0, y0, x1, y1 }
}

/** The numbers after a property's name: `bbox 36 92 582 124; baseline 0 -8`. */
function numbers(title: string, property: string): number[] {
  const start = title.indexOf(`${property} `)
  if (start < 0) return []
  const end = title.indexOf(';', start)
  return title
    .slice(start + property.length + 1, end < 0 ? title.length : end)
    .split(' ')
    .map(Number)
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

function plain(markup: string): string {
  return markup
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity)
    .trim()
}
