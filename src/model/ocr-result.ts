/** OCR input and output: plain data that crosses threads, with boxes in pixels. */
import type { Box } from './geometry.ts'
import type { GrayRaster } from './raster.ts'

export interface OcrWord {
  readonly text: string
  readonly box: Box
  readonly confidence: number
  /** Index in `OcrResult.lines`. */
  readonly line: number
}

export interface OcrLine {
  readonly box: Box
  /** Slope and offset of the baseline (`baselineAt`). */
  readonly slope: number
  readonly offset: number
  /** Ascenders + x-height + descenders, in pixels. */
  readonly height: number
  /** Counter-clockwise angle of the text: 0, 90, 180 or 270 degrees. */
  readonly angle: number
  readonly paragraph: number
  readonly block: number
}

export function baselineAt({ box, offset, slope }: OcrLine, x: number): number {
  return box.y1 + offset + slope * (x - box.x0)
}

export interface OcrResult {
  readonly words: readonly OcrWord[]
  readonly lines: readonly OcrLine[]
  /** Regions that Tesseract classifies as images. */
  readonly imageRegions: readonly Box[]
}

/** Rows of a page raster; `y1` is exclusive. */
export interface PageSlice {
  readonly y0: number
  readonly y1: number
}

export interface SliceJob {
  readonly language: string
  readonly dpi: number
  readonly raster: GrayRaster
  /** Histogram of the whole page: all slices use the same threshold. */
  readonly histogram: Uint32Array
  readonly slices: readonly PageSlice[]
}

export interface NeuralReader {
  /** By Tesseract's names. */
  readonly languages: readonly string[]
  /** Reads upright dark text on a light background. `letterHeight` in pixels; 0: unknown. */
  read(page: GrayRaster, letterHeight: number): Promise<OcrResult>
}

/** Returns results in the order of the slices; `readHere` uses this thread. */
export type ReadSlices = (job: SliceJob, readHere: (slice: PageSlice) => OcrResult) => Promise<OcrResult[]>
