/**
 * The converter as a service of its own, with the form that Gotenberg has: one Office file in, a PDF out. It holds nothing between two
 * requests, fetches nothing that a document names, and answers every refusal with a line of plain text.
 */
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { ParseError } from '../model/errors.ts'
import { convertPrepared } from './convert.ts'
import type { OfficeConverter } from './converter.ts'
import { familyOf, typeOfConverted } from './formats.ts'
import { prepareForConverter } from './prepare.ts'

export interface SidecarOptions {
  readonly converter: OfficeConverter
  readonly version: string
  /** Whoever sends no such bearer token is refused; `null`: everybody may convert. */
  readonly token: string | null
  readonly maxBytes: number
  readonly note?: (message: string, fields: Readonly<Record<string, string | number>>) => void
}

/** Names that ask for the same as a type that is read. */
const sameAs: Readonly<Record<string, string>> = {
  '.dot': '.doc',
  '.dotx': '.docx',
  '.dotm': '.docm',
  '.ott': '.odt',
  '.pot': '.ppt',
  '.potx': '.pptx',
  '.potm': '.pptm',
  '.ppsm': '.pptm',
  '.otp': '.odp',
  '.xlt': '.xls',
  '.xltx': '.xlsx',
  '.xltm': '.xlsm',
  '.ots': '.ods',
}
/** Without a page range: as many as any document may have. */
const defaultMaxPages = 9999

const mediaTypes = {
  '.pdf': 'application/pdf',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** Codes of refusals as the statuses that Gotenberg has for them. */
const statusOf: Partial<Record<number, 400 | 413 | 429 | 503>> = {
  1106: 400,
  1118: 413,
  1124: 429,
  1138: 503,
  1139: 503,
}

export function createSidecar({ converter, version, token, maxBytes, note = () => undefined }: SidecarOptions): Hono {
  const app = new Hono()
  app.get('/health', async (c) => {
    const up = await converter.ready()
    const details = { libreoffice: { status: up ? 'up' : 'down', timestamp: new Date().toISOString() } }
    return c.json({ status: up ? 'up' : 'down', details }, up ? 200 : 503)
  })
  app.get('/version', (c) => c.text(version))
  app.use('/forms/*', async (c, next) => {
    if (token === null || (await sameText(c.req.header('Authorization') ?? '', `Bearer ${token}`))) return await next()
    c.header('WWW-Authenticate', 'Bearer')
    return c.text('Unauthorized', 401)
  })
  const limit = bodyLimit({
    maxSize: maxBytes,
    onError: (c) => c.text(`The request is larger than ${maxBytes} bytes.`, 413),
  })
  app.post('/forms/libreoffice/convert', limit, async (c) => {
    const trace = (c.req.header('Gotenberg-Trace') ?? crypto.randomUUID()).slice(0, 128)
    c.header('Gotenberg-Trace', trace)
    if (!/^multipart\/form-data\s*;/i.test(c.req.header('Content-Type') ?? ''))
      return c.text("Invalid 'Content-Type' header value: want 'multipart/form-data'", 415)
    const startedAt = performance.now()
    const done = (status: number, bytes: number): void =>
      note('converted', { trace, status, bytes, ms: Math.round(performance.now() - startedAt) })
    try {
      const asked = await readForm(await c.req.formData())
      const prepared = await prepareForConverter(asked)
      const control = { hasPassword: asked.password !== null, signal: c.req.raw.signal }
      const pdf = await convertPrepared({ ...asked, ...prepared, requestId: trace }, converter, control)
      done(200, pdf.length)
      const ending = typeOfConverted(pdf)
      return c.body(new Uint8Array(pdf), 200, {
        'Content-Type': mediaTypes[ending],
        'Content-Disposition': `attachment; filename="document${ending}"`,
      })
    } catch (error) {
      const status =
        (error instanceof FormError ? 400 : error instanceof ParseError ? statusOf[error.code] : undefined) ?? 500
      done(status, 0)
      if (status === 429) c.header('Retry-After', '2')
      const known = error instanceof ParseError || error instanceof FormError
      return c.text(known ? timeLimited(error, status) : 'Internal Server Error', status)
    }
  })
  app.notFound((c) => c.text('Not Found', 404))
  app.onError((error, c) => {
    note('a request failed', { error: String(error) })
    return c.text(
      error instanceof TypeError ? 'Invalid form data' : 'Internal Server Error',
      error instanceof TypeError ? 400 : 500,
    )
  })
  return app
}

class FormError extends Error {}

/** Clients know the reason for a 503 by these words only. */
function timeLimited(error: Error, status: number): string {
  return status === 503 && error instanceof ParseError && error.code === 1138
    ? `The request exceeded the time limit. ${error.message}`
    : error.message
}

async function readForm(form: FormData) {
  const file = form.getAll('files').find((value) => value instanceof File)
  if (file === undefined) throw new FormError('Invalid form data: no form file found for extensions')
  const ending = /\.[a-z0-9]+$/i.exec(file.name)?.[0].toLowerCase() ?? ''
  const fileType = sameAs[ending] ?? ending
  if (familyOf(fileType) === null)
    throw new FormError(`Invalid form data: no form file found for extensions: "${ending}" is none that is converted`)
  const range = textOf(form, 'nativePageRanges')
  const pages = /^1-(\d{1,6})$/.exec(range)?.[1]
  if (range !== '' && pages === undefined)
    throw new FormError(
      `Invalid form data: nativePageRanges "${range.slice(0, 40)}": only ranges that begin with 1- are done here`,
    )
  return {
    bytes: new Uint8Array(await file.arrayBuffer()),
    fileType,
    password: textOf(form, 'password') || null,
    maxPages: pages === undefined ? defaultMaxPages : Number(pages),
    speakerNotes: false,
    formulaPlaceholders: false,
    into:
      textOf(form, 'outputFormat') === 'xlsx' && familyOf(fileType) === 'calc' ? ('xlsx' as const) : ('pdf' as const),
  }
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** By their hashes, so that the time says nothing about how far they are the same. */
async function sameText(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all(
    [one, other].map((text) => crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))),
  )
  const left = new Uint8Array(a ?? new ArrayBuffer())
  const right = new Uint8Array(b ?? new ArrayBuffer())
  return left.reduce((difference, byte, index) => difference | (byte ^ (right[index] ?? 0)), 0) === 0
}
