/**
 * Tesseract: a gray raster in, words and lines out, one engine per language and thread or isolate.
 * It knows nothing of pages or points, and refuses nothing: a page without text gives no words.
 */
import type { OCREngine } from 'tesseract-wasm'
import { createTesseract } from '#wasm/tesseract'
import type { GrayRaster } from '../model/raster.ts'
import type { OcrResult } from '../model/recognition.ts'
import { readHocr } from './hocr.ts'
import { renderWarmupImage } from './warmup-image.ts'

/** Tesseract's own numbers: 3 = whole page with columns, 6 = one block of text, 11 = scattered words in no order. */
export type PageSegMode = 3 | 6 | 11
export type Rotation = 0 | 90 | 180 | 270

export interface RecognizeOptions {
  readonly dpi: number
  readonly pageSegMode: PageSegMode
  /**
   * How ink is told from paper where lines are looked for: by one threshold for the whole page, or by each place's own surroundings
   * (Sauvola's), which sees gray print beside the edge of a shadow but loses print beside pictures. Default: the page's.
   */
  readonly threshold?: 'page' | 'local'
  /**
   * How often each of the 256 grays stands on the page that the raster is a part of: its ink is then told from its paper by the page's threshold.
   * A band with a picture in it has another one, by which the picture falls apart into pieces that look like print. Default: the raster's own.
   */
  readonly grays?: Uint32Array | undefined
}

export interface OcrEngine {
  readonly language: string
  /** Reads a raster. Synchronous: it holds the thread for about a second a page. Throws `EngineTrap`. */
  recognize(gray: GrayRaster, options: RecognizeOptions): OcrResult
  /**
   * Leptonica's guess how far the page is turned clockwise against upright, from ascenders and descenders of Latin text.
   * 0 can be trusted, anything else is also its answer to blank pages, digits and noise.
   */
  guessTurn(gray: GrayRaster): Rotation
}

/** The WASM instance stopped in the middle: it has been thrown away, the next `loadOcrEngine` builds a new one. */
export class EngineTrap extends Error {
  override readonly name = 'EngineTrap'
}

export type LoadModel = (language: string) => Promise<Uint8Array>

/** Engines kept alive by default: the page's first language and one more, so that mixed documents do not rebuild on every page. */
const DEFAULT_KEPT = 2

/** An engine whose memory has grown beyond this is dropped after the page: linear memory never shrinks, a new engine takes 28 MiB and 80 ms. */
const LARGEST_KEPT_BYTES = 44 * 1024 * 1024

/** Ready engines, least recently used first. Only ready ones: on Workers a request that is cut off must not leave others waiting for its promise. */
const kept = new Map<string, Engine>()

/** The recognizer of a language, built on first use; older engines beyond `keep` are dropped (their memory goes with the garbage). */
export async function loadOcrEngine(
  language: string,
  loadModel: LoadModel,
  options: { keep?: number } = {},
): Promise<OcrEngine> {
  const keep = Math.max(1, options.keep ?? DEFAULT_KEPT)
  const ready = kept.get(language)
  if (ready === undefined) dropBeyond(keep - 1)
  const engine = ready ?? (await buildEngine(language, loadModel))
  kept.delete(language)
  kept.set(language, engine)
  dropBeyond(keep)
  return engine
}

/** Linear memory of the engines now alive, in bytes. */
export function tesseractMemoryBytes(): number {
  return [...kept.values()].reduce((sum, engine) => sum + engine.memoryBytes(), 0)
}

/** Drops all engines; their memory goes with the garbage. */
export function releaseOcrEngines(): void {
  dropBeyond(0)
}

/**
 * Reads a small drawn page, so that the first real one does not pay for compiling the hot loops (about a second).
 * Worth calling once per thread before it takes work.
 */
export async function warmUp(language: string, loadModel: LoadModel): Promise<void> {
  const ocrEngine = await loadOcrEngine(language, loadModel)
  ocrEngine.recognize(renderWarmupImage(WARM_UP_LINES, { scale: 3 }), { dpi: 200, pageSegMode: 3 })
}

/** Enough lines for V8 to replace the quick code of the network's loops by the optimised one. */
const WARM_UP_LINES = Array.from(
  { length: 12 },
  (_, row) => `Sheaf reads ${row} pages 1234567890 Jumping Quick brown fox`,
)

/** A dropped engine is not destroyed: whoever still holds it may finish its page, and only the garbage collector frees linear memory. */
function dropBeyond(count: number): void {
  for (const language of kept.keys()) {
    if (kept.size <= count) return
    kept.delete(language)
  }
}

/** Tesseract's own numbers. */
const thresholdingMethod = { page: '0', local: '2' } as const

interface Engine extends OcrEngine {
  memoryBytes(): number
}

