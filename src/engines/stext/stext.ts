/** Converts MuPDF's structured text to spans, paths and images of the page model. */
import { ParseError } from '../../model/errors.ts'
import { height, width } from '../../model/geometry.ts'
import type { GrayRaster } from '../../model/raster.ts'
import type { Path, RawImage, Span } from '../../model/raw-page.ts'
import type { FontGlyphs } from '../glyph-names/font-glyphs.ts'
import { drawImageGray } from '../mupdf/drawing.ts'
import type { Mupdf, PageFrame, Pointer } from '../mupdf/mupdf.ts'
import { blockKind, charFlag, quadAt, StextMemory, vectorFlag } from '../mupdf/unsafe/stext-memory.ts'
import { isInvisible, isSpace, isUnreadable, UNKNOWN_CHARACTER } from './characters.ts'
import { FontCache } from './fonts.ts'
import { addLetters, ligatureLetters } from './ligatures.ts'
import { type SymbolTable, symbolTableOf } from './math-encodings.ts'
import { fontKeyFlag, type Glyph, type LineInfo, SpanBuilder } from './span-builder.ts'
import { isType3Font, type3Glyphs, type3Tables } from './type3-codes.ts'
import { type RecoveredCodes, recoverCodes } from './unmapped-codes.ts'

/**
 * `vectors`: paths; `clip`: only visible content; the last option returns the font's own number where there is no
 * Unicode value, which identifies symbols of mathematical fonts.
 */
const STEXT_OPTIONS = 'vectors,preserve-images,clip,use-cid-for-unknown-unicode'
/** Maximum number of paths kept of a page. Maps and plans have tens of thousands; a million would not fit in memory. */
const MAX_PATHS = 400_000
/** Maximum number of characters of a page. Newspaper pages have 60,000; a million would not fit in the memory of a thread. */
const MAX_CHARACTERS = 300_000
/** Minimum alpha of visible text, of 255. */
const MIN_VISIBLE_ALPHA = 8

export interface StextPage {
  readonly spans: readonly Span[]
  readonly paths: readonly Path[]
  readonly images: readonly StextImage[]
  /** Characters other than spaces. */
  readonly charCount: number
  /** Those of them without a usable Unicode value. */
  readonly unreadableCount: number
  /** Those of them that leave no ink (`Span.invisible`). */
  readonly invisibleCount: number
}

export interface StextImage extends RawImage {
  /** The image's rows run down the page: it is rotated by 90° or 270°. */
  readonly sideways: boolean
  /** An image mask: it has no colors of its own. */
  readonly isStencil: boolean
  /** Number of text blocks (`Span.engineBlock`) before it in the content stream: it may be drawn over them. */
  readonly blocksBefore: number
}

/** Inspects an image of a page; `draw` renders it alone, in gray on white. */
export type InspectImage = (
  image: StextImage,
  draw: (size: { width: number; height: number }) => GrayRaster,
) => Pick<RawImage, 'notQrCode' | 'empty' | 'fingerprint'>

interface StextOptions {
  readonly frame: PageFrame
  readonly inspectImage?: InspectImage
  readonly pageNumber?: number
  /** Characters that only their glyph names identify; called for pages with characters without a Unicode value. */
  readonly fontGlyphs?: () => FontGlyphs
}

/** Reads a loaded page. Boxes are in points from the top left corner of the page as displayed. Throws `ParseError` 1132 above `MAX_CHARACTERS`. */
export function readStructuredText(
  mupdf: Mupdf,
  page: Pointer,
  { frame, inspectImage, pageNumber, fontGlyphs }: StextOptions,
): StextPage {
  return mupdf.withStructuredText(page, STEXT_OPTIONS, (stext) => {
    checkCharacters(new StextMemory(mupdf.module, stext), pageNumber)
    const recovered = recoverCodes(mupdf, page, stext)
    // Reading font programs may grow the memory.
    const glyphs = recovered === null ? undefined : fontGlyphs?.()
    const memory = new StextMemory(mupdf.module, stext)
    const { images, ...text } = new PageReader(mupdf, frame, { memory, recovered, glyphs }).read()
    // Drawing may grow the memory, so it comes last.
    const inspected = images.map(
      ({ image, pointer }): StextImage => ({
        ...image,
        ...inspectImage?.(image, (size) => drawImageGray(mupdf, pointer, size)),
      }),
    )
    return { ...text, images: inspected }
  })
}

