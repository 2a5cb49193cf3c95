/**
 * MuPDF's structured text → spans, paths and images of the page model. Reads the C structs in linear memory, because
 * one call per character and property costs more than the extraction itself; refuses to guess where they lie:
 * each page's first structs are compared with MuPDF's accessors, which take over when they disagree.
 */
import type { Box } from '../../model/geometry.ts'
import type { GrayRaster } from '../../model/raster.ts'
import type { Path, RawImage, Span } from '../../model/raw-page.ts'
import { drawImageGray } from '../mupdf/drawing.ts'
import type { Mupdf, PageFrame, Pointer } from '../mupdf/mupdf.ts'
import {
  blockAt,
  blockKind,
  charAt,
  charFlag,
  lineAt,
  type StextMemory,
  stextMemory,
  vectorFlag,
} from '../mupdf/unsafe/stext-memory.ts'
import { isBlank, isInvisible, isUnreadable, unknown } from './characters.ts'
import { Fonts } from './fonts.ts'
import { type SignTable, signTableOf } from './math-encodings.ts'
import { fontKeyFlag, type Glyph, type LineFrame, Run } from './span-builder.ts'
import { isThinPixel, ruleOf } from './stencils.ts'
import { drawnGlyphs, drawnTables, isDrawnFont } from './type3-codes.ts'
import { type KnownCodes, knownCodes, placeOf } from './unmapped-codes.ts'

/**
 * `vectors`: drawn lines and boxes; `clip`: nothing outside the page or clipped away; the last one gives the font's own
 * number where there is no Unicode value, which tells signs of mathematical fonts.
 */
const stextOptions = 'vectors,preserve-images,clip,use-cid-for-unknown-unicode'
/** Vectors of one page that are kept; a page of a million would not fit into a thread. Maps and plans have tens of thousands. */
const MAX_PATHS = 400_000
/** Alpha, of 255, below which nobody sees a letter. */
const leastAlpha = 8

export interface StextPage {
  readonly spans: readonly Span[]
  readonly paths: readonly Path[]
  readonly images: readonly StextImage[]
  /** Characters other than blanks, and how many of them no reader can make sense of (no Unicode value, control codes). */
  readonly charCount: number
  readonly unreadableCount: number
  /** How many of them leave no ink (`Span.invisible`). */
  readonly invisibleCount: number
}

export interface StextImage extends RawImage {
  /** The picture's rows run down the page: it is turned by a quarter. */
  readonly sideways: boolean
  /** It has no colors of its own: paint goes through it. */
  readonly isStencil: boolean
  /** Text blocks (`Span.engineBlock`) that come before it in the page's content: it may be drawn over them. */
  readonly blocksBefore: number
}

/** Looks at a picture of a page through `draw`, which draws it alone, in gray on white; says what it saw. */
export type InspectImage = (
  image: StextImage,
  draw: (size: { width: number; height: number }) => GrayRaster,
) => Pick<RawImage, 'notQrCode' | 'empty' | 'fingerprint'>

/** Reads a loaded page. Boxes are in points from the page's top left corner, as the reader sees it. */
export function readStructuredText(mupdf: Mupdf, page: Pointer, frame: PageFrame): StextPage {
  return readTextAndPictures(mupdf, page, { frame, lookAt: () => ({}) })
}

/** The same, with a look at each picture: they are at hand only here. */
export function readTextAndPictures(
  mupdf: Mupdf,
  page: Pointer,
  { frame, lookAt }: { frame: PageFrame; lookAt: InspectImage },
): StextPage {
  return mupdf.withStructuredText(page, stextOptions, (stext) => {
    const known = knownCodes(mupdf, page, stext)
    const reader = new Reader(mupdf, frame, { memory: stextMemory(mupdf.module, stext), known })
    const text = reader.read()
    return { ...text, images: reader.look(text.images, lookAt) }
  })
}

class Reader {
  readonly #mupdf: Mupdf
  readonly #frame: PageFrame
  readonly #memory: StextMemory
  readonly #known: KnownCodes | null
  readonly #spans: Span[] = []
  readonly #paths: Path[] = []
  readonly #images: StextImage[] = []
  readonly #imagePointers: Pointer[] = []
  readonly #fonts: Fonts
  #engineLine = 0
  #engineBlock = 0
  #charCount = 0
  #unreadableCount = 0
  #invisibleCount = 0
  readonly #signTables = new Map<Pointer, SignTable | null>()
  #drawnTables: Map<Pointer, SignTable> | null = null
  #signFont: Pointer = 0
  #signs: SignTable | null = null
  readonly #run: Run
  /** The character at hand: one object for all of them. */
  readonly #glyph: Glyph = { code: 0, fontKey: 0, size: 0, color: 0, originY: 0, x0: 0, y0: 0, x1: 0, y1: 0 }

