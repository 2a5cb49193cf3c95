import type { Prepared } from '../../imaging/prepare-page.ts'
import { rotateRaster, rotationTransform } from '../../imaging/rotate.ts'
import { affineAt, compose, invert, isAffine, mapBox, scaling } from '../../imaging/transform.ts'
import { type Box, type Size, scaleBox } from '../../model/geometry.ts'
import { baselineAt, type OcrLine, type OcrWord } from '../../model/ocr-result.ts'
import type { GrayRaster } from '../../model/raster.ts'
import type { DeskewedContent, Font, Path, RawImage, Span } from '../../model/raw-page.ts'
import { detectBold } from './bold.ts'
import { rotationOf, scaleOf, toPagePath, toPageSpan } from './deskewed-page.ts'
import { estimateFontSizes } from './font-size.ts'
import { detectItalic } from './italic.ts'
import type { RecognizedPage } from './recognize-page.ts'

export interface PageContent {
  readonly spans: Span[]
  readonly paths: Path[]
  readonly images: RawImage[]
  /** Set if the page is skewed or rotated; `toOriginalPage` maps its layout back. */
  readonly deskewed: DeskewedContent | null
}

/** Maximum slope that needs no deskewed coordinates: half a point over a page's width. */
const MAX_HORIZONTAL_SLOPE = 0.001

/** RGB color of the gray level 1. */
const GRAY = 0x010101

const fonts = [false, true].map((bold) =>
  [false, true].map((italic): Font => ({ name: 'ocr', bold, italic, mono: false, serif: false })),
)

export function toPageContent(
  { result, rotation, size }: RecognizedPage,
  prepared: Prepared,
  source: { raster: GrayRaster; page: Size; text: 'ocr' | 'scan_layer' },
): PageContent {
  const toPrepared = rotationTransform(prepared.raster, rotation)
  const toPoints = scaling(source.page.width / source.raster.width, source.page.height / source.raster.height)
  const pixelsToPage = compose(toPoints, compose(prepared.toSource, toPrepared))
  const scale = scaleOf(affineAt(pixelsToPage, { x: size.width / 2, y: size.height / 2 }))
  const toPage = compose(pixelsToPage, scaling(1 / scale, 1 / scale))

  const { raster } = rotateRaster(prepared.raster, rotation)
  const sizes = estimateFontSizes(result, raster)
  const bold = detectBold(result, { raster, sizes })
  const italic = detectItalic(result, raster)
  const spans = result.words.map((word) =>
    toSpan(word, result.lines[word.line]!, {
      scale,
      size: sizes[word.line]! * scale,
      font: fonts[Number(bold[word.line])]![Number(italic[word.line])]!,
      source: source.text,
    }),
  )
  const toRecognized = invert(toPrepared)
  const toPath = (box: Box, level: number): Path => ({
    box: scaleBox(mapBox(toRecognized, box), scale),
    stroked: false,
    rectangle: true,
    color: level * GRAY,
    opacity: 1,
  })
  const paths = [
    ...prepared.fills.map(({ box, level }) => toPath(box, level)),
    ...prepared.rulings.map(({ box }) => toPath(box, 0)),
  ]
  const images = result.imageRegions.map(
    (box): RawImage => ({ box: scaleBox(box, scale), pixelWidth: 0, pixelHeight: 0 }),
  )
  const isHorizontal = isAffine(toPage) && rotationOf(toPage) === 0 && Math.abs(toPage.b) < MAX_HORIZONTAL_SLOPE
  return {
    spans: spans.map((span) => toPageSpan(span, toPage)),
    paths: paths.map((path) => toPagePath(path, toPage)),
    images: images.map((image) => ({ ...image, box: mapBox(toPage, image.box) })),
    deskewed: isHorizontal
      ? null
      : { spans, paths, images, width: size.width * scale, height: size.height * scale, toPage },
  }
}

function toSpan(
  { text, box, confidence, line: engineLine }: OcrWord,
  line: OcrLine,
  { scale, size, font, source }: { scale: number; size: number; font: Font; source: 'ocr' | 'scan_layer' },
): Span {
  const rotation = ([0, 270, 180, 90] as const)[Math.round(line.angle / 90) % 4] ?? 0
  const baseline = rotation === 0 ? baselineAt(line, box.x0) : box.y1
  return {
    text,
    box: scaleBox(box, scale),
    baseline: baseline * scale,
    size,
    font,
    color: 0,
    confidence,
    source,
    rotation,
    vertical: false,
    engineLine,
    engineBlock: line.paragraph,
  }
}
