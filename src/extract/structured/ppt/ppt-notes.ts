/** Speaker notes of a binary presentation ([MS-PPT] 2.5.6). */
import { type PptFile, type PptRecord, RECORD } from './ppt-records.ts'

/** Text types of notes: PowerPoint's own, and one that other programs write, with fields shown as `*`. */
const NOTES_TEXT = 2
const OTHER_TEXT = 4
const FIELD_CHARACTER = '*'

export function readNotesBySlide(file: PptFile): Map<number, readonly string[]> {
  const bySlide = new Map<number, readonly string[]>()
  for (const { record } of file.notes()) {
    const atom = file.child(record, RECORD.notesAtom)
    if (atom !== undefined) bySlide.set(file.number(atom.start), notesTexts(file, record))
  }
  return bySlide
}

function notesTexts(file: PptFile, notes: PptRecord): string[] {
  const boxes = file.descendants(notes, RECORD.clientTextbox)
  const textsOf = (wanted: number): string[] =>
    boxes.flatMap((box) => {
      let textType = -1
      return file.recordsIn(box).flatMap((each) => {
        if (each.type === RECORD.textHeader) textType = file.number(each.start)
        const isText = each.type === RECORD.textChars || each.type === RECORD.textBytes
        return isText && textType === wanted ? paragraphsOf(file.text(each)) : []
      })
    })
  const notesTypeTexts = textsOf(NOTES_TEXT)
  return notesTypeTexts.length > 0 ? notesTypeTexts : textsOf(OTHER_TEXT).filter((text) => text !== FIELD_CHARACTER)
}

function paragraphsOf(text: string): string[] {
  return text
    .split('\r')
    .map((paragraph) => paragraph.replaceAll('\v', ' ').trim())
    .filter((paragraph) => paragraph !== '')
}
