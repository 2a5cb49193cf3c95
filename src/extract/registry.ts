/**
 * Bytes → raw pages. One extractor per family of formats; each owns the magic bytes of its types.
 * A new input format is one file here and one line in THE LIST at the end.
 */

import type { FigureRequest, FigureText } from '../enrich/figure-text.ts'
import type { Box } from '../model/geometry.ts'
import type { ParseOptions } from '../model/options.ts'
import type { ParsedPage, RawPage } from '../model/page.ts'
import type { RgbaRaster } from '../model/raster.ts'
import type { ReadSlices } from '../model/recognition.ts'
import type { ParseSettings } from '../model/settings.ts'
import { image } from './image/image.ts'
import { office } from './office/office.ts'
import { pdf } from './pdf/pdf.ts'
import { direct } from './structured/structured.ts'

/** Beginning and end of a file (up to 64 KiB each) and what its sender called it. */
export interface Sample {
  readonly head: Uint8Array
  readonly tail: Uint8Array
  readonly size: number
  readonly fileName: string
}

export interface ExtractContext {
  readonly settings: ParseSettings
  readonly password: string | null
  loadModel(language: string): Promise<Uint8Array>
  /** Reads the bands of a page on several threads; absent: on this one. */
  readonly readBands?: ReadSlices | undefined
}

/** An opened document. Not safe for two calls at once; `close` frees the engine's memory. */
export interface OpenDocument {
  readonly pageCount: number
  /**
   * A logical page of a document that has no drawn ones (a workbook, a web page): its structure is known, so it passes by layout and
   * figures. When present, `readPage` and `drawRegion` are never called.
   */
  readStructuredPage?(pageIndex: number, options: ParseOptions): Promise<ParsedPage>
  readPage(pageIndex: number, options: ParseOptions): Promise<RawPage>
  /** Draws a region of a page in color on white, at most `maxPixels` large; `scale` is pixels per point. `plain`: the colors need not be exact, which is faster. */
  drawRegion(
    pageIndex: number,
    box: Box,
    options: { scale: number; maxPixels: number; plain?: boolean },
  ): Promise<RgbaRaster>
  /**
   * Reads the text in a picture of a page by OCR; `null` when the page was read by OCR as a whole, and when the picture shows none.
   * Absent where every page is read by OCR.
   */
  readFigure?(pageIndex: number, box: Box, request: FigureRequest): Promise<FigureText | null>
  close(): void
}

export interface Extractor {
  readonly name: string
  /** Canonical types (`.pdf`) that it reads. */
  readonly fileTypes: readonly string[]
  /** The canonical type of the sample, by content; `null` when it is none of this extractor's. */
  sniff(sample: Sample): string | null
  /**
   * Opens the document. Throws `ParseError` 1106 (corrupt, password), 1132 (an image too large to decode)
   * or 1139 (Office). The bytes may be kept until `close`.
   */
  open(bytes: Uint8Array, fileType: string, context: ExtractContext): Promise<OpenDocument>
}

/** THE LIST, asked in order. */
export const extractors = [pdf, image, office, direct] as const satisfies readonly Extractor[]

/** The canonical file type by content, or `null` when nobody knows it. */
export function sniffFileType(sample: Sample): string | null {
  for (const extractor of extractors) {
    const fileType = extractor.sniff(sample)
    if (fileType !== null) return fileType
  }
  return null
}

export function extractorFor(fileType: string): Extractor | null {
  return extractors.find((extractor) => (extractor.fileTypes as readonly string[]).includes(fileType)) ?? null
}
