import { collectGarbage, createTesseract } from '#wasm/tesseract'
import type { Rotation } from '../model/geometry.ts'
import type { OcrResult } from '../model/ocr-result.ts'
import type { GrayRaster } from '../model/raster.ts'
import { readHocr } from './hocr.ts'
import { loadGrayImage, setPageHistogram } from './tesseract-memory.ts'
import { renderWarmupImage } from './warmup-image.ts'

/** Tesseract's page segmentation modes (PSM). */
export const PSM = { AUTO: 3, SINGLE_BLOCK: 6, SINGLE_LINE: 7, SPARSE_TEXT: 11 } as const
type PageSegMode = (typeof PSM)[keyof typeof PSM]

interface RecognizeOptions {
  readonly dpi: number
  readonly pageSegMode: PageSegMode
  /** `page`: one Otsu threshold; `local` (Sauvola): also gray text next to shadows, but no text next to images. */
  readonly threshold?: 'page' | 'local'
  /** Histogram of the whole page: with that of a slice, images would split into letter-like components. */
  readonly histogram?: Uint32Array | undefined
}

export interface OcrEngine {
  readonly language: string
  /** Blocks the thread for about a second per page. Throws `EngineTrap`. */
  recognize(gray: GrayRaster, options: RecognizeOptions): OcrResult
  /** Leptonica's estimate of the clockwise rotation from Latin text. Only 0 is reliable. */
  detectRotation(gray: GrayRaster): Rotation
}

/** The WASM instance stopped; the next `loadOcrEngine` creates a new one. */
export class EngineTrap extends Error {
  override readonly name = 'EngineTrap'
}

export type LoadModel = (language: string) => Promise<Uint8Array>

/** Default number of cached engines; bilingual documents use two on every page. */
const DEFAULT_CACHED = 2

/** Maximum memory of a cached engine, because linear memory never shrinks. */
const MAX_CACHED_BYTES = 44 * 1024 * 1024

/** Pixels of an image that leaves garbage of several megabytes, and of about a hundred. */
const LARGE_IMAGE_PIXELS = 1 << 20
const HUGE_IMAGE_PIXELS = 1 << 23

/** Least recently used first. No promises: on Workers, a canceled request would block others. */
const cache = new Map<string, Engine>()

export async function loadOcrEngine(
  language: string,
  loadModel: LoadModel,
  { keep = DEFAULT_CACHED }: { keep?: number | undefined } = {},
): Promise<OcrEngine> {
  const cached = cache.get(language)
  if (cached === undefined) dropBeyond(Math.max(0, keep - 1))
  const engine = cached ?? (await createEngine(language, loadModel))
  cache.delete(language)
  cache.set(language, engine)
  dropBeyond(Math.max(1, keep))
  return engine
}

export function tesseractMemoryBytes(): number {
  return cache.values().reduce((sum, engine) => sum + engine.memoryBytes(), 0)
}

export function releaseOcrEngines(): void {
  dropBeyond(0)
}

/** Compiles the hot loops for the first page. */
export async function warmUp(language: string, loadModel: LoadModel): Promise<void> {
  const ocrEngine = await loadOcrEngine(language, loadModel)
  ocrEngine.recognize(renderWarmupImage(WARM_UP_LINES, { scale: 3 }), { dpi: 200, pageSegMode: PSM.AUTO })
}

const WARM_UP_LINES = Array.from(
  { length: 4 },
  (_, row) => `Sheaf reads ${row} pages 1234567890 Jumping Quick brown fox`,
)

/** An engine in use must not be freed, so garbage collection frees it. */
function dropBeyond(count: number): void {
  for (const language of cache.keys()) {
    if (cache.size <= count) return
    cache.delete(language)
  }
}

const thresholdingMethod = { page: '0', local: '2' } as const

interface Engine extends OcrEngine {
  memoryBytes(): number
}

async function createEngine(language: string, loadModel: LoadModel): Promise<Engine> {
  const model = await loadModel(language)
  // Before its memory is added to that of a dropped engine.
  collectGarbage()
  const engine = await silenced(createTesseract)
  engine.loadModel(model)
  let loaded: GrayRaster | null = null

  function guarded<result>(work: () => result): result {
    try {
      return work()
    } catch (cause) {
      // C++ exceptions are numbers, traps RuntimeErrors; the heap is unusable after either.
      drop()
      throw new EngineTrap(`The OCR engine for "${language}" stopped while reading a page`, { cause })
    }
  }

  function drop(): void {
    if (cache.get(language) === self) cache.delete(language)
  }

  function load(gray: GrayRaster): void {
    if (loaded === gray) return
    loaded = null
    const pixels = gray.pixels.length
    if (pixels >= LARGE_IMAGE_PIXELS) collectGarbage(pixels >= HUGE_IMAGE_PIXELS ? 'all' : 'young')
    loadGrayImage(engine, gray)
    loaded = gray
  }

  const self: Engine = {
    language,
    recognize: (gray, { dpi, pageSegMode, threshold = 'page', histogram }) =>
      guarded(() => {
        engine.setVariable('user_defined_dpi', String(Math.round(Math.min(2400, Math.max(70, dpi)))))
        engine.setVariable('thresholding_method', thresholdingMethod[threshold])
        load(gray)
        engine.setVariable('tessedit_pageseg_mode', String(pageSegMode))
        setPageHistogram(engine, histogram)
        const recognition = readHocr(engine.getHOCR())
        engine.clearImage()
        loaded = null
        if (self.memoryBytes() > MAX_CACHED_BYTES) drop()
        return recognition
      }),
    detectRotation: (gray) =>
      guarded(() => {
        load(gray)
        const { rotation } = engine.getOrientation()
        return rotation === 90 || rotation === 180 || rotation === 270 ? rotation : 0
      }),
    memoryBytes: () => engine._tesseractLib.HEAPU8.length,
  }
  return self
}

/** The glue code prints a line per empty page. */
function silenced<result>(create: () => result): result {
  const { log, warn } = console
  console.log = console.warn = () => {}
  try {
    return create()
  } finally {
    Object.assign(console, { log, warn })
  }
}
