import { z } from 'zod'
import type { CompatSettings } from '../../deps.ts'
import { doclingFields } from '../compat/docling/options.ts'
import { sourceBody } from '../compat/docling/sources.ts'
import { unstructuredFields } from '../compat/unstructured/options.ts'
import { binary, formSchema, multipart, type Operation, type Paths, plainResponses } from './operations.ts'
import { pathParameter } from './own-paths.ts'
import { toComponents } from './schemas.ts'

const count = z.int().min(0)
const doclingErrorItem = z.object({ component_type: z.string(), module_name: z.string(), error_message: z.string() })
const exported = z.object({
  filename: z.string(),
  md_content: z.string().nullable(),
  json_content: z.record(z.string(), z.unknown()).nullable().describe('A DoclingDocument.'),
  html_content: z.string().nullable(),
  text_content: z.string().nullable(),
  doctags_content: z.string().nullable(),
})
const ending = {
  status: z.enum(['success', 'partial_success']),
  errors: z.array(doclingErrorItem),
  processing_time: z.number(),
  warnings: z.array(z.string()).optional(),
}
const converted = z.object({ document: exported, ...ending, timings: z.object({}) })
const doclingChunk = z.object({
  filename: z.string(),
  chunk_index: count,
  chunk_text: z.string(),
  contextualized_text: z.string(),
  text: z.string(),
  raw_text: z.string(),
  num_tokens: count,
  headings: z.array(z.string()),
  captions: z.array(z.string()),
  doc_items: z.array(z.string()),
  page_numbers: z.array(count),
})
const chunked = z.object({
  chunks: z.array(doclingChunk),
  documents: z.array(
    z.object({
      kind: z.string(),
      content: exported,
      status: z.string(),
      errors: z.array(doclingErrorItem),
      timings: z.object({}),
    }),
  ),
  chunking_info: z.object({ chunker: z.string(), tokenizer: z.string() }),
  ...ending,
})
const doclingTask = z.object({
  task_id: z.string(),
  task_type: z.enum(['convert', 'chunk']),
  task_status: z.enum(['pending', 'started', 'success', 'failure']),
  task_position: z.null(),
  task_meta: z.object({ num_docs: count, num_processed: count, num_succeeded: count, num_failed: count }),
  error_message: z.string().optional(),
  warnings: z.array(z.string()).optional(),
})
const detailItem = z.object({ type: z.string(), loc: z.array(z.string()), msg: z.string(), input: z.null() })
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
  DoclingResult: converted,
  DoclingChunks: chunked,
  DoclingTask: doclingTask,
  DoclingSources: sourceBody,
  DoclingError: z.object({ detail: z.union([z.string(), z.array(detailItem)]) }),
  UnstructuredElement: element,
  TikaResult: tikaResult,
  OpenWebuiPage: webuiPage,
  Detail: z.object({ detail: z.string() }),
} as const

const ref = (name: keyof typeof components): object => ({ $ref: `#/components/schemas/${name}` })
const security = [{ bearer: [] }, { apiKeyHeader: [] }, { basic: [] }]

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

const files = { type: 'array', items: binary, minItems: 1 }

function doclingPaths(): Paths {
  const tags = ['docling-serve']
  const error = { 'application/json': ref('DoclingError') }
  const bodies = {
    file: multipart(formSchema({ files, ...doclingFields }, ['files']), doclingFields),
    source: { required: true, content: { 'application/json': { schema: ref('DoclingSources') } } },
  }
  const task = plainResponses('The task.', { 'application/json': ref('DoclingTask') }, error)
  const results = {
    'application/json': { oneOf: [ref('DoclingResult'), ref('DoclingChunks')] },
    'application/zip': binary,
  }
  const paths: Record<string, Paths[string]> = {}
  for (const kind of ['file', 'source'] as const)
    for (const [route, schema] of [
      ['convert', 'DoclingResult'],
      ['chunk/hybrid', 'DoclingChunks'],
      ['chunk/hierarchical', 'DoclingChunks'],
    ] as const) {
      const name = `docling_${route.replace('/', '_')}_${kind}`
      const content = schema === 'DoclingResult' ? results : { 'application/json': ref(schema) }
      const common = { tags, security, requestBody: bodies[kind] }
      const subject = kind === 'file' ? 'uploaded files' : 'files from URLs or base64'
      const verb = route === 'convert' ? 'Convert' : 'Chunk'
      paths[`/v1/${route}/${kind}`] = {
        post: {
          operationId: name,
          summary: `${verb} ${subject} (${route})`,
          ...common,
          responses: plainResponses('The result.', content, error),
        },
      }
      paths[`/v1/${route}/${kind}/async`] = {
        post: {
          operationId: `${name}_async`,
          summary: `${verb} ${subject} as a task (${route})`,
          ...common,
          responses: task,
        },
      }
    }
  const wait = {
    name: 'wait',
    in: 'query',
    description: 'Seconds.',
    schema: { type: 'number', default: 0, maximum: 50 },
  }
  return {
    ...paths,
    '/v1/status/poll/{id}': {
      get: {
        operationId: 'docling_status',
        summary: 'State of a task',
        tags,
        security,
        parameters: [pathParameter('id'), wait],
        responses: task,
      },
    },
    '/v1/result/{id}': {
      get: {
        operationId: 'docling_result',
        summary: 'Result of a task',
        tags,
        security,
        parameters: [pathParameter('id')],
        responses: plainResponses('The result.', results, error),
      },
    },
  }
}

const elements = { type: 'array', items: ref('UnstructuredElement') }
const unstructuredPaths: Paths = {
  '/general/v0/general': {
    post: {
      operationId: 'unstructured_general',
      summary: 'Elements of files',
      tags: ['Unstructured'],
      security,
      requestBody: multipart(formSchema({ files, ...unstructuredFields }, ['files']), unstructuredFields),
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
    security: [...security, {}],
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
      security,
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
      security,
      requestBody: { required: true, content: { 'application/json': { schema: rpcMessage } } },
      responses: {
        ...plainResponses('The answer.', { 'application/json': rpcMessage }, { 'application/json': rpcMessage }),
        202: { description: 'A notification was received.' },
      },
    },
  },
}
