import { z } from 'zod'
import type { CompatSettings } from '../../deps.ts'
import { unstructuredFields } from '../compat/unstructured/options.ts'
import { doclingComponents, doclingPaths } from './docling-paths.ts'
import {
  binary,
  compatSecurity,
  fileList,
  formSchema,
  multipart,
  type Operation,
  type Paths,
  plainResponses,
} from './operations.ts'
import { toComponents } from './schemas.ts'

const count = z.int().min(0)
const element = z.object({
  type: z.string(),
  element_id: z.string(),
  text: z.string(),
  metadata: z.looseObject({ filename: z.string(), filetype: z.string(), page_number: count.optional() }),
})
const tikaResult = z.looseObject({ 'X-TIKA:content': z.string(), 'Content-Type': z.string() })
const webuiPage = z.object({
  page_content: z.string(),
  metadata: z.object({
    source: z.string(),
    page: count,
    page_label: z.string(),
    total_pages: count,
    warnings: z.array(z.string()).optional(),
  }),
})

const components = {
  ...doclingComponents,
  UnstructuredElement: element,
  TikaResult: tikaResult,
  OpenWebuiPage: webuiPage,
  Detail: z.object({ detail: z.string() }),
} as const

const ref = (name: keyof typeof components): object => ({ $ref: `#/components/schemas/${name}` })

/** The APIs that are switched on, with the components that they need. */
export function compatPaths(settings: CompatSettings): { paths: Paths; schemas: Record<string, object> } {
  const enabled = [
    ...(settings.docling ? [{ paths: doclingPaths(), names: /^Docling/ }] : []),
    ...(settings.unstructured ? [{ paths: unstructuredPaths, names: /^Unstructured|^Detail$/ }] : []),
    ...(settings.tika ? [{ paths: tikaPaths(), names: /^Tika/ }] : []),
    ...(settings.mcp ? [{ paths: mcpPaths, names: /^$/ }] : []),
    ...(settings.openWebui ? [{ paths: openWebuiPaths, names: /^OpenWebui|^Detail$/ }] : []),
  ]
  return {
    paths: Object.assign({}, ...enabled.map(({ paths }) => paths)),
    schemas: Object.fromEntries(
      Object.entries(toComponents(components)).filter(([name]) => enabled.some(({ names }) => names.test(name))),
    ),
  }
}

const elements = { type: 'array', items: ref('UnstructuredElement') }
const unstructuredPaths: Paths = {
  '/general/v0/general': {
    post: {
      operationId: 'unstructured_general',
      summary: 'Elements of files',
      tags: ['Unstructured'],
      security: compatSecurity,
      requestBody: multipart(formSchema({ files: fileList, ...unstructuredFields }, ['files']), unstructuredFields),
      responses: plainResponses(
        'The elements of the file, or a list for each of several files.',
        {
          'application/json': { oneOf: [elements, { type: 'array', items: elements, minItems: 2 }] },
          'text/csv': { type: 'string' },
        },
        { 'application/json': ref('Detail') },
      ),
    },
  },
}

const fileBody = { required: true, content: { 'application/octet-stream': { schema: binary } } }
const header = (name: string, description: string): object => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string' },
})

function tikaPaths(): Paths {
  const parameters = [
    header('File-Name', 'Name of the file, percent-encoded.'),
    header('Password', 'Opens protected files.'),
    header('X-Tika-OCRLanguage', 'OCR models, joined by `+`.'),
    header('X-Tika-PDFOcrStrategy', '`no_ocr`, `ocr_only` or `auto`.'),
  ]
  const text = { type: 'string' }
  const put = (path: string, summary: string, content: Readonly<Record<string, object>>): Operation => ({
    operationId: `tika${path.replaceAll('/', '_')}`,
    summary,
    tags: ['Apache Tika'],
    security: [...compatSecurity, {}],
    parameters,
    requestBody: fileBody,
    responses: plainResponses('The result.', content, { 'text/plain': text }),
  })
  const upload = { upload: binary }
  const form = (path: string, summary: string, content: Readonly<Record<string, object>>): Operation => ({
    ...put(path, summary, content),
    requestBody: multipart(formSchema(upload, ['upload']), upload),
  })
  const doclingVersion = { type: 'object', properties: { sheaf: { type: 'string' } }, required: ['sheaf'] }
  const get = (path: string, summary: string): Operation => ({
    operationId: `tika${path.replaceAll('/', '_')}_get`,
    summary,
    tags: ['Apache Tika'],
    security: [],
    responses: plainResponses(
      'A line of text.',
      { 'text/plain': text, ...(path === '/version' ? { 'application/json': doclingVersion } : {}) },
      { 'application/json': { type: 'object' } },
    ),
  })
  const json = { 'application/json': ref('TikaResult') }
  const list = { 'application/json': { type: 'array', items: ref('TikaResult') } }
  const values = { type: ['string', 'array'], items: text }
  const metadata = { 'text/csv': text, 'application/json': { type: 'object', additionalProperties: values } }
  const both = (
    path: string,
    formPath: string,
    { summary, content }: { summary: string; content: Readonly<Record<string, object>> },
  ) => ({
    [path]: { put: put(path, summary, content) },
    [formPath]: { post: form(formPath, `${summary}, of a file in a form`, content) },
  })
  const document = { 'text/plain': text, 'text/html': text, ...json }
  const summary = 'Text, HTML or JSON, as `Accept` says'
  return {
    '/tika': { get: get('/tika', 'Greeting'), put: put('/tika', summary, document) },
    '/tika/form': { post: form('/tika/form', `${summary}, of a file in a form`, document) },
    ...both('/tika/text', '/tika/form/text', { summary: 'Text and metadata', content: json }),
    ...both('/tika/html', '/tika/form/html', { summary: 'HTML and metadata', content: json }),
    ...both('/rmeta', '/rmeta/form', { summary: 'HTML and metadata in a list', content: list }),
    ...both('/rmeta/text', '/rmeta/form/text', { summary: 'Text and metadata in a list', content: list }),
    ...both('/rmeta/html', '/rmeta/form/html', { summary: 'HTML and metadata in a list', content: list }),
    ...both('/meta', '/meta/form', { summary: 'Metadata only; costs no pages', content: metadata }),
    '/detect/stream': { put: put('/detect/stream', 'Media type', { 'text/plain': text }) },
    '/version': { get: get('/version', 'Version; JSON for clients of docling-serve, which send `X-Api-Key`') },
  }
}

const openWebuiPaths: Paths = {
  '/process': {
    put: {
      operationId: 'open_webui_process',
      summary: 'Pages of a file as Markdown',
      tags: ['Open WebUI'],
      security: compatSecurity,
      parameters: [header('X-Filename', 'Name of the file, percent-encoded.')],
      requestBody: fileBody,
      responses: plainResponses(
        'A document for each page with text.',
        { 'application/json': { type: 'array', items: ref('OpenWebuiPage') } },
        { 'application/json': ref('Detail') },
      ),
    },
  },
}

const rpcMessage = { type: 'object', required: ['jsonrpc'], properties: { jsonrpc: { const: '2.0' } } }
const mcpPaths: Paths = {
  '/mcp': {
    post: {
      operationId: 'mcp',
      summary: 'Message to the MCP server (streamable HTTP, without sessions)',
      tags: ['MCP'],
      security: compatSecurity,
      requestBody: { required: true, content: { 'application/json': { schema: rpcMessage } } },
      responses: {
        ...plainResponses('The answer.', { 'application/json': rpcMessage }, { 'application/json': rpcMessage }),
        202: { description: 'A notification was received.' },
      },
    },
  },
}