  constructor(mupdf: Mupdf, frame: PageFrame, { memory, known }: { memory: StextMemory; known: KnownCodes | null }) {
    this.#mupdf = mupdf
    this.#frame = frame
    this.#memory = memory
    this.#known = known
    this.#fonts = new Fonts(mupdf.module)
    this.#run = new Run(frame, (key) => this.#fonts.of(key))
  }

  read(): StextPage {
    const { words } = this.#memory
    for (let block = this.#memory.firstBlock; block !== 0; block = words[(block + blockAt.next) >> 2]!) {
      const kind = words[(block + blockAt.kind) >> 2]
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

  /** Comes last: drawing may move the memory that everything else is read from. */
  look(images: readonly StextImage[], lookAt: InspectImage): StextImage[] {
    return images.map((image, index): StextImage => {
      const pointer = this.#imagePointers[index]!
      return { ...image, ...lookAt(image, (size) => drawImageGray(this.#mupdf, pointer, size)) }
    })
  }

  #readText(block: Pointer): void {
    const { words } = this.#memory
    for (let line = words[(block + blockAt.firstLine) >> 2]!; line !== 0; line = words[(line + lineAt.next) >> 2]!) {
      this.#readLine(line)
      this.#engineLine += 1
    }
    this.#engineBlock += 1
  }

  /** Cuts a line into runs of one font, size and color. */
  #readLine(pointer: Pointer): void {
    const { words, floats } = this.#memory
    const run = this.#run
    const glyph = this.#glyph
    const line: LineFrame = {
      vertical: (words[(pointer + lineAt.writingMode) >> 2]! & 0xff) === 1,
      rotation: quarterTurn(floats[(pointer + lineAt.direction) >> 2]!, floats[(pointer + lineAt.direction + 4) >> 2]!),
      engineLine: this.#engineLine,
      engineBlock: this.#engineBlock,
    }
    const upright = line.rotation === 0 && !line.vertical
    for (let char = words[(pointer + lineAt.firstChar) >> 2]!; char !== 0; char = words[(char + charAt.next) >> 2]!) {
      const code = this.#codeOf(char)
      // Nearly all are signs of ASCII, which need no look at the tables of others.
      if (code <= 0x20 || code >= 0x7f) {
        if (isBlank(code)) {
          const quad = (char + charAt.quad) >> 2
          run.addBlank(floats[quad]!, floats[quad + 2]!)
          continue
        }
        if (isUnreadable(code)) this.#unreadableCount += 1
        if (isInvisible(code)) {
          this.#charCount += 1
          continue
        }
      }
      this.#charCount += 1
      this.#load(char, code)
      if ((glyph.fontKey & fontKeyFlag.invisible) !== 0) this.#invisibleCount += 1
      if (!run.takes(glyph, upright)) this.#keep(run.finish(line, false))
      const rest = code >= firstLigature ? lettersOfLigature[code - firstLigature] : undefined
      if (rest === undefined) run.add(glyph)
      else addLetters(run, glyph, rest)
    }
    this.#keep(run.finish(line, true))
  }

  /** The character's code point; `unknown` where the font's own number is all there is. */
  #codeOf(char: Pointer): number {
    const { words } = this.#memory
    const marked = ((words[(char + charAt.flags) >> 2]! >>> 16) & charFlag.noUnicode) !== 0
    const known = marked ? this.#known?.get(placeOf(this.#memory, char)) : undefined
    const raw = marked && known === undefined
    const code = known ?? words[char >> 2]!
    const font = words[(char + charAt.font) >> 2]!
    if (font !== this.#signFont) {
      this.#signFont = font
      this.#signs = this.#signTable(font)
    }
    const sign = this.#signs?.(code, raw) ?? null
    return sign ?? (raw ? unknown : code)
  }

  #signTable(font: Pointer): SignTable | null {
    const known = this.#signTables.get(font)
    if (known !== undefined) return known
    const { name } = this.#fonts.of(font)
    const table = signTableOf(name) ?? (isDrawnFont(name) ? this.#drawnTable(font) : null)
    this.#signTables.set(font, table)
    return table
  }

  /** What the codes of fonts without names mean shows only in all that the page sets in them. */
  #drawnTable(font: Pointer): SignTable | null {
    this.#drawnTables ??= drawnTables(drawnGlyphs(this.#memory, (other) => isDrawnFont(this.#fonts.of(other).name)))
    return this.#drawnTables.get(font) ?? null
  }

  #keep(span: Span | null): void {
    if (span !== null) this.#spans.push(span)
  }

