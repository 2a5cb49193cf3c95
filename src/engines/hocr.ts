/** Parses Tesseract's hOCR into words, lines and blocks, in pixels. */
import type { Box } from '../model/geometry.ts'
import type { OcrLine, OcrResult, OcrWord } from '../model/ocr-result.ts'

const TAG = /<(?:div|p|span) class='(ocrx?_\w+)'[^>]*? title=(?:"([^"]*)"|'([^']*)')[^>]*>/g
const LINE_CLASSES = new Set(['ocr_line', 'ocr_header', 'ocr_caption', 'ocr_textfloat'])

/** Keeps empty lines, so that line numbers stay valid. */
export function readHocr(hocr: string): OcrResult {
  const words: OcrWord[] = []
  const lines: OcrLine[] = []
  const imageRegions: Box[] = []
  let block = -1
  let paragraph = -1
  for (const tag of hocr.matchAll(TAG)) {
    const name = tag[1] ?? ''
    const title = tag[2] ?? tag[3] ?? ''
    if (name === 'ocrx_word') {
      const start = tag.index + tag[0].length
      const text = toPlainText(hocr.slice(start, hocr.indexOf('</span>', start)))
      const [confidence] = numbers(title, 'x_wconf')
      if (text !== '' && lines.length > 0)
        words.push({ text, box: readBox(title), confidence: (confidence ?? 0) / 100, line: lines.length - 1 })
    } else if (LINE_CLASSES.has(name)) {
      lines.push(readLine(title, { paragraph: Math.max(0, paragraph), block: Math.max(0, block) }))
    } else if (name === 'ocr_par') paragraph++
    else if (name === 'ocr_carea') block++
    else if (name === 'ocr_photo') imageRegions.push(readBox(title))
  }
  return { words: trimOverlaps(words, lines), lines, imageRegions }
}

/** Overlapping boxes of Chinese or Japanese words would be overlaid text for layout. */
function trimOverlaps(words: readonly OcrWord[], lines: readonly OcrLine[]): OcrWord[] {
  return words.map((word, index) => {
    const next = words[index + 1]
    if (next === undefined || next.line !== word.line || lines[word.line]?.angle !== 0) return word
    const { box } = word
    return next.box.x0 > box.x0 && next.box.x0 < box.x1 ? { ...word, box: { ...box, x1: next.box.x0 } } : word
  })
}

function readLine(title: string, indexes: { paragraph: number; block: number }): OcrLine {
  const box = readBox(title)
  const [slope = 0, offset = 0] = numbers(title, 'baseline')
  const [height = box.y1 - box.y0] = numbers(title, 'x_size')
  const [angle = 0] = numbers(title, 'textangle')
  return { box, slope, offset, height, angle, ...indexes }
}

function readBox(title: string): Box {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = numbers(title, 'bbox')
  return { x0, y0, x1, y1 }
}

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

function toPlainText(markup: string): string {
  return markup
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity)
    .trim()
}
