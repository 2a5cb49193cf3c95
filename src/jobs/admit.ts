/**
 * What a request must pass before anything of it is reserved, stored or parsed: its options and its file's type, which
 * is told by content. Every problem with the options is listed at once (1133); an unknown type is 1104.
 */
import type { Deps } from '../deps.ts'
import { extractors, sniffFileType } from '../extract/extractors.ts'
import { ParseError } from '../model/errors.ts'
import { type FormFields, type ParseOptions, readOptions } from '../model/options.ts'
import type { SourceRef } from '../pool/pool.ts'

export interface ReceivedFile {
  /** May be empty. */
  readonly fileName: string
  readonly size: number
  readonly source: SourceRef
  readonly head: Uint8Array
  readonly tail: Uint8Array
}

export interface Admitted {
  readonly options: ParseOptions
  readonly warnings: readonly string[]
  readonly fileName: string
  readonly fileType: string
}

/** `problems`: what the caller has found already, listed with the rest. */
export function admit({ fields, file }: { fields: FormFields; file: ReceivedFile }, deps: Pick<Deps, 'settings'>, problems: readonly string[] = []): Admitted {
  const { options, problems: own, warnings } = readOptions(fields)
  const all = [...own, ...checkLanguages(options, deps), ...problems]
  if (all.length > 0) throw new ParseError(1133, `Parameter error: ${all.join('; ')}.`)
  const fileType = sniffFileType(file)
  if (fileType === null) throw unsupported(file)
  return { options, warnings, fileType, fileName: file.fileName === '' ? `document${fileType}` : file.fileName }
}

/** A recogniser of the operator's knows its languages itself; our own in another Worker has those that are installed here. */
function checkLanguages({ ocrLanguages }: ParseOptions, { settings }: Pick<Deps, 'settings'>): string[] {
  const { ocrService, installedLanguages: installed } = settings.parse
  if (ocrService !== undefined && ocrService.send === undefined) return []
  const missing = (ocrLanguages ?? []).filter((language) => !installed.includes(language))
  return missing.length === 0 ? [] : [`ocr_languages: ${quoteAll(missing)} is not installed here; use ${quoteAll(installed)}`]
}

function unsupported({ fileName, head, size }: ReceivedFile): ParseError {
  const name = fileName === '' ? 'The file' : `The file "${fileName}"`
  const supported = extractors.flatMap((extractor): readonly string[] => extractor.fileTypes).join(' ')
  return new ParseError(1104, `${name} is of no supported type: by its content (${size} bytes) it is ${describeContent(head)}. Supported are ${supported}.`)
}

/** What a person would say of bytes that no extractor knows; texts are read, whatever they hold, but for empty ones. */
function describeContent(head: Uint8Array): string {
  if (new TextDecoder().decode(head).trim() === '') return 'text of nothing but blanks'
  const hex = Array.from(head.subarray(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join(' ')
  return `unknown (it begins with the bytes ${hex})`
}

function quoteAll(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ')
}
