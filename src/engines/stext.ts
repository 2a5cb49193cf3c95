/**
 * MuPDF's structured text → spans, paths and images of the page model. Reads the C structs in linear memory, because
 * one call per character and property costs more than the extraction itself; refuses to guess where they lie:
 * each page's first structs are compared with MuPDF's accessors, which take over when they disagree.
 */
import type { Box } from '../model/geometry.ts'
import type { Font, Path, RawImage, Span } from '../model/page.ts'
import type { Mupdf, PageFrame, Pointer } from './mupdf.ts'
import { blockAt, blockKind, charAt, charFlag, lineAt, type StextMemory, stextMemory, vectorFlag } from './stext-memory.ts'

/** `vectors`: drawn lines and boxes; `clip`: nothing outside the page or clipped away. */
const stextOptions = 'vectors,preserve-images,clip'

export interface StextPage {
  readonly spans: readonly Span[]
  readonly paths: readonly Path[]
  readonly images: readonly StextImage[]
  /** Characters other than blanks, and how many of them no reader can make sense of (no Unicode value, control codes). */
  readonly charCount: number
  readonly unreadableCount: number
}

export interface StextImage extends RawImage {
  /** The picture's rows run down the page: it is turned by a quarter. */
  readonly sideways: boolean
}

/** Sizes that differ by less, in points, are one font size with rounding. */
const sizeTolerance = 0.1
/** A baseline shift beyond this share of the size is a superscript, subscript or another line. */
const baselineToleranceEm = 0.12
/** A blank wider than this is a gap between columns or cells, not between words: the run ends there. */
const gapEm = 1.2

/** Reads a loaded page. Boxes are in points from the page's top left corner, as the reader sees it. */
export function readStructuredText(mupdf: Mupdf, page: Pointer, frame: PageFrame): StextPage {
  return mupdf.withStructuredText(page, stextOptions, (stext) => new Reader(mupdf, frame, stextMemory(mupdf.module, stext)).read())
}

class Reader {
  readonly #mupdf: Mupdf
  readonly #frame: PageFrame
  readonly #memory: StextMemory
  readonly #spans: Span[] = []
  readonly #paths: Path[] = []
  readonly #images: StextImage[] = []
  readonly #fonts = new Map<number, Font>()
  readonly #fontsByName = new Map<string, Font>()
  #engineLine = 0
  #engineBlock = 0
  #charCount = 0
  #unreadableCount = 0
  /** Left edges of the run's UTF-16 units, then the right edge of the last. */
  #edges = new Float32Array(1024)

