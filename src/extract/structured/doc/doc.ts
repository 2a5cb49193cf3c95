import { readDamageable } from '../damaged-file.ts'
import { joinLines } from '../inline-text.ts'
import { noFurniture } from '../page-writer.ts'
import { type DocumentReader, type StructuredPage, unconvertedDocument } from '../types.ts'
import { DocFile } from './doc-file.ts'
import { DocStory } from './doc-story.ts'
import { DocNotes, readPageFurniture, readSectionBreaks } from './doc-structure.ts'
import { readWord95 } from './word95.ts'

export const docReader: DocumentReader = {
  open(bytes) {
    const pages = readDamageable(() => readDoc(new DocFile(bytes)))
    return unconvertedDocument(pages, 'pages end at its page breaks and sections', (page) => page)
  },
}

function readDoc(file: DocFile): StructuredPage[] {
  if (file.isOld) return readWord95(file)
  const reader = new DocStory(file)
  const { flow } = reader
  const notes = new DocNotes(file)
  const sections = readSectionBreaks(file)
  const furniture = readPageFurniture(file, (range) => joinLines(reader.lines(range)).text)
  let section = 0
  const endPage = (): void => flow.endPage(furniture[section] ?? noFurniture)
  reader.writeBody(file.story('body'), {
    endPage,
    endSection(position) {
      const at = sections.findIndex(({ end }) => end === position)
      if (at < 0 || sections[at + 1]?.isContinuous !== true) endPage()
      if (at >= 0) section = at + 1
    },
    readNote(position) {
      const note = notes.at(position)
      return note === null ? null : flow.addNote(note.kind, joinLines(reader.lines(note.range)))
    },
  })
  for (const inline of reader.lines(file.story('boxes'))) flow.text(inline)
  endPage()
  return flow.finish()
}
