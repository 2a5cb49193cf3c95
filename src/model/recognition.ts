/**
 * What a recognizer reads off a raster: words in lines in blocks, in pixels; and the bands in which a page may be read piece by piece.
 * Plain data, so that it can cross a thread.
 */
import type { Box } from './geometry.ts'
import type { GrayRaster } from './raster.ts'

export interface OcrWord {
  readonly text: string
  /** Pixels. */
  readonly box: Box
  /** 0–1. */
  readonly confidence: number
  /** Index in `OcrResult.lines`. */
  readonly line: number
}

export interface OcrLine {
  /** Pixels. */
  readonly box: Box
  /** The baseline is `y = box.y1 + offset + slope * (x - box.x0)`. */
  readonly slope: number
  readonly offset: number
  /** Ascenders + x-height + descenders, in pixels. */
  readonly height: number
  /** Counter-clockwise angle of the text in degrees: 0, 90, 180 or 270. */
  readonly angle: number
  /** Numbered through the page. */
  readonly paragraph: number
  readonly block: number
}

export interface OcrResult {
  readonly words: readonly OcrWord[]
  readonly lines: readonly OcrLine[]
  /** Regions that Tesseract takes for pictures, in pixels. */
  readonly imageRegions: readonly Box[]
}

/** Rows of a raster, the last excluded. */
export interface PageSlice {
  readonly y0: number
  readonly y1: number
}

export interface SliceJob {
  readonly language: string
  /** Of the print, as Tesseract wants to know it. */
  readonly dpi: number
  readonly raster: GrayRaster
  /** How often each of the 256 grays stands in the raster: each band's ink is told from its paper as the page's is. */
  readonly histogram: Uint32Array
  /** From top to bottom, without a gap. */
  readonly slices: readonly PageSlice[]
}

/**
 * Reads the bands of a page, each apart from the others; answers in their order. `readHere` reads one in this thread;
 * whoever implements this may have others read some: what a band says does not depend on who reads it.
 */
export type ReadSlices = (job: SliceJob, readHere: (band: PageSlice) => OcrResult) => Promise<OcrResult[]>
