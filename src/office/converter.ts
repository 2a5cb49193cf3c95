/**
 * The port of the Office converter: an Office file in, a tagged PDF out (or a workbook that can be read cell by cell). It waits for another process and uses no CPU here,
 * so it is called beside the pool and never inside one of its threads.
 */
export interface ConvertJob {
  readonly bytes: Uint8Array
  /** Canonical, by content: it decides the import filter. */
  readonly fileType: string
  readonly password: string | null
  /** `xlsx` is a wish: a converter that knows nothing but PDF answers with that. */
  readonly into: 'pdf' | 'xlsx'
  /** Pages beyond this many are not written; the caller asks for one more than it allows, to see that there are more. */
  readonly maxPages: number
  /** Found again in the converter's own log. */
  readonly requestId?: string
}

export interface OfficeConverter {
  /** In this process's own care, or somewhere else. */
  readonly place: 'embedded' | 'remote'
  /**
   * The document as a tagged PDF, or as XLSX where that was wished. Throws `ParseError` 1106 (corrupt, or a password is needed), 1124 (busy, try later), 1138 (took too
   * long) or 1139 (not reachable, with status 503 and worth another try, or refuses this service's credentials).
   */
  convert(job: ConvertJob, control?: { readonly signal?: AbortSignal }): Promise<Uint8Array>
  /** For `/health`: whether it would take a job now. */
  ready(): Promise<boolean>
}
