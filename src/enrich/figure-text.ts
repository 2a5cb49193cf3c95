/** Reads embedded charts and screenshots by OCR on pages with a text layer. */

import type { OpenDocument } from '../extract/types.ts'
import type { Block, FigureBlock, Page } from '../model/document.ts'
import { eastAsianLetter } from '../model/east-asian.ts'
import { errorMessage } from '../model/errors.ts'
import { area, type Box, boxOfSize, clip, longSide, overlapArea, shortSide } from '../model/geometry.ts'
import type { ParseOptions } from '../model/options.ts'
import type { RawPage } from '../model/raw-page.ts'
import { layoutTables, replaceFigures } from './figure-table.ts'
import { MAX_FIGURE_PIXELS, recognizeFigure } from './recognize-figure.ts'

/** Minimum sides of a figure in points; smaller ones are logos and icons. */
const MIN_SHORT_SIDE = 36
const MIN_LONG_SIDE = 72
/** Minimum height of a table in points: three lines. */
const MIN_TABLE_SIDE = 24
/** Minimum ratio of a figure covered by images; drawings have their text in the text layer. */
const MIN_IMAGE_COVERAGE = 0.7
/** Minimum resolution in pixels per point. */
const MIN_SCALE = 0.9
const MAX_SCALE = 300 / 72
/** Maximum figures per page, the largest; more are thumbnails. */
const MAX_FIGURES = 4

/** Without `enable_image_understanding` only possible tables are read, and without `enable_table_image` nothing. */
export async function addFigureText(
  page: Page,
  { document: { figureOcr }, raw }: { document: OpenDocument; raw: RawPage },
  options: ParseOptions,
): Promise<Page> {
  const { enable_image_understanding: readsText, enable_table_image: readsTables } = options.features
  const onlyTables = !readsText
  if (options.ocr === 'off' || figureOcr === undefined || (onlyTables && !readsTables)) return page
  const candidates = page.blocks
    .filter(
      (block): block is FigureBlock => block.kind === 'figure' && block.type === 'figure' && block.text.trim() === '',
    )
    .flatMap((figure) => {
      const scale = scaleOf(figure.box, raw)
      return scale === null ? [] : [{ figure, scale }]
    })
    .sort((a, b) => area(b.figure.box) - area(a.figure.box))
    .slice(0, MAX_FIGURES)
  const read = new Map<Block, readonly Block[]>()
  const warnings: string[] = []
  const languages = languagesFor(raw, options)
  for (const { figure, scale } of candidates) {
    const box = clip(figure.box, boxOfSize(page))
    try {
      const isLow = shortSide(figure.box) < MIN_SHORT_SIDE
      const raster = await figureOcr.draw(page.pageIndex, box, { scale, maxPixels: MAX_FIGURE_PIXELS })
      if (raster === null) continue
      const found = await recognizeFigure(raster, { box, scale, languages, onlyTables: onlyTables || isLow }, figureOcr)
      if (found === null) continue
      const blocks = found.content === null ? null : layoutTables(figure, found.content, raw)
      const { text, confidence } = found
      if (blocks !== null) read.set(figure, blocks)
      else if (text !== '' && !onlyTables && !isLow) read.set(figure, [{ ...figure, text, confidence, source: 'ocr' }])
    } catch (error) {
      warnings.push(`Page ${page.pageIndex + 1}: the text in an image could not be read (${errorMessage(error)})`)
    }
  }
  if (read.size === 0 && warnings.length === 0) return page
  return { ...page, blocks: replaceFigures(page.blocks, read), warnings: [...page.warnings, ...warnings] }
}

/** Pixels per point of the embedded images; `null` if the figure is too small, too coarse or not an image. */
function scaleOf(box: Box, raw: RawPage): number | null {
  const [short, long] = [shortSide(box), longSide(box)]
  if (short < MIN_TABLE_SIDE || long < MIN_LONG_SIDE) return null
  let covered = 0
  let scale = 0
  for (const image of raw.images) {
    const shared = overlapArea(image.box, box)
    if (shared === 0) continue
    covered += shared
    // The area gives the resolution of rotated images, too.
    if (image.pixelWidth > 0)
      scale = Math.max(scale, Math.sqrt((image.pixelWidth * image.pixelHeight) / area(image.box)))
  }
  return covered < MIN_IMAGE_COVERAGE * area(box) || scale < MIN_SCALE ? null : Math.min(scale, MAX_SCALE)
}

const eastAsianModel = /^(?:chi|jpn|kor)/

/** Puts languages in the script of the surrounding text first, because each failure costs an OCR run. */
function languagesFor(
  raw: RawPage,
  { ocrLanguages }: ParseOptions,
): (languages: readonly string[]) => readonly string[] {
  const isEastAsian = raw.spans.some(({ text }) => eastAsianLetter.test(text))
  return (configured) => {
    const wanted = ocrLanguages ?? configured
    const first = wanted.filter((language) => eastAsianModel.test(language) === isEastAsian)
    if (first.length === 0) return wanted
    return isEastAsian ? [...first, ...wanted.filter((language) => !first.includes(language))] : first
  }
}