  /** Reads a character's struct. */
  #load(char: Pointer, code: number): void {
    const { words, floats } = this.#memory
    const at = char >> 2
    const flags = words[at + charAt.flags / 4]! >>> 16
    const color = words[at + charAt.color / 4]!
    const bold = (flags & charFlag.bold) !== 0
    // A transcribed page has no flags, and text that cuts out a picture has no color of its own.
    const invisible =
      this.#memory.direct &&
      ((flags & charFlag.drawn) === 0 || ((flags & charFlag.drawn) === charFlag.filled && color >>> 24 < leastAlpha))
    // Upper left and lower right corner; on turned lines they may stand the other way round.
    const quad = at + charAt.quad / 4
    const ax = floats[quad]!
    const ay = floats[quad + 1]!
    const bx = floats[quad + 6]!
    const by = floats[quad + 7]!
    const glyph = this.#glyph
    glyph.code = code
    glyph.fontKey =
      words[at + charAt.font / 4]! | (bold ? fontKeyFlag.bold : 0) | (invisible ? fontKeyFlag.invisible : 0)
    glyph.size = floats[at + charAt.size / 4]!
    glyph.color = color & 0xffffff
    glyph.originY = floats[at + charAt.origin / 4 + 1]!
    glyph.x0 = Math.min(ax, bx)
    glyph.y0 = Math.min(ay, by)
    glyph.x1 = Math.max(ax, bx)
    glyph.y1 = Math.max(ay, by)
  }

  #readVector(block: Pointer): void {
    if (this.#paths.length === MAX_PATHS) return
    const { words } = this.#memory
    const flags = words[(block + blockAt.vectorFlags) >> 2]!
    const color = words[(block + blockAt.vectorColor) >> 2]!
    this.#paths.push({
      box: this.#box(block),
      stroked: (flags & vectorFlag.stroked) !== 0,
      rectangle: (flags & vectorFlag.rectangle) !== 0,
      color: color & 0xffffff,
      opacity: (color >>> 24) / 255,
    })
  }

  #readImage(block: Pointer): void {
    const { words, floats } = this.#memory
    const { module } = this.#mupdf
    const image = words[(block + blockAt.image) >> 2]!
    const box = this.#box(block)
    const [pixelWidth, pixelHeight] = [module._wasm_image_get_w(image), module._wasm_image_get_h(image)]
    if (isThinPixel(box, pixelWidth * pixelHeight) && module._wasm_image_get_imagemask(image) !== 0) {
      if (this.#paths.length < MAX_PATHS) this.#paths.push(ruleOf(box))
      return
    }
    const matrix = (block + blockAt.imageMatrix) >> 2
    this.#imagePointers.push(image)
    this.#images.push({
      box,
      pixelWidth,
      pixelHeight,
      sideways: Math.abs(floats[matrix]!) < Math.abs(floats[matrix + 1]!),
      isStencil: module._wasm_image_get_imagemask(image) !== 0,
      blocksBefore: this.#engineBlock,
    })
  }

  #box(block: Pointer): Box {
    const { floats } = this.#memory
    const at = (block + blockAt.box) >> 2
    const { x, y } = this.#frame
    return { x0: floats[at]! - x, y0: floats[at + 1]! - y, x1: floats[at + 2]! - x, y1: floats[at + 3]! - y }
  }
}

/** The five ligatures of Latin type, from U+FB00 on; MuPDF takes apart those that it knows of. */
const firstLigature = 0xfb00
const lettersOfLigature = ['ff', 'fi', 'fl', 'ffi', 'ffl']

/** The first letter has the ligature's width; the others stand at its right edge, as MuPDF has it. */
function addLetters(run: Run, glyph: Glyph, letters: string): void {
  for (const letter of letters) {
    glyph.code = letter.charCodeAt(0)
    run.add(glyph)
    glyph.x0 = glyph.x1
  }
}

/** Lines that rise or fall by more than this (sine of about 10°) are a watermark or a label, and must not mix with level text. */
const levelSine = 0.17

/** Direction of the baseline (y downwards) → clockwise turn. Level lines are 0 or 180; all others the nearer of 90 and 270. */
function quarterTurn(x: number, y: number): Span['rotation'] {
  if (Math.abs(y) <= levelSine) return x >= 0 ? 0 : 180
  return y >= 0 ? 90 : 270
}
