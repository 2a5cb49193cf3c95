/**
 * A multipart/form-data body → its fields, in memory, and its files, streamed into sinks. A pull loop over multipasta:
 * the next chunk is read only when the last one is written, which is all the back-pressure there is.
 * Refuses (1133) bodies that are no form, cut off, or made of too many or too long fields.
 */

import { type MultipartError, make, type PartInfo } from 'multipasta'
import { concatBytes } from '../model/bytes.ts'
import { ParseError } from '../model/errors.ts'
import type { FormFields } from '../model/read-options.ts'
import { readBoundary, readDisposition, readMediaType } from './content-disposition.ts'
import type { BodyReader } from './request-body.ts'

export interface PartHead {
  readonly name: string
  /** `null`: the part has no file name, so by the standard it is a field. */
  readonly fileName: string | null
  /** As declared, lower case, without parameters; `""` when the part declares none. */
  readonly mediaType: string
}

export interface PartSink {
  write(chunk: Uint8Array): Promise<void>
  close(): Promise<void>
}

export interface MultipartReading {
  /** Whether the part's bytes go to a sink (`true`) or are a field's value. */
  isFile(head: PartHead): boolean
  /** Called as a file begins; `fields` holds what came before it. Whoever opens a sink cleans it up on a throw. */
  openFile(head: PartHead, fields: FormFields): Promise<PartSink>
}

/** The longest known field (a JSON object of switches) has some hundred bytes; passwords and URLs fit as well. */
const maxFieldBytes = 256 * 1024
const maxFieldsBytes = 1024 * 1024
const maxParts = 100
const encodedParts = new Set(['base64', 'quoted-printable'])

type Step =
  | { readonly kind: 'open'; readonly head: PartHead; readonly fields: FormFields }
  | { readonly kind: 'write'; readonly chunk: Uint8Array }
  | { readonly kind: 'close' }

export async function readMultipart(
  body: Pick<BodyReader, 'bytesRead' | 'read'>,
  contentType: string | null,
  reading: MultipartReading,
): Promise<FormFields> {
  const boundary = requireBoundary(contentType)
  const fields = new Map<string, string[]>()
  const steps: Step[] = []
  let fieldsBytes = 0
  let failure: ParseError | undefined
  let done = false
  const fail = (message: string): void => {
    failure ??= new ParseError(1133, message)
  }

  const readField = (head: PartHead, info: PartInfo) => {
    const chunks: Uint8Array[] = []
    let size = 0
    return (chunk: Uint8Array | null): void => {
      if (chunk === null) {
        const values = fields.get(head.name)
        const value = decodeText(chunks, info)
        if (values === undefined) fields.set(head.name, [value])
        else values.push(value)
        return
      }
      size += chunk.length
      fieldsBytes += chunk.length
      if (size > maxFieldBytes) fail(`The field "${head.name.slice(0, 60)}" is longer than ${maxFieldBytes / 1024} KB.`)
      else if (fieldsBytes > maxFieldsBytes)
        fail(`The fields of the form are longer than ${maxFieldsBytes / 1024} KB together.`)
      else chunks.push(chunk)
    }
  }

  const parser = make({
    // Quoted anew: multipasta does not accept the unquoted `=` and `:` that some clients have in their boundaries.
    headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
    maxParts,
    // Every part comes to `onFile`: so the limits name the field, and our own reading of the headers decides.
    isFile: () => true,
    onField: () => undefined,
    onFile: (info) => {
      const head = readHead(info)
      // RFC 7578 §4.7 has done away with these; a file that came so would be read as the text it looks like.
      const encoding = one(info.headers['content-transfer-encoding'])?.trim().toLowerCase() ?? ''
      if (encodedParts.has(encoding))
        fail(
          `The part "${head.name.slice(0, 60)}" is encoded (Content-Transfer-Encoding: ${encoding}). Send its bytes as they are.`,
        )
      if (!reading.isFile(head)) return readField(head, info)
      // A copy: what comes after the file must not be seen there only because it came in the same chunk.
      steps.push({ kind: 'open', head, fields: new Map(fields) })
      return (chunk) => steps.push(chunk === null ? { kind: 'close' } : { kind: 'write', chunk })
    },
    onError: (error) => fail(describeError(error)),
    onDone: () => {
      done = true
    },
  })

  let sink: PartSink | undefined
  const takeSteps = async (): Promise<void> => {
    for (const step of steps.splice(0)) {
      if (step.kind === 'open') sink = await reading.openFile(step.head, step.fields)
      else if (step.kind === 'write') await sink?.write(step.chunk)
      else await sink?.close()
    }
    if (failure !== undefined) throw failure
  }

  const guard = createSplitGuard(boundary)
  for (let chunk = await body.read(); chunk !== null; chunk = await body.read()) {
    // What follows the closing boundary means nothing (RFC 2046 §5.1.1), but must be read for the next request's sake.
    if (done) continue
    feed(parser.write, guard(chunk))
    await takeSteps()
  }
  // The parser's last bytes: a closing boundary that came in pieces is only seen now, and with it the end of the last file.
  if (!done) parser.end()
  if (!done && body.bytesRead === 0)
    throw new ParseError(
      1133,
      'The request has no body. Send a form (multipart/form-data) with the fields "file" and "api_key".',
    )
  if (!done)
    throw new ParseError(
      1133,
      `The form is cut off: it ends after ${body.bytesRead} bytes without its closing boundary. Send it again.`,
    )
  await takeSteps()
  return fields
}

