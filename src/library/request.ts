import { openDocument } from '../client/document.ts'
import type { DocumentInput } from '../client/index.ts'
import { formFields, type ParseFields } from '../client/options.ts'
import type { SourceDocument } from '../extract/open-document.ts'
import { requireFileType } from '../extract/require-file-type.ts'
import type { DocumentInfo } from '../model/document.ts'
import { ParseError } from '../model/errors.ts'
import { languageProblems } from '../model/language-problems.ts'
import type { ParseOptions as Options } from '../model/options.ts'
import { readOptions } from '../model/read-options.ts'
import type { ParseSettings } from '../model/settings.ts'
import type { RenderedOutputs } from '../render/types.ts'
import { sampleOf } from '../uploads/sampler.ts'
import type { ParsedResult, ParseOptions } from './types.ts'

export const imageFolder = 'images/'

/** Throws one `ParseError` 1133 with all problems. */
function toOptions(fields: ParseFields, settings: ParseSettings): Options {
  const { element_formats: formats, output_formats: outputs } = fields
  // Plain JavaScript may pass a list as text, as forms do.
  const names: string[] = [outputs ?? ['markdown', 'json']].flat()
  // "zip" makes the check accept images as files; here they are part of the result.
  const withFiles = {
    ...fields,
    element_formats: { ...formats, image: formats?.image ?? 'file' },
    output_formats: [...names, 'zip'],
  }
  const form = Map.groupBy(formFields(withFiles), ([name]) => name)
  const { options, problems: wrong } = readOptions(
    new Map([...form].map(([name, pairs]) => [name, pairs.map(([, value]) => value)])),
  )
  const problems = [...wrong, ...languageProblems(options, settings)]
  if (problems.length > 0) throw new ParseError(1133, `Parameter error: ${problems.join('; ')}.`)
  const wantsZip = names.some((name) => /\bzip\b/.test(name))
  return { ...options, outputFormats: options.outputFormats.filter((format) => format !== 'zip' || wantsZip) }
}

export interface ReadRequest {
  readonly options: Options
  readonly source: SourceDocument
}

/** Reads the document. Throws `ParseError` 1104, 1111 or 1133. */
export async function readRequest(
  input: DocumentInput,
  { file_name: name, signal, onPage, ...fields }: ParseOptions,
  settings: ParseSettings,
): Promise<ReadRequest> {
  const options = toOptions(fields, settings)
  signal?.throwIfAborted()
  const { bytes, fileName } = await readDocument(input, name)
  return { options, source: { bytes, fileName, fileType: typeOf(bytes, fileName), password: options.password } }
}

async function readDocument(
  input: DocumentInput,
  name: string | undefined,
): Promise<{ readonly bytes: Uint8Array; readonly fileName: string }> {
  try {
    const { blob, fileName } = await openDocument(input, name)
    return { bytes: new Uint8Array(await blob.arrayBuffer()), fileName }
  } catch (error) {
    throw new ParseError(1111, error instanceof Error ? error.message : 'The document cannot be read.', {
      cause: error,
    })
  }
}

/** The canonical type by content. Throws `ParseError` 1104, 1106 or 1111. */
function typeOf(bytes: Uint8Array, fileName: string): string {
  if (bytes.length === 0) throw new ParseError(1111, 'The document is empty.')
  return requireFileType({ ...sampleOf(bytes), fileName })
}

export function toResult(info: DocumentInfo, outputs: RenderedOutputs): ParsedResult {
  const { markdown, json, html, zip, images, tokenCount, warnings } = outputs
  return {
    file_name: info.fileName,
    metadata: { page_num: info.pageCount, file_type: info.fileType, token_count: tokenCount },
    ...(markdown === undefined ? {} : { markdown }),
    ...(json === undefined ? {} : { json: JSON.parse(json) }),
    ...(html === undefined ? {} : { html }),
    ...(zip === undefined ? {} : { zip }),
    images,
    warnings,
  }
}
