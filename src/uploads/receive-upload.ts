/**
 * The form of a parse request, streamed: its fields and its one file, spooled. Refuses at once what can be refused while
 * the body still arrives: too large (1118), a second file, a malformed form (1133), a full spool (1124). Leaves nothing
 * behind when it throws; what it returns is the caller's to remove.
 */
import { ParseError } from '../model/errors.ts'
import type { FormFields } from '../model/read-options.ts'
import { type PartHead, type PartSink, readMultipart } from './multipart.ts'
import { type BodyReader, requirePlainBody } from './request-body.ts'
import type { Spool, SpooledFile, SpoolWriter } from './spool.ts'

export interface UploadLimits {
  readonly maxUploadBytes: number
  /** For messages. */
  readonly maxUploadMb: number
}

export interface UploadedFile extends SpooledFile {
  /** As the client wrote it, decoded; may be empty. */
  readonly fileName: string
}

export interface Upload {
  readonly fields: FormFields
  readonly file: UploadedFile | null
  /** Why there is no file, for the caller's message; `null` when there is one. */
  readonly missing: string | null
}

export interface UploadReading {
  readonly spool: Spool
  readonly limits: UploadLimits
  /** Called before the file is spooled, with the fields that came before it; a throw ends the upload. */
  beforeFile(fields: FormFields): Promise<void>
}

/** Room for all the fields and headers of a form beside its file. */
const maxFormBytes = 1024 * 1024

export async function receiveUpload(
  body: BodyReader,
  headers: Headers,
  { spool, limits, beforeFile }: UploadReading,
): Promise<Upload> {
  requirePlainBody(headers)
  const announced = Number(headers.get('content-length') ?? 0)
  if (announced > limits.maxUploadBytes + maxFormBytes)
    throw tooLarge(limits, `the request has ${megabytes(announced)} MB`)

  let writer: SpoolWriter | undefined
  let file: UploadedFile | undefined
  let otherName: string | undefined
  let asText = false

  const openFile = async (head: PartHead, fields: FormFields): Promise<PartSink> => {
    if (head.name !== 'file' || !isFilePart(head)) {
      if (head.name === 'file') asText = true
      else otherName ??= head.name
      return limitSink(limits, forgetting)
    }
    if (writer !== undefined)
      throw new ParseError(1133, 'The form has more than one "file" part. Send one file per request.')
    await beforeFile(fields)
    const opened = await spool.open()
    writer = opened
    return limitSink(limits, {
      write: (chunk) => opened.write(chunk),
      close: async () => {
        file = { ...(await opened.finish()), fileName: head.fileName ?? '' }
      },
    })
  }

  try {
    const total = limitBody(body, limits)
    // A part named "file" is never a field: without a file name it may be megabytes of somebody's document all the same.
    const fields = await readMultipart(total, headers.get('content-type'), {
      isFile: (head) => head.fileName !== null || head.name === 'file',
      openFile,
    })
    if (file !== undefined) return { fields, file, missing: null }
    return { fields, file: null, missing: explainMissing({ asText, otherName }) }
  } catch (error) {
    await writer?.abort()
    throw error
  }
}

/** Some clients send a file without a file name, but not without saying that it is binary. */
function isFilePart(head: PartHead): boolean {
  return head.fileName !== null || (head.mediaType !== '' && !head.mediaType.startsWith('text/'))
}

function explainMissing({ asText, otherName }: { asText: boolean; otherName: string | undefined }): string {
  if (asText)
    return 'The field "file" came as plain text, not as a file: its part has no file name. With curl write -F file=@path, elsewhere give the part a file name.'
  if (otherName !== undefined)
    return `The request has no part named "file"; the file came as "${otherName.slice(0, 60)}". Rename that part to "file".`
  return 'The request has no file. Send the document as the form part "file".'
}

const forgetting: PartSink = { write: async () => undefined, close: async () => undefined }

/** The cap on one file: exact to the byte, unlike multipasta's, which counts the part's headers as well. */
function limitSink(limits: UploadLimits, sink: PartSink): PartSink {
  let size = 0
  return {
    async write(chunk) {
      size += chunk.length
      if (size > limits.maxUploadBytes)
        throw tooLarge(limits, `more than ${megabytes(limits.maxUploadBytes)} MB have arrived`)
      await sink.write(chunk)
    },
    close: () => sink.close(),
  }
}

/** The cap on the whole request, for forms that hide their bytes in parts that nobody asked for. */
function limitBody(body: BodyReader, limits: UploadLimits): Pick<BodyReader, 'bytesRead' | 'read'> {
  return {
    get bytesRead() {
      return body.bytesRead
    },
    async read() {
      const chunk = await body.read()
      if (body.bytesRead > limits.maxUploadBytes + maxFormBytes)
        throw tooLarge(limits, `more than ${megabytes(body.bytesRead)} MB have arrived`)
      return chunk
    },
  }
}

function tooLarge(limits: UploadLimits, seen: string): ParseError {
  return new ParseError(
    1118,
    `The file is too large: the limit is ${limits.maxUploadMb} MB, and ${seen}. Split the document or make it smaller, and send it again.`,
  )
}

/** Rounded up to a tenth, so that a byte too many does not read like the limit itself. */
function megabytes(bytes: number): string {
  const tenths = Math.ceil((bytes / 1024 / 1024) * 10) / 10
  return String(tenths)
}
