/** The API of docling-serve v1 (docs/compatibility.md). */
import type { Context, Hono } from 'hono'
import type { ApiKey } from '../../../accounts/api-keys.ts'
import type { TaskContext } from '../../../jobs/types.ts'
import { ParseError, serializeError } from '../../../model/errors.ts'
import type { UploadedFile } from '../../../uploads/receive-upload.ts'
import type { AppEnv } from '../../app-env.ts'
import {
  type CompatContext,
  parseFile,
  receiveForm,
  requireHeaderKey,
  rethrowFor,
  withErrorShape,
  withUploadSlot,
} from '../access.ts'
import { parseJson } from '../parsed-json.ts'
import { type DoclingOptions, OptionError, readDoclingOptions } from './options.ts'
import { doclingError, doclingResponse, type FileResult } from './responses.ts'
import { MAX_FILES, openSource, readSourceRequest } from './sources.ts'
import { readResults, requireTasks, statusJson, submitFiles, waitForEnd } from './tasks.ts'

/** Proxies close idle connections after a minute. */
const MAX_WAIT_SECONDS = 50

interface Received {
  readonly apiKey: ApiKey
  readonly options: DoclingOptions
  readonly files: readonly UploadedFile[]
  readonly failed: readonly FileResult[]
}

export function routeDocling(app: Hono<AppEnv>, context: CompatContext): void {
  const { deps } = context
  if (!deps.settings.compat.docling) return
  const run = withErrorShape(deps, (c, error) => doclingError(c, error))
  const handle = (respond: (c: Context<AppEnv>) => Promise<Response>): ((c: Context<AppEnv>) => Promise<Response>) =>
    run(async (c) => {
      try {
        return await respond(c)
      } catch (error) {
        if (error instanceof OptionError) return doclingError(c, serializeError(error), error.option)
        throw error
      }
    })

  for (const [kind, receive] of [
    ['file', receiveOptionsForm],
    ['source', receiveSources],
  ] as const)
    for (const [path, chunking] of [
      ['convert', false],
      ['chunk/hybrid', true],
      ['chunk/hierarchical', true],
    ] as const) {
      app.post(
        `/v1/${path}/${kind}`,
        handle((c) => withFiles(receive(c, { ...context, chunking }), (received) => convert(c, received, context))),
      )
      app.post(
        `/v1/${path}/${kind}/async`,
        handle((c) =>
          withFiles(receive(c, { ...context, chunking }), async ({ failed: [failed], ...received }) => {
            if (failed !== undefined && 'error' in failed) return doclingError(c, failed.error)
            return c.json(await submitFiles(c, received, requireQueue(context)))
          }),
        ),
      )
    }

  // Tika has the same path, but its clients do not send this header.
  app.get('/version', async (c, next) => {
    if (c.req.header('x-api-key') === undefined && deps.settings.compat.tika) return await next()
    return c.json({ sheaf: deps.settings.version })
  })

  app.get(
    '/v1/status/poll/:id',
    handle(async (c) => {
      const tasks = requireQueue(context)
      const found = await requireTasks(c.req.param('id') ?? '', await requireHeaderKey(c, deps), tasks)
      const wait = Math.min(MAX_WAIT_SECONDS, Math.max(0, Number(c.req.query('wait') ?? 0) || 0))
      return c.json(statusJson(await waitForEnd(found, wait, { context: tasks, signal: c.req.raw.signal })))
    }),
  )

  app.get(
    '/v1/result/:id',
    handle(async (c) => {
      const tasks = requireQueue(context)
      const found = await requireTasks(c.req.param('id') ?? '', await requireHeaderKey(c, deps), tasks)
      const results = await readResults(found, tasks)
      const [first] = results
      // docling's client takes the reason from the state of the task.
      if (first !== undefined && results.every((result) => 'error' in result) && 'error' in first)
        throw new ParseError(1133, `Task result not found. ${first.error.message}`, { status: 404 })
      const times = found.tasks.map(
        ({ startedAt, createdAt, finishedAt }) => (finishedAt ?? 0) - (startedAt ?? createdAt),
      )
      const seconds = Math.max(0, ...times) / 1000
      return doclingResponse(c, results, { options: { ...found.options, warnings: [] }, seconds })
    }),
  )
}

async function withFiles(
  receiving: Promise<Received>,
  respond: (received: Received) => Promise<Response>,
): Promise<Response> {
  const received = await receiving
  try {
    return await respond(received)
  } finally {
    await Promise.all(received.files.map((file) => file.remove()))
  }
}

type ReceiveContext = CompatContext & { readonly chunking: boolean }

async function receiveOptionsForm(c: Context<AppEnv>, { chunking, ...context }: ReceiveContext): Promise<Received> {
  const apiKey = await requireHeaderKey(c, context.deps)
  const { fields, files } = await receiveForm(c, context, { partName: 'files', maxFiles: MAX_FILES })
  try {
    if (files.length === 0) throw new OptionError('files', 'Field required')
    const { installedLanguages } = context.deps.settings.parse
    const options = readDoclingOptions(fields, { installedLanguages, chunking, fileCount: files.length })
    return { apiKey, files, failed: [], options }
  } catch (error) {
    await Promise.all(files.map((file) => file.remove()))
    throw error
  }
}

async function receiveSources(c: Context<AppEnv>, { chunking, ...context }: ReceiveContext): Promise<Received> {
  const { deps } = context
  const apiKey = await requireHeaderKey(c, deps)
  return await withUploadSlot(c, context, async (body, headers) => {
    const { fields, sources } = await readSourceRequest(body, headers)
    const { installedLanguages } = deps.settings.parse
    const options = readDoclingOptions(fields, { installedLanguages, chunking, fileCount: sources.length })
    const files: UploadedFile[] = []
    const failed: FileResult[] = []
    for (const source of sources) {
      try {
        files.push(await openSource(source, deps, c.req.raw.signal))
      } catch (error) {
        if (!(error instanceof ParseError)) {
          await Promise.all(files.map((file) => file.remove()))
          throw error
        }
        failed.push({ fileName: 'url' in source ? source.url : source.filename, error: serializeError(error) })
      }
    }
    return { apiKey, options, files, failed }
  })
}

/** Parses sequentially. With `abort_on_error` the first error is the response. */
async function convert(
  c: Context<AppEnv>,
  { apiKey, options, files, failed }: Received,
  context: CompatContext,
): Promise<Response> {
  const startedAt = context.deps.clock()
  const results: FileResult[] = [...failed]
  for (const file of files) {
    const { fileName } = file
    try {
      const { info, outputs, warnings } = await parseFile(c, { file, apiKey, options: options.own }, context)
      const { markdown, html } = outputs
      const written = { markdown, html, json: parseJson(outputs) }
      const digest = await file.digest()
      results.push({ fileName: info.fileName, fileType: info.fileType, digest, outputs: written, warnings })
    } catch (error) {
      const isOnly = files.length + failed.length === 1
      if (!(error instanceof ParseError) || isOnly || c.req.raw.signal.aborted) throw error
      if (options.abortOnError) rethrowFor(fileName)(error)
      results.push({ fileName, error: serializeError(error) })
    }
  }
  return doclingResponse(c, results, { options, seconds: (context.deps.clock() - startedAt) / 1000 })
}

function requireQueue({ deps }: CompatContext): TaskContext {
  if (deps.tasks === null)
    throw new ParseError(1137, 'Asynchronous parsing is not available in this deployment.', { status: 501 })
  return { deps, tasks: deps.tasks }
}
