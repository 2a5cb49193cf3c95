/**
 * Reads a scan whose text layer is trusted: words from the layer; rulings, fills, font sizes, weights and skew from
 * the page image.
 */
import { findFigureRegions } from '../../imaging/figure-regions.ts'
import { prepare } from '../../imaging/prepare-page.ts'
import { rotateRaster, rotationTransform } from '../../imaging/rotate.ts'
import { affineAt, compose, invert, mapBox, mapPoint, scaling } from '../../imaging/transform.ts'
import { type Box, center, type Rotation, type Size, type Transform, unionOf } from '../../model/geometry.ts'
import type { OcrLine, OcrResult, OcrWord } from '../../model/ocr-result.ts'
import type { GrayRaster } from '../../model/raster.ts'
import type { Span } from '../../model/raw-page.ts'
import { median } from '../../model/statistics.ts'
import { rotationOf, scaleOf } from './deskewed-page.ts'
import { type PageContent, toPageContent } from './page-content.ts'

/** Height of a line from ascender to descender. */
const LINE_HEIGHT_EM = 0.9
/** Extent of letters above and below the baseline. */
const ASCENT_EM = 0.7
const DESCENT_EM = 0.2

interface LayerWord {
  readonly text: string
  readonly box: Box
  readonly baseline: number
  readonly size: number
  readonly rotation: Rotation
  readonly span: Span
}

/** `spans` contain the words of the layer, in points like `page`; `raster` is the image of the page. */
export function readScanLayer(
  spans: readonly Span[],
  raster: GrayRaster,
  { page, maxPixels }: { page: Size; maxPixels: number },
): PageContent {
  const prepared = prepare(raster, { dpi: (raster.width / page.width) * 72, maxPixels })
  const toPoints = scaling(page.width / raster.width, page.height / raster.height)
  const fromPage = invert(compose(toPoints, prepared.toSource))
  const rotation = uprightRotation(spans, fromPage)
  const toRecognized = compose(invert(rotationTransform(prepared.raster, rotation)), fromPage)
  const words = spans.flatMap((span) => wordsOf(span, toRecognized))
  const { raster: upright } = rotateRaster(prepared.raster, rotation)
  const imageRegions = findFigureRegions(upright, {
    letterHeight: prepared.letterSize.height,
    words: words.map(({ box }) => box),
  })
  const result = { ...toResult(words), imageRegions }
  return toPageContent(
    { language: '', result, confidence: 1, rotation, size: upright, isOrientationKnown: true },
    prepared,
    { raster, page, text: 'scan_layer' },
  )
}

/** Clockwise rotation of the prepared image in which most letters are upright. */
function uprightRotation(spans: readonly Span[], fromPage: Transform): Rotation {
  const letters = new Map<Rotation, number>()
  for (const { text, rotation, box } of spans) {
    const total = addRotations(rotation, rotationOf(affineAt(fromPage, center(box))))
    letters.set(total, (letters.get(total) ?? 0) + text.length)
  }
  const [most = 0] = [...letters].sort((a, b) => b[1] - a[1])[0] ?? []
  return addRotations(360 - most, 0)
}

function addRotations(a: number, b: number): Rotation {
  return ((a + b) % 360) as Rotation
}

function wordsOf(span: Span, toRecognized: Transform): LayerWord[] {
  const { text, edges, box, baseline, size } = span
  const at = affineAt(toRecognized, center(box))
  const rotation = addRotations(span.rotation, rotationOf(at))
  const scaled = size * scaleOf(at)
  return [...text.matchAll(/\S+/gu)].map(({ index, 0: word }) => {
    const x0 = span.rotation === 0 ? (edges?.[index] ?? box.x0) : box.x0
    const x1 = span.rotation === 0 ? (edges?.[index + word.length] ?? box.x1) : box.x1
    const wordBox = mapBox(at, { ...box, x0, x1 })
    const origin = mapPoint(at, { x: x0, y: span.rotation === 0 ? baseline : box.y1 })
    return {
      text: word,
      span,
      size: scaled,
      rotation,
      baseline: origin.y,
      box:
        rotation === 0
          ? { ...wordBox, y0: origin.y - ASCENT_EM * scaled, y1: origin.y + DESCENT_EM * scaled }
          : wordBox,
    }
  })
}

function toResult(words: readonly LayerWord[]): Pick<OcrResult, 'words' | 'lines'> {
  const lines: OcrLine[] = []
  const result: OcrWord[] = []
  const byLine = Map.groupBy(words, ({ span, rotation }) => `${span.engineBlock} ${span.engineLine} ${rotation}`)
  for (const lineWords of byLine.values()) {
    const box = unionOf(lineWords)
    const first = lineWords[0]!
    const last = lineWords.at(-1)!
    const run = last.box.x0 - first.box.x0
    const slope = first.rotation === 0 && run > 0 ? (last.baseline - first.baseline) / run : 0
    for (const word of lineWords) result.push({ text: word.text, box: word.box, confidence: 1, line: lines.length })
    lines.push({
      box,
      slope,
      offset: first.baseline - slope * (first.box.x0 - box.x0) - box.y1,
      height: LINE_HEIGHT_EM * (median(lineWords.map((word) => word.size)) ?? 0),
      angle: (360 - first.rotation) % 360,
      paragraph: first.span.engineBlock,
      block: first.span.engineBlock,
    })
  }
  return { words: result, lines }
}