async function buildEngine(language: string, loadModel: LoadModel): Promise<Engine> {
  const model = await loadModel(language)
  const engine = await quietly(createTesseract)
  engine.loadModel(model)
  /** The raster whose pixels the engine holds, so that a guess and the reading after it load them once. */
  let loaded: GrayRaster | null = null

  function guarded<result>(work: () => result): result {
    try {
      return work()
    } catch (cause) {
      // C++ exceptions arrive as bare numbers and traps as RuntimeError; after either the heap can't be trusted.
      if (kept.get(language) === self) kept.delete(language)
      throw new EngineTrap(`The text recogniser "${language}" stopped while reading a page`, { cause })
    }
  }

  function load(gray: GrayRaster): void {
    if (loaded === gray) return
    loaded = null
    if (!loadEightBit(engine, gray)) loadRgba(engine, gray)
    loaded = gray
  }

  const self: Engine = {
    language,
    recognize: (gray, { dpi, pageSegMode, threshold = 'page', grays }) =>
      guarded(() => {
        engine.setVariable('user_defined_dpi', String(Math.round(Math.min(2400, Math.max(70, dpi)))))
        engine.setVariable('thresholding_method', thresholdingMethod[threshold])
        load(gray)
        // After every load: loading sets it back to 3.
        engine.setVariable('tessedit_pageseg_mode', String(pageSegMode))
        tellGrays(engine, grays)
        const recognition = readHocr(engine.getHOCR())
        engine.clearImage()
        loaded = null
        if (self.memoryBytes() > LARGEST_KEPT_BYTES && kept.get(language) === self) kept.delete(language)
        return recognition
      }),
    guessTurn: (gray) =>
      guarded(() => {
        load(gray)
        const { rotation } = engine.getOrientation()
        return rotation === 90 || rotation === 180 || rotation === 270 ? rotation : 0
      }),
    memoryBytes: () => engine._tesseractLib?.HEAPU8.length ?? 0,
  }
  return self
}

/** Where our threshold (`known_grays` of `wasm/kernels`) looks for the place of a page's grays, in 32-bit words. */
const GRAYS_AT = 1016 >> 2

/** Engines that were told grays, and where those stand in their memory: an image of 256 pixels, kept as long as the engine. */
const grayTables = new WeakMap<OCREngine, { data(): Uint32Array }>()

/** Tells the engine the grays of the page whose part it reads next, or that there are none. */
function tellGrays(engine: OCREngine, grays: Uint32Array | undefined): void {
  const library = engine._tesseractLib
  if (library?.HEAPU32 === undefined) return
  if (grays === undefined) {
    library.HEAPU32[GRAYS_AT] = 0
    return
  }
  const table = grayTables.get(engine) ?? new library.Image(256, 1)
  grayTables.set(engine, table)
  const place = table.data()
  place.set(grays)
  library.HEAPU32[GRAYS_AT] = place.byteOffset
}

/** Where a Leptonica `Pix` keeps its fields, in 32-bit words (struct Pix of Leptonica 1.8x on a 32-bit target). */
const pix = { width: 0, height: 1, depth: 2, samples: 3, wordsPerRow: 4, data: 12 } as const

/**
 * Loads the raster as an 8-bit image. The binding only makes 32-bit images, four times as large and copied twice
 * (53 MiB of linear memory for an A4 page at 200 dpi against 33); so a 32-bit image of a quarter of the width is made,
 * whose rows have the same length, and its header is changed. Every field is checked first; `false`: it looks different, nothing was changed.
 */
function loadEightBit(engine: OCREngine, gray: GrayRaster): boolean {
  const { width, height, pixels } = gray
  const library = engine._tesseractLib
  const inner = engine._engine
  if (library?.Image === undefined || inner === undefined || library.HEAPU32 === undefined) return false
  const rowWords = Math.ceil(width / 4)
  inner.clearImage()
  const image = new library.Image(rowWords, height)
  try {
    const data = image.data()
    const heap = library.HEAPU32
    const header = (heap[(image.$$?.ptr ?? 0) >> 2] ?? 0) >> 2
    const expected: readonly [number, number][] = [
      [pix.width, rowWords],
      [pix.height, height],
      [pix.depth, 32],
      [pix.wordsPerRow, rowWords],
      [pix.data, data.byteOffset],
    ]
    if (
      header === 0 ||
      data.length !== rowWords * height ||
      expected.some(([field, value]) => heap[header + field] !== value)
    )
      return false
    writeBigEndianRows(pixels, data, { width, height, rowWords })
    heap[header + pix.width] = width
    heap[header + pix.depth] = 8
    heap[header + pix.samples] = 1
    if (inner.loadImage(image).error !== '') return false
    engine._imageLoaded = true
    return true
  } finally {
    image.delete()
  }
}

/** Leptonica keeps pixels in 32-bit words, the leftmost in the highest byte. Row ends are padded with white. */
function writeBigEndianRows(
  pixels: Uint8Array,
  data: Uint32Array,
  size: { width: number; height: number; rowWords: number },
): void {
  const { width, height, rowWords } = size
  const whole = width >> 2
  for (let y = 0, out = 0; y < height; y++) {
    let from = y * width
    for (let word = 0; word < whole; word++, from += 4)
      data[out++] = (pixels[from]! << 24) | (pixels[from + 1]! << 16) | (pixels[from + 2]! << 8) | pixels[from + 3]!
    if (whole === rowWords) continue
    let last = 0
    for (let byte = 0; byte < 4; byte++) last = (last << 8) | (whole * 4 + byte < width ? pixels[from + byte]! : 255)
    data[out++] = last
  }
}

/** The public way. The gray value goes into all four bytes: Leptonica reads the channels in another order than ImageData has them. */
function loadRgba(engine: OCREngine, gray: GrayRaster): void {
  const { width, height, pixels } = gray
  const words = new Uint32Array(width * height)
  for (let i = 0; i < words.length; i++) words[i] = pixels[i]! * 0x01010101
  engine.loadImage({ data: new Uint8ClampedArray(words.buffer), width, height })
}

/** Tesseract's glue binds the console when it is created, and would print a line for each empty page. */
function quietly<result>(create: () => result): result {
  const { log, warn } = console
  console.log = console.warn = () => {}
  try {
    return create()
  } finally {
    Object.assign(console, { log, warn })
  }
}
