/** Documents of the MCP server are asynchronous tasks, parsed and charged once. */
import type { ApiKey } from '../../accounts/api-keys.ts'
import { submitTask } from '../../jobs/api/submit.ts'
import { waitForTask } from '../../jobs/api/wait.ts'
import { filesPrefix } from '../../jobs/store/result-files.ts'
import { findTask, listTasks, type Task } from '../../jobs/store/task-store.ts'
import type { TaskContext } from '../../jobs/types.ts'
import type { Documents, DocumentText, OpenedDocument, Selection, SourceArguments } from '../../mcp/context.ts'
import { type ErrorCode, errorTable, ParseError } from '../../model/errors.ts'
import { readPageRange } from '../../model/read-options.ts'
import type { PageJson } from '../../model/result-json.ts'
import { openSource } from '../compat/docling/sources.ts'
import { readStoredResult } from '../compat/parsed-json.ts'
import { consumeRate, refuseEmpty } from '../receive-request.ts'

export interface ClientContext extends TaskContext {
  readonly apiKey: ApiKey
  readonly publicOrigin: string
}

/** MCP clients give up after a minute. */
const MAX_WAIT_MS = 50_000
const MAX_LISTED = 100
/** Names of images in JSON; of limited length, so that long words take linear time. */
const imageFile = /[\w-]{1,60}\.(?:png|jpg)\b/g

export function createTaskDocuments(context: ClientContext): Documents {
  const { deps, apiKey } = context
  const find = async (taskId: string): Promise<Task> => {
    const task = await findTask(deps.sql, { taskId, apiKeyId: apiKey.id, now: deps.clock() })
    if (task !== null) return task
    const message = `The document "${taskId.slice(0, 40)}" is not open, or has expired. Call parse_document again.`
    throw new ParseError(1133, message, { status: 404 })
  }
  return {
    open: async (source, pages, signal) =>
      openTask(await find(await submit(source, { pages, context, signal })), context),
    get: async (id) => openTask(await find(id), context),
    async list() {
      const tasks = await listTasks(deps.sql, { apiKeyId: apiKey.id, now: deps.clock(), limit: MAX_LISTED })
      return tasks.filter(({ state }) => state === 'SUCCESS').map(({ taskId, fileName }) => ({ id: taskId, fileName }))
    },
  }
}

/** Returns a task id, which is the same for the same document. */
async function submit(
  { path, url, base64, file_name: name = 'document', password = '' }: SourceArguments,
  { pages = '', context, signal }: { pages: string | undefined; context: ClientContext; signal: AbortSignal },
): Promise<string> {
  const { deps, apiKey, publicOrigin } = context
  if (path !== undefined || (url === undefined) === (base64 === undefined))
    throw new ParseError(1133, 'Name exactly one of "url" and "base64".')
  await consumeRate(apiKey, deps)
  const source = url === undefined ? { base64_string: base64 ?? '', filename: name } : { url }
  const file = await openSource(source, deps, signal)
  try {
    refuseEmpty(file)
    const fields = new Map([
      ['output_formats', ['markdown,json,html']],
      ['feature_config', ['{"enable_title_level_recognition":true}']],
      ['chunk', ['page']],
      ['chunk_max_tokens', ['100000']],
      ['page_range', [pages]],
      ['password', [password]],
      ['dedupe', ['true']],
    ])
    return (await submitTask({ apiKeyId: apiKey.id, file, fields, publicOrigin }, context, signal)).taskId
  } finally {
    await file.remove()
  }
}

function openTask(task: Task, context: ClientContext): OpenedDocument {
  return {
    id: task.taskId,
    fileName: task.fileName,
    read: async (selection, signal) => readResult(await waitForResult(task, context, signal), selection, context),
  }
}

async function waitForResult(task: Task, context: ClientContext, signal: AbortSignal): Promise<Task> {
  const latest = await waitForTask(task, { ...context, until: context.deps.clock() + MAX_WAIT_MS, signal })
  signal.throwIfAborted()
  const { state, error, errorCode, taskId, pagesDone, pagesTotal } = latest
  if (state === 'FAILED') {
    const code = (errorCode ?? 1137) as ErrorCode
    throw new ParseError(code, error ?? errorTable[code].text)
  }
  if (state === 'SUCCESS') return latest
  const message = `The document is still being parsed: ${pagesDone} of ${pagesTotal ?? '?'} pages. Call read_pages with the document "${taskId}" later.`
  throw new ParseError(1124, message)
}

async function readResult(task: Task, { format, pages }: Selection, { deps }: ClientContext): Promise<DocumentText> {
  const stored = await readStoredResult(task, deps)
  if (stored === null) throw new ParseError(1133, 'The result has expired. Call parse_document again.', { status: 404 })
  const { outputs, imgs } = stored
  const { pages: all = [], chunks = [] } = outputs.json ?? {}
  const selected = selectPages(all, pages)
  const numbers = new Set(selected.map(({ page_num: number }) => number))
  const texts = {
    json: () => `{"pages":${selectedText}}`,
    html: () => {
      if (pages === undefined) return outputs.html ?? ''
      throw new ParseError(1133, 'format: HTML is of the whole document. Leave "pages" out, or use "markdown".')
    },
    markdown: () =>
      pages === undefined || selected.length === all.length
        ? (outputs.markdown ?? '')
        : chunks
            .filter(({ page_nums: [page = -1] }) => numbers.has(page))
            .map(({ text }) => `${text}\n`)
            .join('\n'),
  }
  // Images of cells and lines are only in the text of their block.
  const selectedText = JSON.stringify(selected)
  const linked = new Set(selectedText.match(imageFile))
  const images = imgs.map((url) => url.slice(url.lastIndexOf('/') + 1)).filter((name) => linked.has(name))
  return {
    text: texts[format](),
    pageCount: task.pageCount ?? all.length,
    warnings: task.warnings,
    images,
    async readImage(name) {
      const image = images.includes(name) ? await deps.blobs.get(filesPrefix(task.filesToken) + name) : null
      if (image === null) return null
      return { type: image.type, bytes: new Uint8Array(await new Response(image.body).arrayBuffer()) }
    },
  }
}

function selectPages(all: readonly PageJson[], pages: string | undefined): readonly PageJson[] {
  const problems: string[] = []
  const spans = readPageRange(pages, problems)
  if (problems.length > 0) throw new ParseError(1133, problems.join(' '))
  if (spans === null) return all
  const selected = all.filter(({ page_num: number }) =>
    spans.some(({ first, last }) => number >= first && number <= last),
  )
  for (const { first, last } of spans)
    if (!selected.some(({ page_num: number }) => number >= first && number <= last))
      throw new ParseError(
        1133,
        `pages: page ${first + 1} does not exist or was not parsed. Call parse_document with it.`,
      )
  return selected
}
