/** What a frame of an OpenDocument file holds besides text: pictures, formulas, the words of a chart, and what is said of it. */
import { imageDescription } from '../../../model/alt-text.ts'
import { attribute, child, descendants, type Element, elements, textOf } from '../../../xml/tree.ts'
import { readMathml } from '../formulas/mathml.ts'
import type { EmbeddedImage } from '../structured-document.ts'
import { type OdfPackage, points } from './odf-package.ts'

/** The formula of an embedded object; `null` when it is none. */
export function readFormula(object: Element | undefined, file: OdfPackage): ReturnType<typeof readMathml> {
  if (object === undefined) return null
  const math = child(object, 'math:math') ?? file.object(attribute(object, 'xlink:href'))
  return math?.name === 'math:math' ? readMathml(math) : null
}

/** The first of a frame's pictures that the file has. */
export function readFrameImage(frame: Element, file: OdfPackage): EmbeddedImage | null {
  for (const image of elements(frame, 'draw:image')) {
    const bytes = file.picture(attribute(image, 'xlink:href'))
    if (bytes === null) continue
    const [width, height] = [points(attribute(frame, 'svg:width')), points(attribute(frame, 'svg:height'))]
    return {
      bytes,
      alt: altOf(frame),
      ...(width === undefined ? {} : { width }),
      ...(height === undefined ? {} : { height }),
    }
  }
  return null
}

export function altOf(frame: Element): string {
  return imageDescription(textOf(child(frame, 'svg:desc')) || textOf(child(frame, 'svg:title')))
}

/** Titles and the table behind a chart, a line for each row. */
export function chartWords(root: Element | null): string {
  if (root === null) return ''
  const rows = descendants(root, 'table:table-row').map((line) =>
    elements(line)
      .map((cell) => descendants(cell, 'text:p').map(textOf).join(' '))
      .join(' ')
      .trim(),
  )
  return rows.filter((line) => line !== '').join('\n')
}
