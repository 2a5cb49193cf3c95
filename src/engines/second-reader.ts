export interface SecondReader {
  readonly pageCount: number
  /** Rejects if the page cannot be read. */
  readPage(pageIndex: number): Promise<SecondPage>
  close(): void
}

export interface SecondPage {
  /** In points. */
  readonly width: number
  readonly height: number
  /** Matrix from PDF coordinates to points from the top left. */
  readonly toPage: readonly number[]
  readonly texts: readonly PositionedText[]
}

export interface PositionedText {
  readonly text: string
  /** Matrix from text space to PDF coordinates. */
  readonly transform: readonly number[]
  /** In PDF units along the text. */
  readonly width: number
  readonly endsLine: boolean
  /** In em; `descent` is negative. */
  readonly ascent: number
  readonly descent: number
  /** `sans-serif`, `serif` or `monospace`. */
  readonly fontFamily: string
  readonly vertical: boolean
}
