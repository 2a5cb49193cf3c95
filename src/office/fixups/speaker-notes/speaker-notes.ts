/** Reads speaker notes from the file, because printed notes pages would repeat every slide. */
import { plainInline } from '../../../extract/structured/inline-text.ts'
import { PageWriter } from '../../../extract/structured/page-writer.ts'
import { readNotesBySlide } from '../../../extract/structured/ppt/ppt-notes.ts'
import { openPpt } from '../../../extract/structured/ppt/ppt-records.ts'
import { loadReader } from '../../../extract/structured/readers.ts'
import { boxOfSize } from '../../../model/geometry.ts'
import { archiveLimits } from '../../../zip/archive.ts'
import { familyOf } from '../../formats.ts'
import type { EditableFile } from '../editable-file.ts'
import type { SlideNotes } from '../recovered-content.ts'
import type { Fixup } from '../types.ts'

export const speakerNotes: Fixup = {
  async before(file) {
    if (file.options.speakerNotes) file.recovered = { ...file.recovered, notes: await readNotes(file) }
  },
  /** Notes have no position, so they follow the slide's blocks, with the whole slide as their box. */
  after(page, { notes }) {
    const box = boxOfSize(page)
    const blocks = (notes?.[page.pageIndex] ?? []).map((block) => ({ ...block, box }))
    return blocks.length === 0 ? page : { ...page, blocks: [...page.blocks, ...blocks] }
  },
}

async function readNotes({
  original,
  fileType,
}: Pick<EditableFile, 'original' | 'fileType'>): Promise<SlideNotes | null> {
  if (familyOf(fileType) !== 'impress') return null
  const reader = await loadReader(fileType)
  if (reader === null) return readPptNotes(original)
  const document = reader.open(original, { fileType, limits: archiveLimits, maxCells: 0 })
  return Array.from({ length: document.pageCount }, (_, pageIndex) => {
    const slideBlocks = document.readPage(pageIndex, { speakerNotes: false }).blocks.length
    return document.readPage(pageIndex, { speakerNotes: true }).blocks.slice(slideBlocks)
  })
}

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
