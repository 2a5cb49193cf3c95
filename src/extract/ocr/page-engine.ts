import type { Prepared } from '../../imaging/prepare-page.ts'
import type { ExtractContext } from '../types.ts'
import type { RecognizedPage } from './recognize-page.ts'

export interface PageToRead {
  readonly prepared: Prepared
  /** 0-based. */
  readonly pageIndex: number
  readonly languages: readonly string[]
  readonly context: ExtractContext
}

/** Recognizes a page in its own orientation. Throws `ParseError`. */
export type PageEngine = (page: PageToRead) => Promise<RecognizedPage>

/** Minimum mean confidence; a wrong language stays far below. */
export const MIN_GOOD_CONFIDENCE = 0.6
