/** Documents of `/source` routes: URLs (guarded as in `uploads/url-source.ts`) and base64 files. */
import { z } from 'zod'
import type { Deps } from '../../../deps.ts'
import { fromBase64 } from '../../../model/bytes.ts'
import { ParseError } from '../../../model/errors.ts'
import type { FormFields } from '../../../model/read-options.ts'
import { receiveBody } from '../../../uploads/receive-files.ts'
import type { UploadedFile } from '../../../uploads/receive-upload.ts'
import { type BodyReader, openBody, readBodyText, refuseCompressedBody } from '../../../uploads/request-body.ts'
import { downloadUrl } from '../../../uploads/url-source.ts'
import { OptionError } from './options.ts'

/** Maximum size of a JSON body, because it is in memory as a whole. */
const MAX_JSON_BYTES = 64 * 1024 * 1024
export const MAX_FILES = 20

const httpSource = z.object({
  kind: z.literal('http').optional(),
  url: z.string(),
  headers: z.record(z.string(), z.string()).optional(),
})
const fileSource = z.object({ kind: z.literal('file').optional(), base64_string: z.string(), filename: z.string() })
const options = z.record(z.string(), z.unknown())
export const sourceBody = z.object({
  options: options.nullish(),
  convert_options: options.nullish(),
  chunking_options: options.nullish(),
  sources: z.array(z.union([httpSource, fileSource])).nullish(),
  http_sources: z.array(httpSource).nullish(),
  file_sources: z.array(fileSource).nullish(),
  include_converted_doc: z.boolean().nullish(),
  target: z.object({ kind: z.string() }).nullish(),
})

type Source = z.infer<typeof httpSource> | z.infer<typeof fileSource>

interface SourceRequest {
  readonly fields: FormFields
  readonly sources: readonly Source[]
}

export async function readSourceRequest(reader: BodyReader, headers: Headers): Promise<SourceRequest> {
  const read = sourceBody.safeParse(await readJson(reader, headers))
  if (!read.success) {
    const [issue] = read.error.issues
    throw new OptionError(issue?.path.join('.') ?? 'body', issue?.message ?? 'Input should be an object')
  }
  const { data } = read
  const sources = [...(data.sources ?? []), ...(data.http_sources ?? []), ...(data.file_sources ?? [])]
  if (sources.length === 0) throw new OptionError('sources', 'List should have at least 1 item')
  if (sources.length > MAX_FILES) throw new OptionError('sources', `List should have at most ${MAX_FILES} items`)
  const target = data.target === null || data.target === undefined ? {} : { target_type: data.target.kind }
  const chunking =
    data.chunking_options === null || data.chunking_options === undefined
      ? {}
      : { chunking_options: data.chunking_options }
  const { include_converted_doc } = data
  const allOptions = { ...data.options, ...data.convert_options, include_converted_doc, ...chunking, ...target }
  return { fields: toFields(allOptions), sources }
}

export async function openSource(source: Source, deps: Deps, signal: AbortSignal): Promise<UploadedFile> {
  const { spool, settings, openUrl } = deps
  if ('url' in source)
    return await downloadUrl(source.url, {
      spool,
      limits: settings,
      openUrl,
      allowPrivate: settings.compat.urlAllowPrivate,
      headers: source.headers ?? {},
      signal,
    })
  const stream = new Blob([decodeBase64(source.base64_string)]).stream()
  return await receiveBody(openBody(stream), new Headers(), { spool, limits: settings, fileName: source.filename })
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return fromBase64(text.replace(/^data:[^,]*,/, ''))
  } catch {
    throw new OptionError('sources.base64_string', 'Input should be base64')
  }
}

async function readJson(reader: BodyReader, headers: Headers): Promise<unknown> {
  refuseCompressedBody(headers)
  const text = await readBodyText(reader, {
    maxBytes: MAX_JSON_BYTES,
    tooLarge: () =>
      new ParseError(1118, `The request is larger than ${MAX_JSON_BYTES >> 20} MB. Send the file to the /file route.`),
  })
  try {
    return JSON.parse(text)
  } catch {
    throw new OptionError('body', 'JSON decode error')
  }
}

function toFields(values: Readonly<Record<string, unknown>>): FormFields {
  return new Map(
    Object.entries(values)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => [name, Array.isArray(value) ? value.map(String) : [textOf(value)]]),
  )
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
