export const ocrEngineNames = ['tesseract', 'neural', 'both'] as const
export type OcrEngineName = (typeof ocrEngineNames)[number]

export interface ParseSettings {
  readonly maxPages: number
  readonly ocrDpi: number
  readonly maxRasterPixels: number
  readonly maxImagePixels: number
  /** Limit of the PDF engine for a page; default: none. */
  readonly pageTimeoutMs?: number
  /** Also ends a page that reads nothing. Costs time, and the threads of a pool do not need it. */
  readonly interruptsPages?: boolean
  /** In bytes, to decode one image. */
  readonly maxDecodeBytes?: number
  /** Engines are released before an image is decoded or a page is recognized (Workers). */
  readonly sharesMemory?: boolean
  readonly ocrLanguages: readonly string[]
  readonly installedLanguages: readonly string[]
  /** Per thread or isolate, about 30 MB each; default 2. */
  readonly ocrEngineCount?: number
  /** Loads the OCR engine of the first language when a thread starts. */
  readonly warmOcr?: boolean
  /** In bytes, of a zip-based document; default 1 GiB. */
  readonly maxUnpackedBytes?: number
  /** Default `tesseract`; the others need `ParseDeps.neuralReader`. */
  readonly ocrEngine?: OcrEngineName
  /** HTTP service that replaces all engines. */
  readonly ocrService?: OcrService
}

export interface OcrService {
  readonly url: string
  readonly token: string | null
  readonly timeoutMs: number
  /** Binding to another Worker in place of `fetch`. Images are then uncompressed (PGM). */
  readonly send?: (address: string, init: RequestInit) => Promise<Response>
}
