import type { ParsedPage } from '../model/document.ts'
import type { RecoveredContent } from './fixups/recovered-content.ts'

export async function restoreContent(parsed: ParsedPage, recovered: RecoveredContent | undefined): Promise<ParsedPage> {
  if (recovered === undefined) return parsed
  const { applyFixupsAfter } = await import('./fixups/fixups.ts')
  const page = applyFixupsAfter(parsed.page, recovered)
  return { ...parsed, page: { ...page, warnings: [...(recovered.warnings ?? []), ...page.warnings] } }
}
