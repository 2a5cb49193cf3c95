/**
 * Drawings of Office files (DrawingML and the older VML) → the pictures, text boxes and words of charts and diagrams in them.
 * Linked pictures stay out: only what lies in the file is read.
 */
import { imageDescription } from '../../../model/alt-text.ts'
import { attribute, child, descendants, type Element, elements, integer, isElement, textOf } from '../../../xml/tree.ts'
import { showNumber } from '../cell-format.ts'
import type { EmbeddedImage } from '../structured-document.ts'
import type { OoxmlPackage } from './ooxml-package.ts'

/** English Metric Units in a point. */
export const emuPerPoint = 12_700

export interface Drawing {
  readonly pictures: readonly EmbeddedImage[]
  /** Elements with the paragraphs of a text box. */
  readonly boxes: readonly Element[]
  /** Words of charts and diagrams, a line each. */
  readonly words: readonly string[]
}

/** Reads `w:drawing`, `w:pict` or `w:object`. `part` is the part that it stands in. */
export function readDrawing(drawing: Element, file: OoxmlPackage, part: string): Drawing {
  const pictures: EmbeddedImage[] = []
  const boxes: Element[] = []
  const words: string[] = []
  const frame = child(drawing, 'wp:inline') ?? child(drawing, 'wp:anchor')
  const described = child(frame, 'wp:docPr')
  if (attribute(described, 'hidden') === '1') return { pictures, boxes, words }
  const alt = altOf(described)
  const size = sizeOf(child(frame, 'wp:extent'))
  const visit = (element: Element, altOfShape: string): void => {
    switch (element.name) {
      case 'mc:AlternateContent':
        for (const each of elements(chosen(element))) visit(each, altOfShape)
        return
      case 'w:txbxContent':
        boxes.push(element)
        return
      case 'a:blip': {
        const bytes = file.bytesOf(part, attribute(element, 'r:embed'))
        if (bytes !== null) pictures.push({ bytes, alt: altOfShape, ...size })
        return
      }
      case 'v:imagedata': {
        const bytes = file.bytesOf(part, attribute(element, 'r:id'))
        if (bytes !== null)
          pictures.push({
            bytes,
            alt: imageDescription(attribute(element, 'o:title') ?? altOfShape),
            ...vmlSize(drawing),
          })
        return
      }
      case 'c:chart':
        words.push(...chartWords(file, part, attribute(element, 'r:id')))
        return
      case 'dgm:relIds':
        words.push(...diagramWords(file, part, attribute(element, 'r:dm')))
        return
      default: {
        const own =
          element.name === 'pic:pic'
            ? altOf(child(element, 'pic:nvPicPr', 'pic:cNvPr'))
            : element.name.startsWith('v:')
              ? (attribute(element, 'alt') ?? '')
              : ''
        for (const each of elements(element)) visit(each, altOfShape === '' ? own : altOfShape)
      }
    }
  }
  visit(drawing, alt)
  return { pictures, boxes, words }
}

/** The branch of an `mc:AlternateContent` that is read: the first choice that holds anything known, else the fallback. */
export function chosen(alternate: Element): Element | undefined {
  const known = new Set(['wps', 'wpg', 'wpc', 'a14', 'p14', 'v', 'c', 'cx1', 'a16', 'w14', 'w15'])
  const choice = elements(alternate, 'mc:Choice').find((each) =>
    (attribute(each, 'Requires') ?? '').split(/\s+/).every((prefix) => known.has(prefix)),
  )
  return choice ?? child(alternate, 'mc:Fallback')
}

/** What a drawing shows, in the author's words. */
export function altOf(described: Element | undefined): string {
  return imageDescription(attribute(described, 'descr') ?? attribute(described, 'title') ?? '')
}

function sizeOf(extent: Element | undefined): { width?: number; height?: number } {
  const width = integer(extent, 'cx')
  const height = integer(extent, 'cy')
  return width === undefined || height === undefined ? {} : { width: width / emuPerPoint, height: height / emuPerPoint }
}

function vmlSize(drawing: Element): { width?: number; height?: number } {
  const style = [...descendants(drawing, 'v:shape'), ...descendants(drawing, 'v:rect')]
    .map((shape) => attribute(shape, 'style') ?? '')
    .find((text) => text.includes('width'))
  const width = /(?:^|;)\s*width:\s*([\d.]+)pt/.exec(style ?? '')?.[1]
  const height = /(?:^|;)\s*height:\s*([\d.]+)pt/.exec(style ?? '')?.[1]
  return width === undefined || height === undefined ? {} : { width: Number(width), height: Number(height) }
}

/** Title, series and categories of a chart with their values as they were last computed. */
export function chartWords(file: OoxmlPackage, part: string, id: string | undefined): string[] {
  const root = file.optionalXml(file.target(part, id))
  if (root === null) return []
  const lines: string[] = []
  const [title] = descendants(root, 'c:title')
  if (title !== undefined) lines.push(descendants(title, 'a:t').map(textOf).join(''))
  for (const series of descendants(root, 'c:ser')) {
    const name = descendants(child(series, 'c:tx') ?? none, 'c:v')
      .map(textOf)
      .join(' ')
    // Of points in a plane, which have no categories, both coordinates.
    const categories = chartPoints(child(series, 'c:cat') ?? child(series, 'c:xVal'))
    const numbers = chartPoints(child(series, 'c:val') ?? child(series, 'c:yVal'))
    const pairs = [...numbers].map(([at, number]) =>
      [categories.get(at), number].filter((piece) => piece !== undefined).join(' '),
    )
    lines.push([name, pairs.join(', ')].filter((piece) => piece !== '').join(': '))
  }
  return lines.filter((line) => line.trim() !== '')
}

const none: Element = { name: '', attributes: {}, children: [] }

/** Points by their number (some have none), as the chart shows them: a category may be a date. */
function chartPoints(data: Element | undefined): Map<number, string> {
  const shown = new Map<number, string>()
  const format = textOf(descendants(data ?? none, 'c:formatCode')[0])
  const hasNumbers = descendants(data ?? none, 'c:numCache').length + descendants(data ?? none, 'c:numLit').length > 0
  for (const point of descendants(data ?? none, 'c:pt')) {
    const at = integer(point, 'idx')
    const text = textOf(child(point, 'c:v'))
    // Categories of several levels begin with the innermost.
    if (at === undefined || text === '' || shown.has(at)) continue
    // An error, such as `#N/A`, stays one.
    const isNumber = hasNumbers && text.trim() !== '' && !Number.isNaN(Number(text))
    shown.set(at, isNumber ? showNumber(Number(text), attribute(point, 'formatCode') ?? format) : text)
  }
  return shown
}

/** The texts of a diagram ("SmartArt"), in the order of its data. */
export function diagramWords(file: OoxmlPackage, part: string, id: string | undefined): string[] {
  const root = file.optionalXml(file.target(part, id))
  return root === null
    ? []
    : descendants(root, 'a:p')
        .map((paragraph) =>
          descendants(paragraph, 'a:t')
            .map((each) => each.children.filter((node) => !isElement(node)).join(''))
            .join(''),
        )
        .filter((line) => line.trim() !== '')
}
