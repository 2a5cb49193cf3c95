/** The API of Apache Tika server: text, XHTML and metadata of a file in the request body. */
import type { Context, Hono } from 'hono'
import type { ApiKey } from '../../accounts/api-keys.ts'
import { readFileType } from '../../jobs/api/admission.ts'
import { ParseError } from '../../model/errors.ts'
import { decodePercent } from '../../model/percent-encoding.ts'
import { readDisposition } from '../../uploads/content-disposition.ts'
import type { UploadedFile } from '../../uploads/receive-upload.ts'
import type { AppEnv } from '../app-env.ts'
import { chooseMediaType } from '../choose-media-type.ts'
import { consumeRate, refuseEmpty } from '../receive-request.ts'
import {
  type CompatContext,
  headerText,
  parseFile,
  receiveForm,
  receiveRaw,
  requireHeaderKey,
  withErrorShape,
} from './access.ts'
import { ocrLanguagesOf } from './languages.ts'
import { mediaTypeOf } from './media-types.ts'
import { parseJson, plainText } from './parsed-json.ts'

type Format = 'text' | 'html'

/** Media types of the responses; the first one is the default. */
const produced = {
  document: ['text/plain', 'text/html', 'text/xml', 'application/xhtml+xml', 'application/xml', 'application/json'],
  metadata: ['text/csv', 'application/json'],
  json: ['application/json'],
  text: ['text/plain'],
} as const

/** Clients require this list. */
const parsers = ['Sheaf']

const ocrStrategies: Readonly<Record<string, string>> = { no_ocr: 'off', ocr_only: 'force' }

export function routeTika(app: Hono<AppEnv>, context: CompatContext): void {
  const { deps } = context
  if (!deps.settings.compat.tika) return
  const handle = withErrorShape(deps, (c, { message, status, code }) =>
    c.text(`${message}\n`, code === 1111 || (code === 1133 && status === 400) ? 422 : status),
  )
  interface Route {
    readonly produces: readonly string[]
    respond(c: Context<AppEnv>, file: UploadedFile, request: { apiKey: ApiKey; mediaType: string }): Promise<Response>
  }
  const receiving = (receive: (c: Context<AppEnv>) => Promise<UploadedFile>, { produces, respond }: Route) =>
    handle(async (c) => {
      const apiKey = await requireHeaderKey(c, deps, deps.settings.compat.tikaApiKey)
      const mediaType = chooseMediaType(c, produces)
      if (mediaType === null) return c.text(`Not acceptable: the response can be ${produces.join(', ')}.\n`, 406)
      const file = await receive(c)
      try {
        return await respond(c, file, { apiKey, mediaType })
      } finally {
        await file.remove()
      }
    })
  const put = (path: string, route: Route): void => {
    app.put(
      path,
      receiving((c) => receiveRaw(c, context, fileNameOf(c)), route),
    )
  }
  /** HTML pages send a form with one file. */
  const post = (path: string, route: Route): void => {
    app.post(
      path,
      receiving((c) => receiveFormFile(c, context), route),
    )
  }
  const metadata = (c: Context<AppEnv>, format: Format) => (file: UploadedFile, apiKey: ApiKey) =>
    parseWithMetadata(c, format, { file, apiKey, context })

  const tika: Route = {
    produces: produced.document,
    async respond(c, file, { apiKey, mediaType }) {
      const format = /html|xml/.test(mediaType) ? 'html' : 'text'
      const found = await metadata(c, format)(file, apiKey)
      if (mediaType === 'application/json') return c.json(found)
      const content = found['X-TIKA:content']
      return format === 'html' ? c.html(content) : c.text(content)
    },
  }
  put('/tika', tika)
  post('/tika/form', tika)
  for (const format of ['text', 'html'] as const) {
    const single: Route = {
      produces: produced.json,
      respond: async (c, file, { apiKey }) => c.json(await metadata(c, format)(file, apiKey)),
    }
    put(`/tika/${format}`, single)
    post(`/tika/form/${format}`, single)
    const rmeta: Route = {
      produces: produced.json,
      respond: async (c, file, { apiKey }) => c.json([await metadata(c, format)(file, apiKey)]),
    }
    put(`/rmeta/${format}`, rmeta)
    post(`/rmeta/form/${format}`, rmeta)
    if (format === 'html') {
      put('/rmeta', rmeta)
      post('/rmeta/form', rmeta)
    }
  }
  put('/detect/stream', {
    produces: produced.text,
    async respond(c, file) {
      const fileType = readFileType(file)
      return c.text(fileType === null ? 'application/octet-stream' : mediaTypeOf(fileType))
    },
  })
  const meta: Route = {
    produces: produced.metadata,
    async respond(c, file, { apiKey, mediaType }) {
      const found = await inspect(c, { file, apiKey, context })
      if (mediaType === 'application/json') return c.json(found)
      c.header('Content-Type', 'text/csv; charset=utf-8')
      return c.body(
        Object.entries(found)
          .map((row) => `${row.flat().map(quotedField).join(',')}\n`)
          .join(''),
      )
    },
  }
  put('/meta', meta)
  post('/meta/form', meta)

  app.get('/tika', (c) => c.text('This is Tika Server (Sheaf). Please PUT\n'))
  app.get('/version', (c) => c.text(`Sheaf ${deps.settings.version} (API of Apache Tika server)`))
}

