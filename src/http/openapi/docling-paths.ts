import { z } from 'zod'
import { doclingFields } from '../compat/docling/options.ts'
import { sourceBody } from '../compat/docling/sources.ts'
import { binary, compatSecurity, fileList, formSchema, multipart, type Paths, plainResponses } from './operations.ts'
import { pathParameter } from './own-paths.ts'

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

export const doclingComponents = {
  DoclingResult: converted,
  DoclingChunks: chunked,
  DoclingTask: doclingTask,
  DoclingSources: sourceBody,
  DoclingError: z.object({ detail: z.union([z.string(), z.array(detailItem)]) }),
} as const

const ref = (name: keyof typeof doclingComponents): object => ({ $ref: `#/components/schemas/${name}` })

export function doclingPaths(): Paths {
  const tags = ['docling-serve']
  const error = { 'application/json': ref('DoclingError') }
  const bodies = {
    file: multipart(formSchema({ files: fileList, ...doclingFields }, ['files']), doclingFields),
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
      const common = { tags, security: compatSecurity, requestBody: bodies[kind] }
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
        security: compatSecurity,
        parameters: [pathParameter('id'), wait],
        responses: task,
      },
    },
    '/v1/result/{id}': {
      get: {
        operationId: 'docling_result',
        summary: 'Result of a task',
        tags,
        security: compatSecurity,
        parameters: [pathParameter('id')],
        responses: plainResponses('The result.', results, error),
      },
    },
  }
}
