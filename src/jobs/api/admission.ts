/** Checks options and file type of a request before anything is reserved, stored or parsed. */
import type { Deps } from '../../deps.ts'
import { detectFileType } from '../../extract/registry.ts'
import { nameOf, requireFileType } from '../../extract/require-file-type.ts'
import { decodeBase64 } from '../../extract/unsupported-type.ts'
import { ParseError } from '../../model/errors.ts'
import { languageProblems } from '../../model/language-problems.ts'
import type { ParseOptions } from '../../model/options.ts'
import { type FormFields, quoteAll, readOptions } from '../../model/read-options.ts'
import type { SourceRef } from '../../model/source-ref.ts'
import { tokenizers } from '../../render/token-count.ts'

interface ReceivedFile {
  readonly fileName: string
  readonly size: number
  readonly source: SourceRef
  readonly head: Uint8Array
  readonly tail: Uint8Array
}

export interface ParseRequest {
  readonly fields: FormFields
  readonly file: ReceivedFile
  readonly adjust?: (options: ParseOptions) => ParseOptions
}

export interface AdmittedRequest {
  readonly options: ParseOptions
  readonly warnings: readonly string[]
  readonly fileName: string
  readonly fileType: string
}

/** Throws one error with all problems, including the caller's. */
export function admit(
  { fields, file, adjust = (options) => options }: ParseRequest,
  deps: Pick<Deps, 'settings'>,
  problems: readonly string[] = [],
): AdmittedRequest {
  const { options: read, problems: own, warnings } = readOptions(fields)
  const options = adjust(read)
  const allProblems = [
    ...own,
    ...languageProblems(options, deps.settings.parse),
    ...checkTokenizer(options),
    ...problems,
  ]
  if (allProblems.length > 0) throw new ParseError(1133, `Parameter error: ${allProblems.join('; ')}.`)
  const fileType = requireFileType(file)
  refuseBase64(file, fileType)
  return { options, warnings, fileType, fileName: file.fileName === '' ? `document${fileType}` : file.fileName }
}

export function readFileType(file: ReceivedFile): string | null {
  return detectFileType(file)
}

function checkTokenizer({ chunkTokenizer }: ParseOptions): string[] {
  if (tokenizers.includes(chunkTokenizer)) return []
  return [`chunk_tokenizer: "${chunkTokenizer}" is not available on Workers; use ${quoteAll(tokenizers)}`]
}

/** Base64 text would be parsed and charged as plain text. */
function refuseBase64(file: ReceivedFile, fileType: string): void {
  const bytes = fileType === '.txt' ? decodeBase64(file.head) : null
  const inner = bytes === null ? null : detectFileType({ head: bytes, tail: bytes, size: bytes.length, fileName: '' })
  if (inner === null || inner === '.txt' || inner === '.md' || inner === '.csv' || inner === '.tsv') return
  throw new ParseError(1104, `${nameOf(file)} is the base64 text of a "${inner}" file. Send the file's own bytes.`)
}