function checkCharacters(memory: StextMemory, pageNumber: number | undefined): void {
  let count = 0
  for (let block = memory.firstBlock; block !== 0; block = memory.nextBlock(block))
    if (memory.blockKind(block) === blockKind.text)
      memory.eachChar(block, () => {
        count += 1
      })
  if (count <= MAX_CHARACTERS) return
  const page = pageNumber === undefined ? 'A page' : `Page ${pageNumber}`
  throw new ParseError(
    1132,
    `${page} has ${count} characters, and the limit is ${MAX_CHARACTERS}. Leave it out with page_range, or split it.`,
  )
}

class PageReader {
  readonly #mupdf: Mupdf
  readonly #frame: PageFrame
  readonly #memory: StextMemory
  readonly #recovered: RecoveredCodes | null
  readonly #spans: Span[] = []
  readonly #paths: Path[] = []
  readonly #images: { image: StextImage; pointer: Pointer }[] = []
  readonly #fonts: FontCache
  #engineLine = 0
  #engineBlock = 0
  #charCount = 0
  #unreadableCount = 0
  #invisibleCount = 0
  readonly #fontGlyphs: FontGlyphs | undefined
  readonly #symbolTables = new Map<Pointer, SymbolTable | null>()
  #type3Tables: Map<Pointer, SymbolTable> | null = null
  #symbolFont: Pointer = 0
  #symbols: SymbolTable | null = null
  readonly #builder: SpanBuilder
  /** The current character: one object for all of them. */
  readonly #glyph: Glyph = { code: 0, fontKey: 0, size: 0, color: 0, originY: 0, x0: 0, y0: 0, x1: 0, y1: 0 }

  constructor(
    mupdf: Mupdf,
    frame: PageFrame,
    {
      memory,
      recovered,
      glyphs,
    }: { memory: StextMemory; recovered: RecoveredCodes | null; glyphs: FontGlyphs | undefined },
  ) {
    this.#mupdf = mupdf
    this.#frame = frame
    this.#memory = memory
    this.#recovered = recovered
    this.#fontGlyphs = glyphs
    this.#fonts = new FontCache(mupdf.module)
    this.#builder = new SpanBuilder(frame, (key) => this.#fonts.of(key))
  }

  read(): Omit<StextPage, 'images'> & { images: readonly { image: StextImage; pointer: Pointer }[] } {
    const memory = this.#memory
    for (let block = memory.firstBlock; block !== 0; block = memory.nextBlock(block)) {
      const kind = memory.blockKind(block)
      if (kind === blockKind.text) this.#readText(block)
      else if (kind === blockKind.vector) this.#readVector(block)
      else if (kind === blockKind.image) this.#readImage(block)
    }
    return {
      spans: this.#spans,
      paths: this.#paths,
      images: this.#images,
      charCount: this.#charCount,
      unreadableCount: this.#unreadableCount,
      invisibleCount: this.#invisibleCount,
    }
  }

