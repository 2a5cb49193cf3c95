import type { ParsedPage } from '../model/document.ts'
import type { Box } from '../model/geometry.ts'
import type { NeuralReader, ReadSlices } from '../model/ocr-result.ts'
import type { ParseOptions } from '../model/options.ts'
import type { GrayRaster, RgbaRaster } from '../model/raster.ts'
import type { RawPage } from '../model/raw-page.ts'
import type { ParseSettings } from '../model/settings.ts'
import type { StageTimer } from '../model/stage-times.ts'

/** First and last bytes (up to 64 KiB each), length and uploaded name of a file. */
export interface FileSample {
  readonly head: Uint8Array
  readonly tail: Uint8Array
  readonly size: number
  readonly fileName: string
}

const SAMPLE_BYTES = 65_536

/** For a file inside another one, which has no name. */
export function sampleOf(bytes: Uint8Array): FileSample {
  return {
    head: bytes.subarray(0, SAMPLE_BYTES),
    tail: bytes.subarray(-SAMPLE_BYTES),
    size: bytes.length,
    fileName: '',
  }
}

export interface ExtractContext {
  readonly settings: ParseSettings
  readonly password: string | null
  loadModel(language: string): Promise<Uint8Array>
  /** Runs OCR on page slices in several threads; absent: in this thread. */
  readonly readSlices?: ReadSlices | undefined
  readonly neuralReader?: NeuralReader | undefined
  readonly stages?: StageTimer | undefined
}

export interface Extractor {
  readonly fileTypes: readonly string[]
  detect(sample: FileSample): string | null
  load(): Promise<{ readonly open: OpenFile }>
}

/**
 * `bytes` may be retained until `close`. Throws `ParseError` 1106 (corrupt, password), 1132 (image too large) or 1139
 * (no converter).
 */
type OpenFile = (bytes: Uint8Array, fileType: string, context: ExtractContext) => Promise<OpenDocument>

export interface FigureOcr extends Pick<ExtractContext, 'settings' | 'loadModel'> {
  /** Returns `null` if the figure cannot be drawn or OCR has read the whole page. */
  draw(pageIndex: number, box: Box, options: { scale: number; maxPixels: number }): Promise<GrayRaster | null>
}

/** Calls must not overlap; `close` frees the engine's memory. */
export interface OpenDocument {
  readonly pageCount: number
  /** Reads a page of a structured format; `readPage` and `drawRegion` are then never called. */
  readStructuredPage?(pageIndex: number, options: ParseOptions): Promise<ParsedPage>
  readPage(pageIndex: number, options: ParseOptions): Promise<RawPage>
  /** Draws in color on white. `scale` in pixels per point is reduced to `maxPixels`. */
  drawRegion(
    pageIndex: number,
    box: Box,
    options: { scale: number; maxPixels: number; plain?: boolean },
  ): Promise<RgbaRaster>
  readonly figureOcr?: FigureOcr
  close(): void
}