function requireBoundary(contentType: string | null): string {
  const boundary = readBoundary(contentType)
  if (boundary !== null) return boundary
  const mediaType = readMediaType(contentType)
  if (mediaType !== 'multipart/form-data')
    throw new ParseError(
      1133,
      `Send the request as multipart/form-data; its Content-Type is ${mediaType === '' ? 'missing' : `"${mediaType.slice(0, 100)}"`}.`,
    )
  throw new ParseError(
    1133,
    'The Content-Type multipart/form-data names no usable boundary. Let your HTTP library set this header; setting it by hand loses the boundary.',
  )
}

function readHead(info: PartInfo): PartHead {
  const disposition = readDisposition(one(info.headers['content-disposition']) ?? '')
  return {
    name: disposition.name ?? '',
    fileName: disposition.fileName,
    mediaType: readMediaType(one(info.headers['content-type'])),
  }
}

function one(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}

function decodeText(chunks: readonly Uint8Array[], info: PartInfo): string {
  const charset = /charset\s*=\s*"?([\w-]+)/i.exec(one(info.headers['content-type']) ?? '')?.[1] ?? 'utf-8'
  const decoder = createDecoder(charset)
  return chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join('') + decoder.decode()
}

function createDecoder(charset: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(charset)
  } catch {
    return new TextDecoder()
  }
}

/** multipasta decodes `filename*` itself and throws on a bad escape. */
function feed(write: (chunk: Uint8Array) => void, chunk: Uint8Array): void {
  try {
    if (chunk.length > 0) write(chunk)
  } catch (cause) {
    throw new ParseError(1133, 'The form is malformed: the headers of one of its parts cannot be read.', { cause })
  }
}

function describeError(error: MultipartError): string {
  switch (error._tag) {
    case 'BadHeaders':
      return `The form is malformed: the headers of one of its parts cannot be read (${error.error.reason}).`
    case 'InvalidDisposition':
      return 'The form is malformed: one of its parts has no name.'
    case 'ReachedLimit':
      return `The form has more than ${maxParts} parts.`
    case 'InvalidBoundary':
    case 'EndNotReached':
      return 'The form is cut off: it ends without its closing boundary. Send it again.'
    default:
      return error satisfies never
  }
}

/**
 * multipasta 0.2.8 misreads a form when a chunk ends exactly one byte after a boundary (`--boundary\r` or
 * `--boundary-`): it looks at two bytes there. This holds that one byte back until the next chunk.
 */
function createSplitGuard(boundary: string): (chunk: Uint8Array) => Uint8Array {
  const delimiter = new TextEncoder().encode(`\r\n--${boundary}`)
  const window = delimiter.length + 1
  // The first boundary needs no line break before it.
  let recent: Uint8Array = delimiter.subarray(0, 2)
  let held: Uint8Array = new Uint8Array(0)
  return (chunk) => {
    const data = held.length === 0 ? chunk : concatBytes([held, chunk])
    recent = data.length >= window ? data.slice(-window) : concatBytes([recent, data]).slice(-window)
    const split = recent.length === window && delimiter.every((byte, index) => recent[index] === byte)
    held = split ? data.slice(-1) : new Uint8Array(0)
    if (!split) return data
    recent = recent.subarray(0, -1)
    return data.subarray(0, -1)
  }
}
