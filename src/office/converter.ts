/** Port of the Office converter. It waits for another process, so it runs outside the worker pool. */
export interface ConvertJob {
  readonly bytes: Uint8Array
  /** Canonical, by content: it selects the import filter. */
  readonly fileType: string
  readonly password: string | null
  /** Preferred output. A converter without XLSX output returns a PDF. */
  readonly into: 'pdf' | 'xlsx'
  /** Later pages are not converted. Callers pass their limit plus one to notice longer documents. */
  readonly maxPages: number
  /** For the converter's own log. */
  readonly requestId?: string
}

export interface OfficeConverter {
  /** A child process of this one, or a remote service. */
  readonly kind: 'embedded' | 'remote'
  /**
   * Returns a tagged PDF or a workbook. Throws `ParseError` 1106 (corrupt, or password needed), 1124 (busy), 1138
   * (timeout) or 1139 (not reachable, with status 503, or credentials refused).
   */
  convert(job: ConvertJob, control?: { readonly signal?: AbortSignal }): Promise<Uint8Array>
  /** For `/health`: whether it accepts jobs. */
  ready(): Promise<boolean>
}