  constructor(mupdf: Mupdf, frame: PageFrame, memory: StextMemory) {
    this.#mupdf = mupdf
    this.#frame = frame
    this.#memory = memory
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
    }
  }

  #readText(block: Pointer): void {
    const { words } = this.#memory
    for (let line = words[(block + blockAt.firstLine) >> 2]!; line !== 0; line = words[(line + lineAt.next) >> 2]!) {
      this.#readLine(line)
      this.#engineLine += 1
    }
    this.#engineBlock += 1
  }

  /** Cuts a line into runs of one font, size and colour. Blanks belong to the run before them, whatever they are set in. */
  #readLine(line: Pointer): void {
    const { words, floats } = this.#memory
    const vertical = (words[(line + lineAt.writingMode) >> 2]! & 0xff) === 1
    const rotation = quarterTurn(floats[(line + lineAt.direction) >> 2]!, floats[(line + lineAt.direction + 4) >> 2]!)
    const upright = rotation === 0 && !vertical
    const left = this.#frame.x
    const top = this.#frame.y

    let text = ''
    let inkLength = 0
    let fontKey = 0
    let size = 0
    let color = 0
    let baseline = 0
    let x0 = 0
    let y0 = 0
    let x1 = 0
    let y1 = 0

    const endRun = (): void => {
      if (inkLength === 0) return
      this.#spans.push({
        text,
        box: { x0: x0 - left, y0: y0 - top, x1: x1 - left, y1: y1 - top },
        baseline: baseline - top,
        size,
        font: this.#font(fontKey),
        color,
        confidence: 1,
        source: 'text_layer',
        rotation,
        vertical,
        ...(upright ? { edges: this.#edges.slice(0, text.length + 1) } : {}),
        engineLine: this.#engineLine,
        engineBlock: this.#engineBlock,
      })
      text = ''
      inkLength = 0
    }

    for (let char = words[(line + lineAt.firstChar) >> 2]!; char !== 0; char = words[(char + charAt.next) >> 2]!) {
      const at = char >> 2
      const code = words[at]!
      const quad = at + charAt.quad / 4
      if (isBlank(code)) {
        // Blanks before the first letter say nothing that its position does not say.
        if (inkLength > 0) {
          if (text.length + 2 > this.#edges.length) this.#growEdges()
          this.#edges[text.length] = floats[quad]! - left
          this.#edges[text.length + 1] = floats[quad + 2]! - left
          text += ' '
        }
        continue
      }
      const flags = words[at + charAt.flags / 4]! >>> 16
      this.#charCount += 1
      if (isUnreadable(code, flags)) this.#unreadableCount += 1
      if (isInvisible(code)) continue

      const charFont = words[at + charAt.font / 4]! | ((flags & charFlag.bold) !== 0 ? 1 : 0)
      const charSize = floats[at + charAt.size / 4]!
      const charColor = words[at + charAt.color / 4]! & 0xffffff
      const originY = floats[at + charAt.origin / 4 + 1]!
      // Quad: upper left, upper right, lower left, lower right.
      const ax = floats[quad]!
      const ay = floats[quad + 1]!
      const bx = floats[quad + 6]!
      const by = floats[quad + 7]!
      const charX0 = Math.min(ax, bx)
      const charX1 = Math.max(ax, bx)
      const charY0 = Math.min(ay, by)
      const charY1 = Math.max(ay, by)
      if (
        inkLength > 0 &&
        (charFont !== fontKey ||
          charColor !== color ||
          Math.abs(charSize - size) > sizeTolerance ||
          (upright && (Math.abs(originY - baseline) > baselineToleranceEm * size || charX0 - x1 > gapEm * size)))
      )
        endRun()
      if (inkLength === 0) {
        text = ''
        fontKey = charFont
        size = charSize
        color = charColor
        baseline = originY
        x0 = charX0
        y0 = charY0
        x1 = charX1
        y1 = charY1
      } else {
        if (charX0 < x0) x0 = charX0
        if (charY0 < y0) y0 = charY0
        if (charX1 > x1) x1 = charX1
        if (charY1 > y1) y1 = charY1
      }
      if (text.length + 3 > this.#edges.length) this.#growEdges()
      const edges = this.#edges
      edges[text.length] = charX0 - left
      if (code < 0x10000) text += String.fromCharCode(code)
      else {
        // Two units: the second has no width of its own.
        edges[text.length + 1] = charX1 - left
        text += String.fromCodePoint(code)
      }
      edges[text.length] = charX1 - left
      inkLength = text.length
    }
    // Blanks at the end of a line are of no use to anyone.
    if (inkLength > 0) text = text.slice(0, inkLength)
    endRun()
  }

  #growEdges(): void {
    const larger = new Float32Array(this.#edges.length * 2)
    larger.set(this.#edges)
    this.#edges = larger
  }

  #readVector(block: Pointer): void {
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
    const matrix = (block + blockAt.imageMatrix) >> 2
    this.#images.push({
      box: this.#box(block),
      pixelWidth: module._wasm_image_get_w(image),
      pixelHeight: module._wasm_image_get_h(image),
      sideways: Math.abs(floats[matrix]!) < Math.abs(floats[matrix + 1]!),
    })
  }

  #box(block: Pointer): Box {
    const { floats } = this.#memory
    const at = (block + blockAt.box) >> 2
    const { x, y } = this.#frame
    return { x0: floats[at]! - x, y0: floats[at + 1]! - y, x1: floats[at + 2]! - x, y1: floats[at + 3]! - y }
  }

  /** `key` is the font's address, its lowest bit set when the engine saw the characters drawn bold. */
  #font(key: number): Font {
    const known = this.#fonts.get(key)
    if (known !== undefined) return known
    const { module } = this.#mupdf
    const pointer = key & ~1
    const name = module.UTF8ToString(module._wasm_font_get_name(pointer)).replace(subsetPrefix, '')
    const font: Font = {
      name,
      bold: (key & 1) === 1 || module._wasm_font_is_bold(pointer) !== 0 || boldName.test(name),
      italic: module._wasm_font_is_italic(pointer) !== 0 || italicName.test(name),
      mono: module._wasm_font_is_monospaced(pointer) !== 0 || monoName.test(name),
      serif: module._wasm_font_is_serif(pointer) !== 0,
    }
    // A document may embed one font as many subsets: to layout they are the same.
    const identity = `${name}/${font.bold}/${font.italic}/${font.mono}/${font.serif}`
    const shared = this.#fontsByName.get(identity) ?? font
    this.#fontsByName.set(identity, shared)
    this.#fonts.set(key, shared)
    return shared
  }
}

/** Six letters that mark an embedded subset (PDF 32000-1, 9.6.4). */
const subsetPrefix = /^[A-Z]{6}\+/
// Font files often lack the style flags that their names tell.
const boldName = /bold|black|heavy|semibold|demi(?!light)|cmbx/i
const italicName = /italic|oblique|cmti|cmsl/i
const monoName = /mono|courier|consol|typewriter|menlo|cmtt/i

/** Direction of the baseline (y downwards) → clockwise turn, to the nearest quarter. */
function quarterTurn(x: number, y: number): Span['rotation'] {
  if (Math.abs(x) >= Math.abs(y)) return x >= 0 ? 0 : 180
  return y >= 0 ? 90 : 270
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0xa0 || code === 0x09 || code === 0x3000 || (code >= 0x2000 && code <= 0x200a) || code === 0x202f || code === 0x205f
}

/** Characters without a mark of their own that would only break words: control codes, zero-width blanks, byte order mark. */
function isInvisible(code: number): boolean {
  return code < 0x20 || (code >= 0x7f && code < 0xa0) || (code >= 0x200b && code <= 0x200f) || code === 0x2060 || code === 0xfeff
}

/** No Unicode value known, a font's private code, or a control code: text that a human could not have meant. */
function isUnreadable(code: number, flags: number): boolean {
  return (
    code === 0xfffd ||
    code < 0x20 ||
    (code >= 0x7f && code < 0xa0) ||
    (code >= 0xe000 && code <= 0xf8ff) ||
    code >= 0xf0000 ||
    (flags & charFlag.noUnicode) !== 0
  )
}
