import type { Page } from '../../model/document.ts'
import { brokenWords } from './broken-words/broken-words.ts'
import { checkBoxes } from './check-boxes.ts'
import type { EditableFile } from './editable-file.ts'
import { fields } from './fields/fields.ts'
import { formulas } from './formulas.ts'
import type { RecoveredContent } from './recovered-content.ts'
import { rtfBinary } from './rtf-binary.ts'
import { sheetWidth } from './sheet-width.ts'
import { speakerNotes } from './speaker-notes/speaker-notes.ts'
import { trackedChanges } from './tracked-changes/tracked-changes.ts'
import type { Fixup } from './types.ts'

const fixups: readonly Fixup[] = [
  trackedChanges,
  checkBoxes,
  fields,
  formulas,
  rtfBinary,
  sheetWidth,
  brokenWords,
  speakerNotes,
]

/** Edits the file and collects lost content in `file.recovered`. */
export async function applyFixupsBefore(file: EditableFile): Promise<void> {
  for (const { before } of fixups) await before?.(file)
}

export function applyFixupsAfter(page: Page, recovered: RecoveredContent): Page {
  return fixups.reduce((edited, { after }) => after?.(edited, recovered) ?? edited, page)
}
