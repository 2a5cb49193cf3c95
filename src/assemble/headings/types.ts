import type { DocumentPage } from '../../model/document.ts'

export type HeadingPass = (pages: readonly DocumentPage[]) => readonly DocumentPage[]

export const MAX_LEVEL = 6
