import { imageDescription } from '../../../model/alt-text.ts'
import type { Formula } from '../../../model/formula.ts'
import { attribute, child, descendants, type Element, elements, textOf } from '../../../xml/tree.ts'
import { type ChartTable, chartTable } from '../chart-table.ts'
import { readMathml } from '../formulas/mathml.ts'
import type { EmbeddedImage } from '../types.ts'
import { type OdfPackage, toPoints } from './odf-package.ts'

export function readFormula(object: Element | undefined, file: OdfPackage): Formula | null {
  if (object === undefined) return null
  const math = child(object, 'math:math') ?? file.object(object)
  return math?.name === 'math:math' ? readMathml(math) : null
}

export function readFrameImage(frame: Element, file: OdfPackage): EmbeddedImage | null {
  const bytes = elements(frame, 'draw:image')
    .map((image) => file.image(image))
    .find((each) => each !== null)
  if (bytes === undefined) return null
  const [width, height] = [toPoints(attribute(frame, 'svg:width')), toPoints(attribute(frame, 'svg:height'))]
  return { bytes, alt: altOf(frame), width, height }
}

/** Image or object without text of its own. */
export function isPicture(frame: Element): boolean {
  return (
    frame.name === 'draw:frame' &&
    child(frame, 'draw:text-box') === undefined &&
    child(frame, 'table:table') === undefined
  )
}

/** Whether the data of a chart is that of a visible table of the document. The object, or its sibling, says so. */
export function repeatsTable(frame: Element, file: OdfPackage): boolean {
  const ranges = elements(frame)
    .map((each) => attribute(each, 'draw:notify-on-update-of-ranges') ?? '')
    .find((each) => each !== '')
  const [, table = ''] = /^'?(.*?)'?(?:\.\$?[A-Z]+\$?\d|$)/.exec(ranges ?? '') ?? []
  return file.visibleTables.has(table)
}

export function altOf(frame: Element): string {
  return imageDescription(textOf(child(frame, 'svg:desc')) || textOf(child(frame, 'svg:title')))
}

export function readChart(root: Element | null): ChartTable | null {
  if (root === null) return null
  const cellText = (cell: Element): string => descendants(cell, 'text:p').map(textOf).join(' ').trim()
  const title = elements(descendants(root, 'chart:chart')[0], 'chart:title')[0]
  const rows = descendants(root, 'table:table-row').map((line) => elements(line).map(cellText))
  return chartTable(title === undefined ? '' : cellText(title), rows)
}
