/** Assembles and renders all pages as a synchronous parse does, with one image at a time. */
import type { Blobs } from '../../blobs/blobs.ts'
import type { DocumentInfo, ExtractedImage, Page } from '../../model/document.ts'
import { ParseError } from '../../model/errors.ts'
import type { SerializedPage } from '../../pool/pool.ts'
import type { RenderedOutputs } from '../../render/types.ts'
import { rewriteZip } from '../../zip/rewrite.ts'
import { cleanUpEndedTask, expiryOf } from '../runner/task-completion.ts'
import { resultKey } from '../store/blob-keys.ts'
import { loadImage, loadPages, type StoredImage, type StoredPage, toStream } from '../store/page-files.ts'
import { filesPrefix, filesUrl, imageUrls, newToken, storedZipName, zipName } from '../store/result-files.ts'
import { type FinishedShard, listFinished } from '../store/shard-store.ts'
import type { Task } from '../store/task-store.ts'
import { type Lease, markSucceeded } from '../store/task-transitions.ts'
import type { StepContext } from '../types.ts'
import { pagesOf } from './parse-shard.ts'
import { runTaskStep } from './task-step.ts'
import { writeResult } from './write-result.ts'

export async function joinTask(taskId: string, context: StepContext): Promise<void> {
  const { maxAttempts } = context.deps.settings.tasks
  await runTaskStep(taskId, context, {
    kind: 'join',
    run: (task, lease, signal) => join(task, { context, lease, signal }),
    maxAttempts: () => maxAttempts,
    // This attempt may have stored files after the cleanup of another one.
    conclude: ({ task }) => cleanUpEndedTask(task, context),
  })
}

async function join(
  task: Task,
  { context, lease, signal }: { context: StepContext; lease: Lease; signal: AbortSignal },
): Promise<void> {
  const { deps } = context
  const { blobs } = deps
  const startedAt = deps.clock()
  const { pages, missing } = await loadAllPages(task, await listFinished(deps.sql, task.taskId), blobs)
  const images = new Map(pages.flatMap((page) => page.images.map((image) => [image.name, image] as const)))
  const placeholder = newToken()
  const outputs = await render(task, { pages, placeholder, deps, signal })
  signal.throwIfAborted()
  await storeFiles(outputs, { task, blobs, images, signal })
  const { options, fileName } = task
  const baseUrl = filesUrl(task.publicOrigin, task.filesToken)
  const result = writeResult(
    {
      fileName,
      imageUrls: imageUrls(outputs.images, options, baseUrl),
      outputs,
      zipUrl: outputs.zip === undefined ? null : baseUrl + zipName(fileName),
    },
    { placeholder, load: (name) => load(name, images, blobs) },
  )
  await blobs.put(resultKey(task), toStream(result), { type: 'application/json' })
  signal.throwIfAborted()
  const { taskId, apiKeyId, fileType, createdAt } = task
  const parsed = pages.length - missing.length - outputs.damagedPages
  const isOwnSuccess = await markSucceeded(deps.sql, lease, {
    pagesBilled: parsed,
    tokenCount: outputs.tokenCount,
    warnings: [...new Set([...task.warnings, ...missing, ...outputs.warnings])],
    now: deps.clock(),
    expiresAt: expiryOf(startedAt, deps),
  })
  if (!isOwnSuccess) return
  deps.metrics?.record('pages', { file_type: fileType, mode: 'async' }, parsed)
  deps.metrics?.record('tasksEnded', { code: '0' })
  deps.log.info('task succeeded', { taskId, apiKeyId, fileType, pages: parsed, ms: deps.clock() - createdAt })
}

async function render(
  task: Task,
  {
    pages,
    placeholder,
    deps,
    signal,
  }: { pages: readonly StoredPage[]; placeholder: string; deps: StepContext['deps']; signal: AbortSignal },
): Promise<RenderedOutputs> {
  const { options, fileName, fileType, apiKeyId } = task
  const info: DocumentInfo = { fileName, fileType, pageCount: task.pageCount ?? pages.length }
  return await deps.pool.finish(
    {
      info,
      pages: pages.map(withoutImageBytes),
      options,
      filesUrl: filesUrl(task.publicOrigin, task.filesToken),
      dataUriBase: `${placeholder}/`,
    },
    { signal, tenant: apiKeyId },
  )
}

/** Pages that were given up are empty and listed in `missing`. */
async function loadAllPages(
  task: Task,
  shards: readonly FinishedShard[],
  blobs: Blobs,
): Promise<{ pages: StoredPage[]; missing: string[] }> {
  const failed = shards.find(({ error }) => error !== null)?.error ?? null
  if (failed !== null && shards.every(({ error }) => error !== null))
    throw new ParseError(failed.code as ParseError['code'], failed.message)
  const pageIndexes = pagesOf(task)
  const loaded = await Promise.all(
    shards.map((shard) => (shard.error === null ? loadPages(blobs, task.taskId, shard) : null)),
  )
  const sample: Page = JSON.parse(new TextDecoder().decode(loaded.find((pages) => pages !== null)?.[0]?.json))
  const missing: string[] = []
  const pages = shards.flatMap((shard, index): StoredPage[] => {
    const storedPage = loaded[index] ?? null
    if (storedPage !== null) return storedPage
    const pageIndex = pageIndexes[shard.first] ?? shard.first
    missing.push(`page ${pageIndex + 1} is missing from the result: ${shard.error?.message ?? ''}`)
    const empty: Page = { pageIndex, width: sample.width, height: sample.height, blocks: [], warnings: [] }
    return [{ pageIndex, json: new TextEncoder().encode(JSON.stringify(empty)), images: [] }]
  })
  if (pages.length !== pageIndexes.length)
    throw new Error(`Task ${task.taskId} has ${pages.length} pages to join, not ${pageIndexes.length}`)
  return { pages, missing }
}

export function withoutImageBytes({ pageIndex, json, images }: StoredPage): SerializedPage {
  return { pageIndex, json, images: images.map(({ name, type }) => ({ name, type, bytes: new Uint8Array(0) })) }
}

interface Files {
  readonly task: Task
  readonly blobs: Blobs
  readonly images: ReadonlyMap<string, StoredImage>
  readonly signal: AbortSignal
}

async function storeFiles(outputs: RenderedOutputs, { task, blobs, images, signal }: Files): Promise<void> {
  const prefix = filesPrefix(task.filesToken)
  if (task.options.elementFormats.image === 'url')
    for (const { name, type } of outputs.images) {
      signal.throwIfAborted()
      await blobs.put(prefix + name, (await load(name, images, blobs)).bytes, { type })
    }
  if (outputs.zip === undefined) return
  const bytesOf = (entryName: string): Promise<Uint8Array> | null => {
    const stored = entryName.startsWith('images/') ? images.get(entryName.slice('images/'.length)) : undefined
    return stored === undefined ? null : loadImage(blobs, stored)
  }
  const zip = rewriteZip(outputs.zip, bytesOf, { compress: false })
  await blobs.put(prefix + storedZipName, toStream(zip), { type: 'application/zip' })
}

async function load(name: string, images: ReadonlyMap<string, StoredImage>, blobs: Blobs): Promise<ExtractedImage> {
  const stored = images.get(name)
  if (stored === undefined) throw new Error(`There is no image ${name}`)
  return { name, type: stored.type, bytes: await loadImage(blobs, stored) }
}
