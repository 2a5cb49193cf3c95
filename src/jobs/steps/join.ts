/**
 * JOINING → SUCCESS: all pages, without their pictures, are assembled and rendered in one step of the pool; pictures go
 * from blob to blob one at a time, into the result's folder, into the zip, or as base64 into the result's text. So a
 * document's pictures are never in memory together, and the outputs are those of a synchronous parse to the byte.
 */
import type { Blobs } from '../../blobs/blobs.ts'
import type { DocumentInfo, ExtractedImage, Page } from '../../model/document.ts'
import { ParseError } from '../../model/errors.ts'
import type { ParseOptions } from '../../model/options.ts'
import type { SerializedPage } from '../../pool/pool.ts'
import type { RenderedOutputs } from '../../render/types.ts'
import { rewriteZip } from '../../zip/rewrite.ts'
import {
  attemptsExhausted,
  crashError,
  createLeaseOwner,
  retryDelayMs,
  retryWhileUnavailable,
  runUnderLease,
  type StepContext,
} from '../runner/lease.ts'
import { cleanUpEndedTask, expiryOf, failTask, resultKey } from '../runner/task-completion.ts'
import { loadPages, loadPicture, type StoredImage, type StoredPage, streamOf } from '../store/page-files.ts'
import { filesPrefix, imageUrls, newToken, storedZipName, zipName } from '../store/result-files.ts'
import { type FinishedShard, listFinished } from '../store/shard-store.ts'
import type { Task } from '../store/task-store.ts'
import { claimTask, type Lease, markSucceeded, releaseTask, renewTask } from '../store/task-transitions.ts'
import { pagesOf } from './parse-shard.ts'
import { writeResult } from './write-result.ts'

export async function joinTask(taskId: string, context: StepContext): Promise<void> {
  const { deps, tasks } = context
  const { sql } = deps
  const { leaseMs, maxAttempts } = deps.settings.tasks
  const lease: Lease = { taskId, owner: createLeaseOwner(tasks) }
  const task = await claimTask(sql, lease, { state: 'JOINING', now: deps.clock(), leaseMs })
  if (task === null) return
  if (attemptsExhausted(task, maxAttempts)) {
    await failTask(task, crashError('The document', task.attempts - 1), { deps, tasks, holder: lease.owner })
    return
  }
  const done = await runUnderLease({ taskId, renew: (until) => renewTask(sql, lease, until) }, context, (signal) =>
    join(task, { context, lease, signal }),
  )
  if (done.ok || done.ending.kind === 'lost') {
    // Also after another's end, since this attempt may have stored files after that one's tidying.
    await cleanUpEndedTask(task, { deps, tasks })
    return
  }
  const { ending } = done
  if (ending.kind === 'failed' && !(ending.retryable && task.attempts < maxAttempts)) {
    await failTask(task, ending.error, { deps, tasks, holder: lease.owner })
    return
  }
  const delayMs = ending.kind === 'returned' ? ending.delayMs : retryDelayMs(task.attempts)
  await retryWhileUnavailable(context, () =>
    releaseTask(sql, lease, { notBefore: deps.clock() + delayMs, blameless: ending.kind === 'returned' }),
  )
  await tasks.queue.send([{ kind: 'join', taskId }], { delayMs })
}

async function join(
  task: Task,
  { context, lease, signal }: { context: StepContext; lease: Lease; signal: AbortSignal },
): Promise<void> {
  const { deps } = context
  const { blobs, pool } = deps
  const startedAt = deps.clock()
  const { pages, missing } = await gather(task, await listFinished(deps.sql, task.taskId), blobs)
  const parsed = pages.length - missing.length
  const pictures = new Map(pages.flatMap((page) => page.pictures.map((picture) => [picture.name, picture] as const)))

  const { options, fileName, fileType, taskId } = task
  const info: DocumentInfo = { fileName, fileType, pageCount: task.pageCount ?? pages.length }
  const placeholder = newToken()
  const filesUrl = `${task.publicOrigin}/files/${task.filesToken}/`
  const outputs = await pool.finish(
    {
      info,
      pages: pages.map(withoutBytes),
      ...(options.elementFormats.image === 'base64' ? inlined(options, placeholder) : { options, filesUrl }),
    },
    { signal, tenant: task.apiKeyId },
  )
  signal.throwIfAborted()
  await storeFiles(outputs, { task, blobs, pictures, signal })
  await blobs.put(
    resultKey(task),
    streamOf(
      writeResult(
        {
          fileName,
          imageUrls: imageUrls(outputs.images, options, filesUrl),
          outputs,
          zipUrl: outputs.zip === undefined ? null : filesUrl + zipName(fileName),
        },
        { placeholder, load: (name) => load(name, pictures, blobs) },
      ),
    ),
    { type: 'application/json' },
  )
  signal.throwIfAborted()
  const warnings = [...new Set([...task.warnings, ...missing, ...outputs.warnings])]
  // The result's files are as old as this attempt: what can be read ends when they do.
  const expiresAt = expiryOf(startedAt, deps)
  const mine = await markSucceeded(deps.sql, lease, {
    pagesBilled: parsed,
    tokenCount: outputs.tokenCount,
    warnings,
    now: deps.clock(),
    expiresAt,
  })
  if (mine)
    deps.log.info('task succeeded', {
      taskId,
      apiKeyId: task.apiKeyId,
      fileType,
      pages: parsed,
      ms: deps.clock() - task.createdAt,
    })
}

