import { plainInline } from '../../../extract/structured/inline-text.ts'
import { PageWriter } from '../../../extract/structured/page-writer.ts'
import { readNotesBySlide } from '../../../extract/structured/ppt/ppt-notes.ts'
import { openPpt } from '../../../extract/structured/ppt/ppt-records.ts'
import type { SlideNotes } from '../recovered-content.ts'

/** `null`: not a binary presentation. */
export function readPptNotes(bytes: Uint8Array): SlideNotes | null {
  const file = openPpt(bytes)
  if (file === null) return null
  const notes = readNotesBySlide(file)
  return file.slides().map(({ id }) => {
    const writer = new PageWriter()
    for (const text of notes.get(id) ?? []) writer.text(plainInline(text))
    return writer.finish().blocks
  })
}
