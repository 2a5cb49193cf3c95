/** Receives fields, and the file into the spool. Errors are thrown early and leave no file. */
import { ParseError } from '../model/errors.ts'
import type { FormFields } from '../model/read-options.ts'
import { discardingSink, type PartHeaders, type PartSink, readMultipart } from './multipart.ts'
import { type BodyChunks, type BodyReader, limitBody, refuseCompressedBody } from './request-body.ts'
import type { Spool, SpooledFile, SpoolWriter } from './spool.ts'

export interface UploadLimits {
  readonly maxUploadBytes: number
  readonly maxUploadMb: number
}

export interface UploadedFile extends SpooledFile {
  readonly fileName: string
}

/** `missing` explains why there is no file. */
export type Upload = { readonly fields: FormFields } & (
  | { readonly file: UploadedFile }
  | { readonly file: null; readonly missing: string }
)

export interface UploadOptions {
  readonly spool: Spool
  readonly limits: UploadLimits
  /** Receives the fields; can throw to refuse the upload. */
  beforeFile(fields: FormFields): Promise<void>
}

const MAX_FORM_BYTES = 1024 * 1024

/** Throws `ParseError` 1118 (too large), 1133 (malformed, or several files) and 1124 (spool full). */
export async function receiveUpload(
  body: BodyReader,
  headers: Headers,
  { spool, limits, beforeFile }: UploadOptions,
): Promise<Upload> {
  refuseCompressedBody(headers)
  refuseLargeRequest(headers, limits)

  let writer: SpoolWriter | undefined
  let file: UploadedFile | undefined
  let otherName: string | undefined
  let isPlainText = false

  const openFile = async (part: PartHeaders, fields: FormFields): Promise<PartSink> => {
    if (part.name !== 'file' || !isFilePart(part)) {
      if (part.name === 'file') isPlainText = true
      else otherName ??= part.name
      return limitSink(discardingSink, limits)
    }
    if (writer !== undefined)
      throw new ParseError(1133, 'The form has more than one "file" part. Send one file per request.')
    await beforeFile(fields)
    const opened = await spool.open()
    writer = opened
    const close = async (): Promise<void> => {
      file = { ...(await opened.finish()), fileName: part.fileName ?? '' }
    }
    return limitSink({ write: (chunk) => opened.write(chunk), close }, limits)
  }

  try {
    const fields = await readMultipart(limitForm(body, limits), headers.get('content-type'), {
      // A part "file" can be large even without a file name.
      isFile: ({ name, fileName }) => fileName !== null || name === 'file',
      openFile,
    })
    if (file !== undefined) return { fields, file }
    return { fields, file: null, missing: explainMissingFile({ isPlainText, otherName }) }
  } catch (error) {
    await writer?.abort()
    throw error
  }
}

export function refuseLargeRequest(headers: Headers, limits: UploadLimits): void {
  const contentLength = Number(headers.get('content-length') ?? 0)
  if (contentLength > limits.maxUploadBytes + MAX_FORM_BYTES)
    throw tooLarge(limits, `the request has ${megabytes(contentLength)} MB`)
}

export function limitForm(body: BodyReader, limits: UploadLimits): BodyChunks {
  const maxBytes = limits.maxUploadBytes + MAX_FORM_BYTES
  return limitBody(body, { maxBytes, tooLarge: (bytesRead) => tooLarge(limits, arrived(bytesRead)) })
}

/** Some clients send files without a name, but with a binary type. */
export function isFilePart({ fileName, mediaType }: PartHeaders): boolean {
  return fileName !== null || (mediaType !== '' && !mediaType.startsWith('text/'))
}

function explainMissingFile({
  isPlainText,
  otherName,
}: {
  readonly isPlainText: boolean
  readonly otherName: string | undefined
}): string {
  if (isPlainText)
    return 'The field "file" is plain text, not a file: its part has no file name. With curl write -F file=@path; with other clients give the part a file name.'
  if (otherName !== undefined)
    return `The request has no part named "file"; the file came as "${otherName.slice(0, 60)}". Rename that part to "file".`
  return 'The request has no file. Send the document as the form part "file".'
}

/** multipasta's limit would include the part's headers. */
export function limitSink(sink: PartSink, limits: UploadLimits): PartSink {
  let size = 0
  return {
    async write(chunk) {
      size += chunk.length
      if (size > limits.maxUploadBytes) throw tooLarge(limits, arrived(limits.maxUploadBytes))
      await sink.write(chunk)
    },
    close: () => sink.close(),
  }
}

function tooLarge(limits: UploadLimits, observation: string): ParseError {
  return new ParseError(
    1118,
    `The file is too large: the limit is ${limits.maxUploadMb} MB, and ${observation}. Split the document or make it smaller, and send it again.`,
  )
}

function arrived(bytes: number): string {
  return `more than ${megabytes(bytes)} MB have arrived`
}

/** Rounds up, to differ from the limit. */
function megabytes(bytes: number): string {
  return String(Math.ceil((bytes / 1024 / 1024) * 10) / 10)
}
