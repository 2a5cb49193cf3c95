/** Accepts tracked changes, because converters print deleted text. */
import { replaceXmlElements } from '../../../xml/text-edits.ts'
import type { Fixup } from '../types.ts'
import { wordTextParts } from '../word-parts.ts'
import { acceptRevisions } from './accept-revisions.ts'
import { hideDocDeletions, hideRtfDeletions } from './hide-deletions.ts'

export const trackedChanges: Fixup = {
  before(file) {
    file.editParts(wordTextParts, acceptRevisions)
    if (file.fileType === '.odt') file.editParts(/^content\.xml$/, dropOdfDeletions)
    if (file.container === 'rtf') file.editBytes(hideRtfDeletions)
    else if (file.fileType === '.doc') file.editBytes(hideDocDeletions)
  },
}

/** OpenDocument stores deleted text separately and shows it at a marker element. */
function dropOdfDeletions(xml: string): string | null {
  if (!xml.includes('<text:tracked-changes')) return null
  return replaceXmlElements(xml, ['text:tracked-changes'], () => '').replace(
    /<text:change(?:-start|-end)?\s[^<>]*\/>/g,
    '',
  )
}
