/** Limits and habits of parsing, filled by `runtime/config.ts` and read by every room of the pipeline. */
export interface ParseSettings {
  /** Pages per document, counted before any is parsed. */
  readonly maxPages: number
  /** Resolution for OCR, in dots per inch. */
  readonly ocrDpi: number
  /** Largest raster that a page is drawn to, in pixels: bounds memory. */
  readonly maxRasterPixels: number
  /** Largest image that is decoded at all, in pixels: a lying header can't make us allocate more. */
  readonly maxImagePixels: number
  /**
   * Memory that decoding one picture may take, in bytes, where that of all engines is bounded (an isolate of Workers); there, engines
   * give up theirs for each other. Absent: only `maxImagePixels` counts.
   */
  readonly maxDecodeBytes?: number
  /** Default `ocr_languages`, in order. */
  readonly ocrLanguages: readonly string[]
  /** Languages whose models are installed. */
  readonly installedLanguages: readonly string[]
  /** Text recognizers kept in memory per thread or isolate (about 30 MB each); default 2. */
  readonly ocrEngineCount?: number
  /** Threads load the recognizer of the first language at their start. */
  readonly warmOcr?: boolean
  /** Bytes that a document's archive may unpack to; default 1 GiB. */
  readonly maxUnpackedBytes?: number
  /** A recognizer behind HTTP that reads pages instead of Tesseract; absent: there is none. */
  readonly ocrService?: OcrService
}

/** `OCR_URL` and what belongs to it. */
export interface OcrService {
  readonly url: string
  /** Bearer token; `null`: none is sent. */
  readonly token: string | null
  /** For one page. */
  readonly timeoutMs: number
  /** Sends the request in place of `fetch`: a binding to another Worker. Pictures then go out unpacked (PGM). */
  readonly send?: (address: string, init: RequestInit) => Promise<Response>
}
