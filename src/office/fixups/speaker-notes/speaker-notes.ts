/** Reads speaker notes from the file, because printed notes pages would repeat every slide. */
import { loadReader } from '../../../extract/structured/readers.ts'
import { ParseError } from '../../../model/errors.ts'
import { boxOfSize } from '../../../model/geometry.ts'
import { archiveLimits } from '../../../zip/archive.ts'
import { familyOf } from '../../formats.ts'
import type { EditableFile } from '../editable-file.ts'
import type { SlideNotes } from '../recovered-content.ts'
import type { Fixup } from '../types.ts'

export const speakerNotes: Fixup = {
  async before(file) {
    if (!file.options.speakerNotes) return
    try {
      file.recovered = { ...file.recovered, notes: await readNotes(file) }
    } catch (error) {
      // The converter is more tolerant than this reader.
      if (!(error instanceof ParseError)) throw error
      const warnings = [...(file.recovered.warnings ?? []), 'The speaker notes could not be read.']
      file.recovered = { ...file.recovered, warnings }
    }
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
  const reader = familyOf(fileType) === 'impress' ? await loadReader(fileType) : null
  if (reader === null) return null
  const document = reader.open(original, { fileType, limits: archiveLimits, maxCells: 0 })
  return Array.from({ length: document.pageCount }, (_, pageIndex) => {
    const slideBlocks = document.readPage(pageIndex, { speakerNotes: false }).blocks.length
    return document.readPage(pageIndex, { speakerNotes: true }).blocks.slice(slideBlocks)
  })
}
