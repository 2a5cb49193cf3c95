/** Access to Tesseract's linear memory, which tesseract-wasm 0.11 lacks. */
import type { OCREngine } from 'tesseract-wasm'
import type { GrayRaster } from '../model/raster.ts'

/** Fields of Leptonica's `struct Pix` (1.8x, 32-bit target), in 32-bit words. */
const pix = { width: 0, height: 1, depth: 2, samples: 3, wordsPerRow: 4, data: 12 } as const

/**
 * The binding creates only 32-bit images: one of a quarter of the width gets another header. Throws if `pix` differs.
 */
export function loadGrayImage(engine: OCREngine, gray: GrayRaster): void {
  const { width, height, pixels } = gray
  const library = engine._tesseractLib
  const rowWords = Math.ceil(width / 4)
  engine._engine.clearImage()
  const image = new library.Image(rowWords, height)
  try {
    const data = image.data()
    const heap = library.HEAPU32
    const header = heap[image.$$.ptr >> 2]! >> 2
    const expected: readonly [number, number][] = [
      [pix.width, rowWords],
      [pix.height, height],
      [pix.depth, 32],
      [pix.wordsPerRow, rowWords],
      [pix.data, data.byteOffset],
    ]
    if (data.length !== rowWords * height || expected.some(([field, value]) => heap[header + field] !== value))
      throw new Error('Leptonica’s struct Pix has changed: update src/engines/tesseract-memory.ts')
    writeBigEndianRows(pixels, data, { width, height, rowWords })
    heap[header + pix.width] = width
    heap[header + pix.depth] = 8
    heap[header + pix.samples] = 1
    const { error } = engine._engine.loadImage(image)
    if (error !== '') throw new Error(error)
    engine._imageLoaded = true
  } finally {
    image.delete()
  }
}

/** Leptonica keeps pixels in 32-bit words, leftmost in the highest byte. White pads the rows. */
function writeBigEndianRows(
  pixels: Uint8Array,
  data: Uint32Array,
  { width, height, rowWords }: { width: number; height: number; rowWords: number },
): void {
  const fullWords = width >> 2
  for (let y = 0, out = 0; y < height; y++) {
    let from = y * width
    for (let word = 0; word < fullWords; word++, from += 4)
      data[out++] = (pixels[from]! << 24) | (pixels[from + 1]! << 16) | (pixels[from + 2]! << 8) | pixels[from + 3]!
    if (fullWords === rowWords) continue
    let last = 0
    for (let byte = 0; byte < 4; byte++)
      last = (last << 8) | (fullWords * 4 + byte < width ? pixels[from + byte]! : 255)
    data[out++] = last
  }
}

/** Address that our kernel reads (`known_grays` in `wasm/kernels`), in 32-bit words. */
const HISTOGRAM_POINTER = 1016 >> 2

const histogramMemory = new WeakMap<OCREngine, { data(): Uint32Array }>()

/** For the next recognition; `undefined` restores the raster's own histogram. */
export function setPageHistogram(engine: OCREngine, histogram: Uint32Array | undefined): void {
  const library = engine._tesseractLib
  if (histogram === undefined) {
    library.HEAPU32[HISTOGRAM_POINTER] = 0
    return
  }
  const memory = histogramMemory.get(engine) ?? new library.Image(256, 1)
  histogramMemory.set(engine, memory)
  const target = memory.data()
  target.set(histogram)
  library.HEAPU32[HISTOGRAM_POINTER] = target.byteOffset
}
