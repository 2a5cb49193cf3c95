/** Visible content of a web page. */
export interface PageTruth {
  readonly markdown: string
  readonly tables: number
  readonly images: number
  readonly formulas: number
}
