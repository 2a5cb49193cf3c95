/** Reads multipart/form-data (RFC 7578): fields into memory, files into sinks with back-pressure. */
import { type MultipartError, make, type PartInfo } from 'multipasta'
import { ParseError } from '../model/errors.ts'
import type { FormFields } from '../model/read-options.ts'
import { readBoundary, readDisposition, readMediaType } from './content-disposition.ts'
import type { BodyChunks } from './request-body.ts'
import { createSplitGuard } from './split-guard.ts'

export interface PartHeaders {
  readonly name: string
  readonly fileName: string | null
  /** Lowercase, without parameters; "" if not declared. */
  readonly mediaType: string
}

export interface PartSink {
  write(chunk: Uint8Array): Promise<void>
  close(): Promise<void>
}

export const discardingSink: PartSink = { write: async () => undefined, close: async () => undefined }

interface PartHandlers {
  isFile(headers: PartHeaders): boolean
  /** Receives the fields before the file. After an error, the caller cleans up its sinks. */
  openFile(headers: PartHeaders, fields: FormFields): Promise<PartSink>
}

const MAX_FIELD_BYTES = 256 * 1024
const MAX_FIELDS_BYTES = 1024 * 1024
const MAX_PARTS = 100

/** Throws `ParseError` 1133 for other types, malformed or incomplete forms, and exceeded limits. */
export async function readMultipart(
  body: BodyChunks,
  contentType: string | null,
  handlers: PartHandlers,
): Promise<FormFields> {
  const boundary = requireBoundary(contentType)
  const form = new FormParser(boundary, handlers)
  const guard = createSplitGuard(boundary)
  for (let chunk = await body.read(); chunk !== null; chunk = await body.read()) {
    // Data after the closing boundary (RFC 2046, 5.1.1) is read, so that the connection can be reused.
    if (!form.isComplete) await form.write(guard(chunk))
  }
  return await form.end(body.bytesRead)
}

type SinkEvent =
  | { readonly kind: 'open'; readonly headers: PartHeaders; readonly fields: FormFields }
  | { readonly kind: 'write'; readonly chunk: Uint8Array }
  | { readonly kind: 'close' }

class FormParser {
  isComplete = false
  readonly #handlers: PartHandlers
  readonly #parser: ReturnType<typeof make>
  readonly #fields = new Map<string, string[]>()
  readonly #events: SinkEvent[] = []
  #fieldsBytes = 0
  #failure: ParseError | undefined
  #sink: PartSink | undefined

  constructor(boundary: string, handlers: PartHandlers) {
    this.#handlers = handlers
    this.#parser = make({
      // multipasta rejects unquoted `=` and `:` in the boundaries of some clients.
      headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
      maxParts: MAX_PARTS,
      // `onFile` is more lenient and applies limits per field.
      isFile: () => true,
      onField: () => undefined,
      onFile: (info) => this.#openPart(info),
      onError: (error) => this.#fail(describeError(error)),
      onDone: () => {
        this.isComplete = true
      },
    })
  }

  async write(chunk: Uint8Array): Promise<void> {
    try {
      if (chunk.length > 0) this.#parser.write(chunk)
    } catch (cause) {
      // multipasta decodes `filename*` itself and throws for invalid escapes.
      throw new ParseError(1133, 'The form is malformed: the headers of one of its parts cannot be read.', { cause })
    }
    await this.#flush()
  }

  async end(bytesRead: number): Promise<FormFields> {
    // A closing boundary in several chunks is only recognized here.
    if (!this.isComplete) this.#parser.end()
    if (!this.isComplete)
      throw new ParseError(
        1133,
        bytesRead === 0
          ? 'The request has no body. Send a form (multipart/form-data) with the fields "file" and "api_key".'
          : `The form is incomplete: it ends after ${bytesRead} bytes without its closing boundary. Send it again.`,
      )
    await this.#flush()
    return this.#fields
  }

  async #flush(): Promise<void> {
    for (const event of this.#events.splice(0)) {
      if (event.kind === 'open') this.#sink = await this.#handlers.openFile(event.headers, event.fields)
      else if (event.kind === 'write') await this.#sink?.write(event.chunk)
      else await this.#sink?.close()
    }
    if (this.#failure !== undefined) throw this.#failure
  }

  #fail(message: string): void {
    this.#failure ??= new ParseError(1133, message)
  }

  #openPart(info: PartInfo): (chunk: Uint8Array | null) => void {
    const headers = readHeaders(info)
    // Deprecated by RFC 7578, section 4.7. An encoded file would be parsed as text.
    const encoding = first(info.headers['content-transfer-encoding'])?.trim().toLowerCase() ?? ''
    if (encoding === 'base64' || encoding === 'quoted-printable')
      this.#fail(
        `The part "${headers.name.slice(0, 60)}" is encoded (Content-Transfer-Encoding: ${encoding}). Send its bytes as they are.`,
      )
    if (!this.#handlers.isFile(headers)) return this.#readField(headers.name, info)
    // Fields after the file can be in the same chunk, so the map is copied.
    this.#events.push({ kind: 'open', headers, fields: new Map(this.#fields) })
    return (chunk) => this.#events.push(chunk === null ? { kind: 'close' } : { kind: 'write', chunk })
  }

  #readField(name: string, info: PartInfo): (chunk: Uint8Array | null) => void {
    const chunks: Uint8Array[] = []
    let size = 0
    return (chunk) => {
      if (chunk === null) {
        this.#fields.set(name, [...(this.#fields.get(name) ?? []), decodeText(chunks, info)])
        return
      }
      size += chunk.length
      this.#fieldsBytes += chunk.length
      if (size > MAX_FIELD_BYTES)
        this.#fail(`The field "${name.slice(0, 60)}" is longer than ${MAX_FIELD_BYTES / 1024} KB.`)
      else if (this.#fieldsBytes > MAX_FIELDS_BYTES)
        this.#fail(`The fields of the form are longer than ${MAX_FIELDS_BYTES / 1024} KB together.`)
      else chunks.push(chunk)
    }
  }
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
    'The Content-Type multipart/form-data has no usable boundary. Let your HTTP library set this header: setting it manually omits the boundary.',
  )
}

function readHeaders({ headers }: PartInfo): PartHeaders {
  const { name, fileName } = readDisposition(first(headers['content-disposition']) ?? '')
  return { name: name ?? '', fileName, mediaType: readMediaType(first(headers['content-type'])) }
}

function first(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}

function decodeText(chunks: readonly Uint8Array[], { headers }: PartInfo): string {
  const charset = /charset\s*=\s*"?([\w-]+)/i.exec(first(headers['content-type']) ?? '')?.[1] ?? 'utf-8'
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

function describeError(error: MultipartError): string {
  switch (error._tag) {
    case 'BadHeaders':
      return `The form is malformed: the headers of one of its parts cannot be read (${error.error.reason}).`
    case 'InvalidDisposition':
      return 'The form is malformed: one of its parts has no name.'
    case 'ReachedLimit':
      return `The form has more than ${MAX_PARTS} parts.`
    case 'InvalidBoundary':
    case 'EndNotReached':
      return 'The form is incomplete: it ends without its closing boundary. Send it again.'
    default:
      return error satisfies never
  }
}