  #readText(block: Pointer): void {
    const memory = this.#memory
    for (let line = memory.firstLine(block); line !== 0; line = memory.nextLine(line)) {
      this.#readLine(line)
      this.#engineLine += 1
    }
    this.#engineBlock += 1
  }

  /** Splits a line into spans of one font, size and color. */
  #readLine(pointer: Pointer): void {
    const memory = this.#memory
    const builder = this.#builder
    const glyph = this.#glyph
    const line: LineInfo = {
      vertical: memory.isVertical(pointer),
      rotation: rotationOf(memory.direction(pointer)),
      engineLine: this.#engineLine,
      engineBlock: this.#engineBlock,
    }
    const isHorizontal = line.rotation === 0 && !line.vertical
    for (let char = memory.firstChar(pointer); char !== 0; char = memory.nextChar(char)) {
      const code = this.#codeOf(char)
      // Most characters are ASCII and skip these checks.
      if (code <= 0x20 || code >= 0x7f) {
        if (isSpace(code)) {
          builder.addSpace(memory.quad(char, quadAt.upperLeftX), memory.quad(char, quadAt.upperRightX))
          continue
        }
        if (isUnreadable(code)) this.#unreadableCount += 1
        if (isInvisible(code)) {
          this.#charCount += 1
          continue
        }
      }
      this.#charCount += 1
      this.#loadGlyph(char, code)
      if ((glyph.fontKey & fontKeyFlag.invisible) !== 0) this.#invisibleCount += 1
      if (!builder.accepts(glyph, isHorizontal)) this.#keep(builder.finish(line, false))
      const letters = ligatureLetters(code)
      if (letters === undefined) builder.add(glyph)
      else addLetters(builder, glyph, letters)
    }
    this.#keep(builder.finish(line, true))
  }

  /** The character's code point; `UNKNOWN_CHARACTER` if only the font's own number is known. */
  #codeOf(char: Pointer): number {
    const memory = this.#memory
    const hasUnicode = memory.hasUnicode(char)
    const recovered = hasUnicode ? undefined : this.#recovered?.get(memory.originKey(char))
    const isRaw = !hasUnicode && recovered === undefined
    const code = recovered ?? memory.code(char)
    const font = memory.font(char)
    if (font !== this.#symbolFont) {
      this.#symbolFont = font
      this.#symbols = this.#symbolTable(font)
    }
    return this.#symbols?.(code, isRaw) ?? (isRaw ? UNKNOWN_CHARACTER : code)
  }

  #symbolTable(font: Pointer): SymbolTable | null {
    const known = this.#symbolTables.get(font)
    if (known !== undefined) return known
    const { name } = this.#fonts.of(font)
    const table = symbolTableOf(name) ?? (isType3Font(name) ? this.#type3Table(font) : this.#namedGlyphs(font))
    this.#symbolTables.set(font, table)
    return table
  }

  #namedGlyphs(font: Pointer): SymbolTable | null {
    const { module } = this.#mupdf
    const glyphs = this.#fontGlyphs?.get(module.UTF8ToString(module._wasm_font_get_name(font)))
    return glyphs === undefined ? null : (code, isRaw) => (isRaw ? (glyphs.get(code) ?? null) : null)
  }

  /** The encoding of a Type 3 font is inferred from all of the page's text in such fonts. */
  #type3Table(font: Pointer): SymbolTable | null {
    this.#type3Tables ??= type3Tables(type3Glyphs(this.#memory, (other) => isType3Font(this.#fonts.of(other).name)))
    return this.#type3Tables.get(font) ?? null
  }

  #keep(span: Span | null): void {
    if (span !== null) this.#spans.push(span)
  }

  #loadGlyph(char: Pointer, code: number): void {
    const memory = this.#memory
    const flags = memory.flags(char)
    const color = memory.color(char)
    const isBold = (flags & charFlag.bold) !== 0
    const drawn = flags & charFlag.drawn
    // Text that clips an image has no color of its own.
    const invisible = drawn === 0 || (drawn === charFlag.filled && color >>> 24 < MIN_VISIBLE_ALPHA)
    // On rotated lines the upper left corner may be right of or below the lower right one.
    const ax = memory.quad(char, quadAt.upperLeftX)
    const ay = memory.quad(char, quadAt.upperLeftY)
    const bx = memory.quad(char, quadAt.lowerRightX)
    const by = memory.quad(char, quadAt.lowerRightY)
    const glyph = this.#glyph
    glyph.code = code
    glyph.fontKey = memory.font(char) | (isBold ? fontKeyFlag.bold : 0) | (invisible ? fontKeyFlag.invisible : 0)
    glyph.size = memory.size(char)
    glyph.color = color & 0xffffff
    glyph.originY = memory.originY(char)
    glyph.x0 = Math.min(ax, bx)
    glyph.y0 = Math.min(ay, by)
    glyph.x1 = Math.max(ax, bx)
    glyph.y1 = Math.max(ay, by)
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
    const { module } = this.#mupdf
    const pointer = this.#memory.image(block)
    const box = this.#memory.box(block, this.#frame)
    const pixelWidth = module._wasm_image_get_w(pointer)
    const pixelHeight = module._wasm_image_get_h(pointer)
    const isStencil = module._wasm_image_get_imagemask(pointer) !== 0
    if (isStencil && pixelWidth * pixelHeight === 1 && Math.min(width(box), height(box)) <= MAX_RULE_THICKNESS) {
      this.#addPath({ box, stroked: false, rectangle: true, color: 0, opacity: 1 })
      return
    }
    const image: StextImage = {
      box,
      pixelWidth,
      pixelHeight,
      sideways: this.#memory.isImageSideways(block),
      isStencil,
      blocksBefore: this.#engineBlock,
    }
    this.#images.push({ image, pointer })
  }

  #addPath(path: Path): void {
    if (this.#paths.length < MAX_PATHS) this.#paths.push(path)
  }
}

/**
 * Maximum thickness of a one-pixel image mask that counts as a ruling, in points. PostScript converters write TeX's
 * rules as such masks; thicker ones are backgrounds.
 */
const MAX_RULE_THICKNESS = 4

/** Sine of the maximum slope of a horizontal line, about 10°. Steeper lines are watermarks or labels. */
const MAX_HORIZONTAL_SINE = 0.17

/** Clockwise rotation of a line by its baseline direction (y downwards). Diagonal lines count as 90 or 270. */
function rotationOf({ x, y }: { x: number; y: number }): Span['rotation'] {
  if (Math.abs(y) <= MAX_HORIZONTAL_SINE) return x >= 0 ? 0 : 180
  return y >= 0 ? 90 : 270
}