async function receiveFormFile(c: Context<AppEnv>, context: CompatContext): Promise<UploadedFile> {
  const { files } = await receiveForm(c, context, { partName: null, maxFiles: 1 })
  const [file] = files
  if (file === undefined) throw new ParseError(1111, 'The form has no file.')
  return file
}

interface FileRequest {
  readonly file: UploadedFile
  readonly apiKey: ApiKey
  readonly context: CompatContext
}

async function parseWithMetadata(c: Context<AppEnv>, format: Format, { file, apiKey, context }: FileRequest) {
  const header = (name: string): string => headerText(c.req.header(name)).trim()
  const { installedLanguages } = context.deps.settings.parse
  const languages = ocrLanguagesOf(header('x-tika-ocrlanguage').split('+').filter(Boolean), installedLanguages)
  const fields = new Map([
    ['output_formats', [format === 'html' ? 'html' : 'json']],
    ['element_formats', ['{"image":"none"}']],
    ['ocr', [ocrStrategies[header('x-tika-pdfocrstrategy').toLowerCase()] ?? 'auto']],
    ['ocr_languages', [languages.installed.join('+')]],
    ['password', [header('password')]],
  ])
  const { info, outputs, processingTimeMs } = await parseFile(c, { file, apiKey, options: { fields } }, context)
  const content = format === 'html' ? (outputs.html ?? '') : plainText(parseJson(outputs).pages)
  return {
    'X-TIKA:content': content,
    'Content-Type': mediaTypeOf(info.fileType),
    'Content-Length': String(file.size),
    resourceName: info.fileName,
    'xmpTPg:NPages': String(info.pageCount),
    'X-TIKA:Parsed-By': parsers,
    'X-TIKA:content_handler': format === 'html' ? 'ToXMLContentHandler' : 'ToTextContentHandler',
    'X-TIKA:parse_time_millis': String(processingTimeMs),
  }
}

/** Reads metadata without parsing, which costs no pages. */
async function inspect(
  c: Context<AppEnv>,
  { file, apiKey, context }: FileRequest,
): Promise<Record<string, string | string[]>> {
  const { deps } = context
  await consumeRate(apiKey, deps)
  refuseEmpty(file)
  const fileType = readFileType(file)
  if (fileType === null) throw new ParseError(1104, 'The file is of no supported type.')
  const { fileName, source, size } = file
  const job = { source, fileName, fileType, password: headerText(c.req.header('password')) || null }
  const control = { signal: c.req.raw.signal, urgent: true, tenant: apiKey.id }
  const info = await deps.pool.inspect(job, control).catch((error: unknown) => {
    if (error instanceof ParseError && error.code === 1139) return null
    throw error
  })
  return {
    'Content-Type': mediaTypeOf(fileType),
    'Content-Length': String(size),
    'X-TIKA:Parsed-By': parsers,
    ...(fileName === '' ? {} : { resourceName: fileName }),
    ...(info === null ? {} : { 'xmpTPg:NPages': String(info.pageCount) }),
  }
}

function fileNameOf(c: Context<AppEnv>): string {
  const disposition = c.req.header('content-disposition')
  const named = disposition === undefined ? null : readDisposition(headerText(disposition)).fileName
  return named ?? decodePercent(headerText(c.req.header('file-name')))
}

function quotedField(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
