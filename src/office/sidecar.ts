/** HTTP service of the converter with Gotenberg's form: one Office file in, a PDF or workbook out. */

import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { timingSafeEqual } from 'hono/utils/buffer'
import { ParseError } from '../model/errors.ts'
import { extensionOf } from '../model/file-name.ts'
import { convertPrepared } from './convert-file.ts'
import type { OfficeConverter } from './converter.ts'
import { convertedMediaTypes, familyOf, typeOfConverted } from './formats.ts'
import { prepareForConverter } from './prepare.ts'

interface SidecarOptions {
  readonly converter: OfficeConverter
  readonly version: string
  readonly token: string | null
  readonly maxBytes: number
  readonly log?: (message: string, fields: Readonly<Record<string, string | number>>) => void
}

const aliases: Readonly<Record<string, string>> = {
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
const DEFAULT_MAX_PAGES = 9999

const statusOf: Partial<Record<number, 400 | 413 | 429 | 503>> = {
  1106: 400,
  1118: 413,
  1124: 429,
  1138: 503,
  1139: 503,
}

export function createSidecar({ converter, version, token, maxBytes, log = () => undefined }: SidecarOptions): Hono {
  const app = new Hono()
  app.get('/health', async (c) => {
    const up = await converter.ready()
    const details = { libreoffice: { status: up ? 'up' : 'down', timestamp: new Date().toISOString() } }
    return c.json({ status: up ? 'up' : 'down', details }, up ? 200 : 503)
  })
  app.get('/version', (c) => c.text(version))
  app.use('/forms/*', async (c, next) => {
    if (token === null || (await timingSafeEqual(c.req.header('Authorization') ?? '', `Bearer ${token}`)))
      return await next()
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
      log('converted', { trace, status, bytes, ms: Math.round(performance.now() - startedAt) })
    try {
      const request = await readForm(await c.req.formData())
      const prepared = await prepareForConverter(request)
      const control = { hasPassword: request.password !== null, signal: c.req.raw.signal }
      const pdf = await convertPrepared({ ...request, ...prepared, requestId: trace }, converter, control)
      done(200, pdf.length)
      const extension = typeOfConverted(pdf)
      return c.body(new Uint8Array(pdf), 200, {
        'Content-Type': convertedMediaTypes[extension],
        'Content-Disposition': `attachment; filename="document${extension}"`,
      })
    } catch (error) {
      const status =
        (error instanceof FormError ? 400 : error instanceof ParseError ? statusOf[error.code] : undefined) ?? 500
      done(status, 0)
      if (status === 429) c.header('Retry-After', '2')
      const known = error instanceof ParseError || error instanceof FormError
      return c.text(known ? errorText(error, status) : 'Internal Server Error', status)
    }
  })
  app.notFound((c) => c.text('Not Found', 404))
  app.onError((error, c) => {
    log('request failed', { error: String(error) })
    return c.text(
      error instanceof TypeError ? 'Invalid form data' : 'Internal Server Error',
      error instanceof TypeError ? 400 : 500,
    )
  })
  return app
}

class FormError extends Error {}

/** Clients recognize a timeout by these words. */
function errorText(error: Error, status: number): string {
  return status === 503 && error instanceof ParseError && error.code === 1138
    ? `The request exceeded the time limit. ${error.message}`
    : error.message
}

async function readForm(form: FormData) {
  const file = form.getAll('files').find((value) => value instanceof File)
  if (file === undefined) throw new FormError('Invalid form data: no form file found for extensions')
  const extension = extensionOf(file.name)
  const fileType = aliases[extension] ?? extension
  if (familyOf(fileType) === null)
    throw new FormError(`Invalid form data: no form file found for extensions: "${extension}" is not supported`)
  const range = textOf(form, 'nativePageRanges')
  const pages = /^1-(\d{1,6})$/.exec(range)?.[1]
  if (range !== '' && pages === undefined)
    throw new FormError(
      `Invalid form data: nativePageRanges "${range.slice(0, 40)}": only ranges that begin with 1- are supported`,
    )
  return {
    bytes: new Uint8Array(await file.arrayBuffer()),
    fileType,
    password: textOf(form, 'password') || null,
    maxPages: pages === undefined ? DEFAULT_MAX_PAGES : Number(pages),
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
