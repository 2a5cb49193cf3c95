/** Converts MuPDF's structured text to spans, paths and images of the page model. */
import { ParseError } from '../../model/errors.ts'
import { type Size, shortSide } from '../../model/geometry.ts'
import type { GrayRaster } from '../../model/raster.ts'
import type { Path, RawImage, Span } from '../../model/raw-page.ts'
import type { FontGlyphs } from '../glyph-names/font-glyphs.ts'
import { drawImageGray } from '../mupdf/drawing.ts'
import type { Mupdf, MupdfModule, PageFrame, Pointer } from '../mupdf/mupdf.ts'
import { readStrokes } from '../mupdf/stroke-device.ts'
import { blockKind, StextMemory, vectorFlag } from '../mupdf/unsafe/stext-memory.ts'
import { surveyCharacters } from './character-survey.ts'
import { mayBeInflated, strokePaths } from './stroke-paths.ts'
import { TextReader, type TextSources } from './text-reader.ts'
import { recoverCodes } from './unmapped-codes.ts'

/**
 * `vectors` reads paths, `clip` only visible content, and the last option the font's own numbers, which identify
 * mathematical symbols.
 */
const STEXT_OPTIONS = 'vectors,preserve-images,clip,use-cid-for-unknown-unicode'
/** Maximum paths of a page: maps and plans, within the memory of a thread. */
const MAX_PATHS = 400_000
/** Maximum characters of a page: newspaper pages, within the memory of a thread. */
const MAX_CHARACTERS = 300_000
export interface StextPage {
  readonly spans: readonly Span[]
  readonly paths: readonly Path[]
  readonly images: readonly StextImage[]
  /** Characters other than spaces. */
  readonly charCount: number
  /** `charCount` without a usable Unicode value. */
  readonly unreadableCount: number
  /** `charCount` without ink (`Span.invisible`). */
  readonly invisibleCount: number
}

export interface StextImage extends RawImage {
  readonly sideways: boolean
  /** An image mask has no colors of its own. */
  readonly isStencil: boolean
  /** Without a mask. */
  readonly isOpaque: boolean
  /** Number of text blocks (`Span.engineBlock`) before it in content order, which it may cover. */
  readonly blocksBefore: number
}

export type InspectImage = (
  image: StextImage,
  draw: (size: Size) => GrayRaster,
) => Pick<RawImage, 'notQrCode' | 'empty' | 'fingerprint'>

interface StextOptions {
  readonly frame: PageFrame
  readonly inspectImage?: InspectImage
  readonly pageNumber?: number
  readonly fontGlyphs?: () => FontGlyphs
}

/** Boxes are in points from the top left of the displayed page. Throws `ParseError` 1132 above `MAX_CHARACTERS`. */
export function readStructuredText(
  mupdf: Mupdf,
  page: Pointer,
  { frame, inspectImage, pageNumber, fontGlyphs }: StextOptions,
): StextPage {
  return mupdf.withStructuredText(page, STEXT_OPTIONS, (stext) => {
    const { count, hasUnmapped, hasRightToLeft } = surveyCharacters(new StextMemory(mupdf.module, stext))
    checkCharacters(count, pageNumber)
    const recovered = hasUnmapped ? recoverCodes(mupdf, page, stext) : null
    const glyphs = recovered === null ? undefined : fontGlyphs?.()
    const memory = new StextMemory(mupdf.module, stext)
    const sources = { recovered, glyphs, hasRightToLeft }
    const { images, paths, ...text } = new PageReader(mupdf.module, memory, frame, sources).read()
    const inspected = images.map(
      ({ image, pointer }): StextImage => ({
        ...image,
        ...inspectImage?.(image, (size) => drawImageGray(mupdf, pointer, size)),
      }),
    )
    return { ...text, images: inspected, paths: withTrueStrokes(paths, mupdf, { page, frame }) }
  })
}

function withTrueStrokes(
  paths: readonly Path[],
  mupdf: Mupdf,
  { page, frame }: { page: Pointer; frame: PageFrame },
): readonly Path[] {
  if (!paths.some(mayBeInflated)) return paths
  const fills = paths.filter(({ stroked }) => !stroked)
  return [...fills, ...strokePaths(readStrokes(mupdf, page, MAX_PATHS - fills.length), frame)]
}

function checkCharacters(count: number, pageNumber: number | undefined): void {
  if (count <= MAX_CHARACTERS) return
  const page = pageNumber === undefined ? 'A page' : `Page ${pageNumber}`
  throw new ParseError(
    1132,
    `${page} has ${count} characters, and the limit is ${MAX_CHARACTERS}. Leave it out with page_range, or split it.`,
  )
}

class PageReader {
  readonly #module: MupdfModule
  readonly #frame: PageFrame
  readonly #memory: StextMemory
  readonly #text: TextReader
  readonly #paths: Path[] = []
  readonly #images: { image: StextImage; pointer: Pointer }[] = []

  constructor(module: MupdfModule, memory: StextMemory, frame: PageFrame, sources: TextSources) {
    this.#module = module
    this.#frame = frame
    this.#memory = memory
    this.#text = new TextReader(module, memory, frame, sources)
  }

  read(): Omit<StextPage, 'images'> & { images: readonly { image: StextImage; pointer: Pointer }[] } {
    const memory = this.#memory
    for (let block = memory.firstBlock; block !== 0; block = memory.nextBlock(block)) {
      const kind = memory.blockKind(block)
      if (kind === blockKind.text) this.#text.readBlock(block)
      else if (kind === blockKind.vector) this.#readVector(block)
      else if (kind === blockKind.image) this.#readImage(block)
    }
    const { spans, charCount, unreadableCount, invisibleCount } = this.#text
    return { spans, paths: this.#paths, images: this.#images, charCount, unreadableCount, invisibleCount }
  }

  #readVector(block: Pointer): void {
    const flags = this.#memory.vectorFlags(block)
    const color = this.#memory.vectorColor(block)
    this.#addPath({
      box: this.#memory.box(block, this.#frame),
      stroked: (flags & vectorFlag.stroked) !== 0,
      rectangle: (flags & vectorFlag.rectangle) !== 0,
      color: color & 0xffffff,
      opacity: (color >>> 24) / 255,
    })
  }

  #readImage(block: Pointer): void {
    const module = this.#module
    const pointer = this.#memory.image(block)
    const box = this.#memory.box(block, this.#frame)
    const pixelWidth = module._wasm_image_get_w(pointer)
    const pixelHeight = module._wasm_image_get_h(pointer)
    const isStencil = module._wasm_image_get_imagemask(pointer) !== 0
    if (isStencil && pixelWidth * pixelHeight === 1 && shortSide(box) <= MAX_RULING_THICKNESS) {
      this.#addPath({ box, stroked: false, rectangle: true, color: 0, opacity: 1 })
      return
    }
    const image: StextImage = {
      box,
      pixelWidth,
      pixelHeight,
      sideways: this.#memory.isImageSideways(block),
      isStencil,
      isOpaque: !isStencil && module._wasm_image_get_mask(pointer) === 0,
      blocksBefore: this.#text.engineBlock,
    }
    this.#images.push({ image, pointer })
  }

  #addPath(path: Path): void {
    if (path.opacity > 0 && this.#paths.length < MAX_PATHS) this.#paths.push(path)
  }
}

/** Maximum thickness of a one-pixel image mask that is a ruling, in points; thicker ones are backgrounds. */
const MAX_RULING_THICKNESS = 4
