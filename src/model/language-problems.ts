import type { ParseOptions } from './options.ts'
import { quoteAll } from './read-options.ts'
import type { ParseSettings } from './settings.ts'

/** An external OCR service checks its languages itself. */
export function languageProblems(
  { ocrLanguages }: Pick<ParseOptions, 'ocrLanguages'>,
  { ocrService, installedLanguages: installed }: Pick<ParseSettings, 'ocrService' | 'installedLanguages'>,
): string[] {
  if (ocrService !== undefined && ocrService.send === undefined) return []
  const missing = (ocrLanguages ?? []).filter((language) => !installed.includes(language))
  if (missing.length === 0) return []
  const advice = installed.length === 0 ? 'there are no models' : `use ${quoteAll(installed)}`
  return [`ocr_languages: ${quoteAll(missing)} is not installed here; ${advice}`]
}