/** All pages in order; for those that were given up an empty one, with the reason in `missing`. */
async function gather(
  task: Task,
  shards: readonly FinishedShard[],
  blobs: Blobs,
): Promise<{ pages: StoredPage[]; missing: string[] }> {
  const failed = shards.find(({ error }) => error !== null)?.error ?? null
  if (failed !== null && shards.every(({ error }) => error !== null)) {
    // Written from a `ParseError`'s code.
    throw new ParseError(failed.code as ParseError['code'], failed.message)
  }
  const pageIndexes = pagesOf(task)
  const loaded = await Promise.all(
    shards.map((shard) => (shard.error === null ? loadPages(blobs, task.taskId, shard) : null)),
  )
  const some: Page = JSON.parse(new TextDecoder().decode(loaded.find((pages) => pages !== null)?.[0]?.json))
  const missing: string[] = []
  const pages = shards.flatMap((shard, at): StoredPage[] => {
    const own = loaded[at] ?? null
    if (own !== null) return own
    const pageIndex = pageIndexes[shard.first] ?? shard.first
    missing.push(`page ${pageIndex + 1} is missing from the result: ${shard.error?.message ?? ''}`)
    const empty: Page = { pageIndex, width: some.width, height: some.height, blocks: [], warnings: [] }
    return [{ pageIndex, json: new TextEncoder().encode(JSON.stringify(empty)), pictures: [] }]
  })
  if (pages.length !== pageIndexes.length)
    throw new Error(`Task ${task.taskId} has ${pages.length} pages to join, not ${pageIndexes.length}`)
  return { pages, missing }
}

/** Pictures by name only: rendering needs no more, except for base64 and the zip, which are filled in afterwards. */
function withoutBytes({ pageIndex, json, pictures }: StoredPage): SerializedPage {
  return {
    pageIndex,
    json,
    images: pictures.map(({ name, type }): ExtractedImage => ({ name, type, bytes: new Uint8Array(0) })),
  }
}

/** Addresses that stand for the pictures until the result is written. */
function inlined(options: ParseOptions, placeholder: string): { options: ParseOptions; filesUrl: string } {
  return {
    options: { ...options, elementFormats: { ...options.elementFormats, image: 'url' } },
    filesUrl: `${placeholder}/`,
  }
}

interface Files {
  readonly task: Task
  readonly blobs: Blobs
  readonly pictures: ReadonlyMap<string, StoredImage>
  readonly signal: AbortSignal
}

async function storeFiles(outputs: RenderedOutputs, { task, blobs, pictures, signal }: Files): Promise<void> {
  const prefix = filesPrefix(task.filesToken)
  if (task.options.elementFormats.image === 'url')
    for (const { name, type } of outputs.images) {
      signal.throwIfAborted()
      await blobs.put(prefix + name, (await load(name, pictures, blobs)).bytes, { type })
    }
  if (outputs.zip === undefined) return
  const bytesOf = (entryName: string): Promise<Uint8Array> | null => {
    const stored = entryName.startsWith('images/') ? pictures.get(entryName.slice('images/'.length)) : undefined
    return stored === undefined ? null : loadPicture(blobs, stored)
  }
  await blobs.put(prefix + storedZipName, streamOf(rewriteZip(outputs.zip, bytesOf, { compress: false })), {
    type: 'application/zip',
  })
}

async function load(name: string, pictures: ReadonlyMap<string, StoredImage>, blobs: Blobs): Promise<ExtractedImage> {
  const stored = pictures.get(name)
  if (stored === undefined) throw new Error(`There is no picture ${name}`)
  return { name, type: stored.type, bytes: await loadPicture(blobs, stored) }
}
