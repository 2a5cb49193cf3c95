import { imageDescription } from '../../../model/alt-text.ts'
import { attribute, child, descendants, type Element, elements, integer, isElement, textOf } from '../../../xml/tree.ts'
import { type ChartTable, chartTable } from '../chart-table.ts'
import { formatNumber } from '../sheets/number-format.ts'
import type { EmbeddedImage } from '../types.ts'
import type { OoxmlPackage } from './ooxml-package.ts'

export interface Drawing {
  readonly images: readonly EmbeddedImage[]
  readonly boxes: readonly Element[]
  readonly charts: readonly ChartTable[]
  readonly texts: readonly string[]
}

/** Reads `w:drawing`, `w:pict` or `w:object` (DrawingML, VML). Linked images are left out. */
export function readDrawing(drawing: Element, file: OoxmlPackage, part: string): Drawing {
  const found = {
    ...{ images: [] as EmbeddedImage[], boxes: [] as Element[] },
    ...{ charts: [] as ChartTable[], texts: [] as string[] },
  }
  const frame = child(drawing, 'wp:inline') ?? child(drawing, 'wp:anchor')
  const properties = child(frame, 'wp:docPr')
  if (attribute(properties, 'hidden') === '1') return found
  const size = sizeOf(child(frame, 'wp:extent'))
  const addImage = (id: string | undefined, image: Omit<EmbeddedImage, 'bytes'>): void => {
    const bytes = file.bytesOf(part, id)
    if (bytes !== null) found.images.push({ bytes, ...image })
  }
  const visit = (element: Element, alt: string): void => {
    switch (element.name) {
      case 'mc:AlternateContent':
        for (const each of elements(chooseAlternative(element))) visit(each, alt)
        return
      case 'w:txbxContent':
        found.boxes.push(element)
        return
      case 'a:blip':
        addImage(attribute(element, 'r:embed'), { alt, ...size })
        return
      case 'v:imagedata': {
        const title = imageDescription(attribute(element, 'o:title') ?? alt)
        addImage(attribute(element, 'r:id'), { alt: title, ...vmlSize(drawing) })
        return
      }
      case 'c:chart': {
        const chart = readChart(file, part, attribute(element, 'r:id'))
        if ('rows' in chart) found.charts.push(chart)
        else found.texts.push(...chart.lines)
        return
      }
      case 'dgm:relIds':
        found.texts.push(...diagramTexts(file, part, attribute(element, 'r:dm')))
        return
      default:
        for (const each of elements(element)) visit(each, alt === '' ? shapeAlt(element) : alt)
    }
  }
  visit(drawing, altOf(properties))
  return found
}

const KNOWN_PREFIXES = new Set(['wps', 'wpg', 'wpc', 'a14', 'p14', 'v', 'c', 'cx1', 'a16', 'w14', 'w15'])

export function chooseAlternative(alternate: Element): Element | undefined {
  const choice = elements(alternate, 'mc:Choice').find((each) =>
    (attribute(each, 'Requires') ?? '').split(/\s+/).every((prefix) => KNOWN_PREFIXES.has(prefix)),
  )
  return choice ?? child(alternate, 'mc:Fallback')
}

export function altOf(properties: Element | undefined): string {
  return imageDescription(attribute(properties, 'descr') ?? attribute(properties, 'title') ?? '')
}

function shapeAlt(element: Element): string {
  if (element.name === 'pic:pic') return altOf(child(element, 'pic:nvPicPr', 'pic:cNvPr'))
  return element.name.startsWith('v:') ? (attribute(element, 'alt') ?? '') : ''
}

const EMU_PER_POINT = 12_700

export function sizeOf(extent: Element | undefined): { width?: number; height?: number } {
  const [width, height] = [integer(extent, 'cx'), integer(extent, 'cy')]
  return width === undefined || height === undefined
    ? {}
    : { width: width / EMU_PER_POINT, height: height / EMU_PER_POINT }
}

function vmlSize(drawing: Element): { width?: number; height?: number } {
  const style = [...descendants(drawing, 'v:shape'), ...descendants(drawing, 'v:rect')]
    .map((shape) => attribute(shape, 'style') ?? '')
    .find((text) => text.includes('width'))
  const width = /(?:^|;)\s*width:\s*([\d.]+)pt/.exec(style ?? '')?.[1]
  const height = /(?:^|;)\s*height:\s*([\d.]+)pt/.exec(style ?? '')?.[1]
  return width === undefined || height === undefined ? {} : { width: Number(width), height: Number(height) }
}

