/** Port of a second PDF engine, which reads only text. */

export interface SecondReader {
  readonly pageCount: number
  /** Rejects if the page cannot be read. */
  readPage(pageIndex: number): Promise<SecondPage>
  close(): void
}

export interface SecondPage {
  /** Points. */
  readonly width: number
  readonly height: number
  /** Matrix from PDF coordinates to points from the top left: a, b, c, d, e, f. */
  readonly toPage: readonly number[]
  readonly texts: readonly PositionedText[]
}

/** Run of text, in content order. */
export interface PositionedText {
  readonly text: string
  /** Matrix from text space to PDF coordinates: a, b, c, d, e, f. */
  readonly transform: readonly number[]
  /** PDF units along the text. */
  readonly width: number
  readonly endsLine: boolean
  /** Em; `descent` is negative. */
  readonly ascent: number
  readonly descent: number
  /** `sans-serif`, `serif` or `monospace`. */
  readonly fontFamily: string
  readonly vertical: boolean
}
