import type { DocumentPage } from '../../model/document.ts'

/** A step of heading detection over all pages of a document. */
export type HeadingPass = (pages: readonly DocumentPage[]) => readonly DocumentPage[]