const MAX_CHART_CELLS = 5000

interface Series {
  readonly name: string
  readonly categories: ReadonlyMap<number, string>
  readonly values: ReadonlyMap<number, string>
}

/** Returns a table if the series share their categories, otherwise lines of text. */
export function readChart(
  file: OoxmlPackage,
  part: string,
  id: string | undefined,
): ChartTable | { readonly title: string; readonly lines: readonly string[] } {
  const root = file.optionalXml(file.target(part, id))
  if (root === null) return { title: '', lines: [] }
  const heading = child(root, 'c:chart', 'c:title')
  const title = heading === undefined ? '' : descendants(heading, 'a:t').map(textOf).join('')
  const series = descendants(root, 'c:ser').map(readSeries)
  return (
    seriesTable(title, series) ?? {
      title,
      lines: [title, ...series.map(seriesLine)].filter((line) => line.trim() !== ''),
    }
  )
}

function readSeries(series: Element): Series {
  return {
    name: descendants(child(series, 'c:tx') ?? empty, 'c:v')
      .map(textOf)
      .join(' '),
    categories: readPoints(child(series, 'c:cat') ?? child(series, 'c:xVal')),
    values: readPoints(child(series, 'c:val') ?? child(series, 'c:yVal')),
  }
}

function seriesTable(title: string, series: readonly Series[]): ChartTable | null {
  const categories = new Map(series.flatMap((each) => [...each.categories]))
  const isShared = series.every((each) => [...each.categories].every(([at, text]) => categories.get(at) === text))
  const points = [...new Set(series.flatMap(({ values }) => [...values.keys()]))].sort((a, b) => a - b)
  if (!isShared || points.length * series.length > MAX_CHART_CELLS) return null
  return chartTable(title, [
    ['', ...series.map(({ name }) => name)],
    ...points.map((at) => [categories.get(at) ?? '', ...series.map(({ values }) => values.get(at) ?? '')]),
  ])
}

function seriesLine({ name, categories, values }: Series): string {
  const pairs = [...values].map(([at, value]) => joinNonEmpty([categories.get(at) ?? '', value], ' '))
  return joinNonEmpty([name, pairs.join(', ')], ': ')
}

/** Names of the sheets from which a chart takes its data. */
export function chartSheets(file: OoxmlPackage, part: string, id: string | undefined): string[] {
  const root = file.optionalXml(file.target(part, id))
  const series = root === null ? [] : descendants(root, 'c:ser')
  return series
    .flatMap((each) => descendants(each, 'c:f'))
    .map((range) => /^\(?'?((?:[^'!]|'')*)'?!/.exec(textOf(range))?.[1]?.replaceAll("''", "'") ?? '')
}

export function chartLines(chart: ReturnType<typeof readChart>): readonly string[] {
  return 'lines' in chart ? chart.lines : [chart.title, ...chart.rows.map((row) => joinNonEmpty(row, ' '))]
}

function joinNonEmpty(texts: readonly string[], separator: string): string {
  return texts.filter((text) => text !== '').join(separator)
}

const empty: Element = { name: '', attributes: {}, children: [] }

/** Formatted data points by index; some indexes are missing. */
function readPoints(data: Element = empty): Map<number, string> {
  const points = new Map<number, string>()
  const format = textOf(descendants(data, 'c:formatCode')[0])
  const isNumeric = descendants(data, 'c:numCache').length + descendants(data, 'c:numLit').length > 0
  for (const point of descendants(data, 'c:pt')) {
    const at = integer(point, 'idx')
    const text = textOf(child(point, 'c:v'))
    if (at === undefined || text === '' || points.has(at)) continue
    const isNumber = isNumeric && text.trim() !== '' && !Number.isNaN(Number(text))
    points.set(at, isNumber ? formatNumber(Number(text), attribute(point, 'formatCode') ?? format) : text)
  }
  return points
}

export function diagramTexts(file: OoxmlPackage, part: string, id: string | undefined): string[] {
  const root = file.optionalXml(file.target(part, id))
  if (root === null) return []
  const ownText = ({ children }: Element): string => children.filter((node) => !isElement(node)).join('')
  return descendants(root, 'a:p')
    .map((paragraph) => descendants(paragraph, 'a:t').map(ownText).join(''))
    .filter((line) => line.trim() !== '')
}
