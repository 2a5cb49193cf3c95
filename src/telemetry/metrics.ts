/** Port for metrics. Labels come from small fixed sets: never a key, an address or a file name. */

export interface Sample {
  readonly labels?: Readonly<Record<string, string>>
  readonly value: number
}

export interface Metrics {
  /** `route`: the pattern of the route; `code`: of the response envelope, or the HTTP status. */
  countRequest(request: { readonly route: string; readonly code: number; readonly seconds: number }): void
  /** `fileType`: canonical (`.pdf`). */
  countPages(pages: { readonly fileType: string; readonly mode: 'sync' | 'async'; readonly count: number }): void
  /** A value that is read for each scrape. An error leaves the metric out. */
  addGauge(gauge: {
    readonly name: string
    readonly help: string
    readonly labelNames?: readonly string[]
    read(): Promise<readonly Sample[]> | readonly Sample[]
  }): void
  /** All metrics in the text format of Prometheus. */
  scrape(): Promise<{ readonly contentType: string; readonly text: string }>
}
