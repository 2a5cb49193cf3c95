/**
 * The speaker notes of a presentation, slide by slide, as the file itself has them: printed notes pages would show every slide twice
 * and count as pages. `null` for what is no presentation.
 */

import { loadDocumentReader } from '../../../extract/structured/registry.ts'
import type { Block } from '../../../model/document.ts'
import { archiveLimits } from '../../../zip/archive.ts'
import { familyOf } from '../../formats.ts'
import { readBinaryNotes } from './binary-notes.ts'

/** For sheets; slides have none. */
const maxCells = 10_000

/** Blocks of text for each slide that is shown. */
export type SlideNotes = readonly (readonly Block[])[]

export async function readNotes({
  bytes,
  fileType,
}: {
  readonly bytes: Uint8Array
  readonly fileType: string
}): Promise<SlideNotes | null> {
  if (familyOf(fileType) !== 'impress') return null
  const reader = await loadDocumentReader(fileType)
  if (reader === null) return readBinaryNotes(bytes)
  const document = reader.open(bytes, { fileType, limits: archiveLimits, maxCells })
  return Array.from({ length: document.pageCount }, (_, pageIndex) => {
    // Notes come last on their slide.
    const bare = document.readPage(pageIndex, { speakerNotes: false }).blocks.length
    return document.readPage(pageIndex, { speakerNotes: true }).blocks.slice(bare)
  })
}
