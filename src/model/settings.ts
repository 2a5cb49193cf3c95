export const ocrEngineNames = ['tesseract', 'neural', 'both'] as const
export type OcrEngineName = (typeof ocrEngineNames)[number]

export interface ParseSettings {
  readonly maxPages: number
  readonly ocrDpi: number
  readonly maxRasterPixels: number
  readonly maxImagePixels: number
  /**
   * Maximum memory for decoding one image, in bytes; set where the engines share limited memory (a Workers isolate).
   */
  readonly maxDecodeBytes?: number
  readonly ocrLanguages: readonly string[]
  readonly installedLanguages: readonly string[]
  /** OCR engines in memory per thread or isolate, about 30 MB each; default 2. */
  readonly ocrEngineCount?: number
  /** Loads the OCR engine of the first language when a thread starts. */
  readonly warmOcr?: boolean
  /** Maximum unpacked size of a zip-based document, in bytes; default 1 GiB. */
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
  /** Replaces `fetch` by a binding to another Worker. Images are then uncompressed (PGM). */
  readonly send?: (address: string, init: RequestInit) => Promise<Response>
}
