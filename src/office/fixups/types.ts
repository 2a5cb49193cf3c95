import type { Page } from '../../model/document.ts'
import type { EditableFile } from './editable-file.ts'
import type { RecoveredContent } from './recovered-content.ts'

/** Works around one loss of the conversion by editing the file before it, the pages after it, or both. */
export interface Fixup {
  readonly before?: (file: EditableFile) => void | Promise<void>
  readonly after?: (page: Page, recovered: RecoveredContent) => Page
}
