/** Port of the Office converter. It waits for another process, so it runs outside the worker pool. */
export interface ConvertJob {
  readonly bytes: Uint8Array
  /** Selects the import filter, by content. */
  readonly fileType: string
  readonly password: string | null
  /** Preferred output. A converter without XLSX output returns a PDF. */
  readonly into: 'pdf' | 'xlsx'
  /** Callers pass their limit plus one to notice longer documents. */
  readonly maxPages: number
  readonly requestId?: string
}

export interface OfficeConverter {
  readonly kind: 'embedded' | 'remote'
  /**
   * Returns a tagged PDF or a workbook. Throws `ParseError` 1106 (corrupt or locked), 1124 (busy), 1138 (timeout) or
   * 1139 (not reachable, refused).
   */
  convert(job: ConvertJob, control?: { readonly signal?: AbortSignal }): Promise<Uint8Array>
  ready(): Promise<boolean>
}
