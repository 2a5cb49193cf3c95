/** Parses while the client waits. An error or a disconnect refunds pages and removes files. */
import { commitReservation, releaseReservation, reserve } from '../../accounts/quota.ts'
import type { Deps } from '../../deps.ts'
import type { DocumentInfo } from '../../model/document.ts'
import { ParseError, UnavailableError } from '../../model/errors.ts'
import { linkSignals, unlessAborted } from '../../model/linked-signal.ts'
import { choosePages } from '../../model/page-selection.ts'
import type { RenderedOutputs } from '../../render/types.ts'
import { inspectConverted, toReadable } from '../steps/convert.ts'
import { filesPrefix, filesUrl, imageUrls, newTaskId, newToken, storedZipName, zipName } from '../store/result-files.ts'
import { type AdmittedRequest, admit, type ParseRequest } from './admission.ts'
import { keepReservation, SYNC_RESERVATION_TTL_MS } from './reservation-heartbeat.ts'

interface SyncRequest extends ParseRequest {
  readonly apiKeyId: string
  readonly publicOrigin: string
}

export interface SyncResult {
  readonly taskId: string
  readonly info: DocumentInfo
  readonly pagesBilled: number
  readonly processingTimeMs: number
  readonly imageUrls: readonly string[]
  readonly outputs: Pick<RenderedOutputs, 'markdown' | 'json' | 'html' | 'tokenCount'>
  readonly zipUrl: string | null
  readonly warnings: readonly string[]
}

/** Number of connections that a Worker may open. */
const PARALLEL_PUTS = 6

export async function parseSync(request: SyncRequest, deps: Deps, signal: AbortSignal): Promise<SyncResult> {
  const startedAt = deps.clock()
  const admitted = admit(request, deps)
  const linked = linkSignals([signal], { timeoutMs: deps.settings.parseTimeoutMs })
  try {
    return await run(request, admitted, { deps, startedAt, stop: linked.signal })
  } catch (error) {
    if (signal.aborted)
      throw new ParseError(1137, 'The connection was closed before the document was parsed.', { cause: error })
    if (!linked.timedOut) throw error
    const seconds = deps.settings.parseTimeoutMs / 1000
    const message = `Parsing took longer than ${seconds} seconds, the limit here, and was ended. Ask for fewer pages with page_range, or split the document.`
    throw new ParseError(1138, message, { cause: error })
  } finally {
    linked.release()
  }
}

async function run(
  request: SyncRequest,
  admitted: AdmittedRequest,
  { deps, startedAt, stop }: { deps: Deps; startedAt: number; stop: AbortSignal },
): Promise<SyncResult> {
  const { options, fileName, fileType } = admitted
  const { pool, sql, settings } = deps
  const control = { signal: stop, urgent: true, tenant: request.apiKeyId }
  const sent = { source: request.file.source, fileName, fileType, password: options.password }
  const job = await unlessAborted(stop, toReadable(sent, options, { deps, control }))
  const info = await unlessAborted(stop, inspectConverted(job, sent, { deps, control }))
  const pageIndexes = choosePages(options, info)

  const taskId = newTaskId()
  const token = newToken()
  const baseUrl = filesUrl(request.publicOrigin, token)
  const reserved = await reserve(sql, {
    taskId,
    apiKeyId: request.apiKeyId,
    pages: pageIndexes.length,
    now: deps.clock(),
    timezone: settings.quotaTimezone,
    ttlMs: SYNC_RESERVATION_TTL_MS,
  })
  if (!reserved.ok) throw new ParseError(reserved.code, reserved.message)
  const stopKeeping = keepReservation(taskId, deps)
  try {
    const pages = await unlessAborted(stop, pool.parsePages({ ...job, pageIndexes, options }, control))
    const outputs = await unlessAborted(stop, pool.finish({ info, pages, options, filesUrl: baseUrl }, control))
    await storeFiles(outputs, token, deps)
    stop.throwIfAborted()
    const pagesBilled = pages.length - outputs.damagedPages
    await commitReservation(sql, { taskId, pages: pagesBilled, now: deps.clock() })
    deps.metrics?.record('pages', { file_type: fileType, mode: 'sync' }, pages.length)
    return {
      taskId,
      info,
      pagesBilled,
      processingTimeMs: Math.max(0, Math.round(deps.clock() - startedAt)),
      imageUrls: imageUrls(outputs.images, options, baseUrl),
      outputs,
      zipUrl: outputs.zip === undefined ? null : baseUrl + zipName(fileName),
      warnings: [...new Set([...admitted.warnings, ...warnAboutCallback(request), ...outputs.warnings])],
    }
  } catch (error) {
    await undo({ taskId, token }, deps)
    throw error
  } finally {
    stopKeeping()
  }
}

function warnAboutCallback({ fields }: SyncRequest): string[] {
  return fields.get('callback_url')?.[0]?.trim()
    ? ['callback_url: there is no callback, because this response has the result; only asynchronous tasks call back']
    : []
}

async function storeFiles({ images, zip }: RenderedOutputs, token: string, { blobs }: Deps): Promise<void> {
  const files = images.map(({ name, type, bytes }) => ({ name, type: type as string, bytes }))
  if (zip !== undefined) files.push({ name: storedZipName, type: 'application/zip', bytes: zip })
  for (let first = 0; first < files.length; first += PARALLEL_PUTS) {
    const batch = files.slice(first, first + PARALLEL_PUTS)
    // `undo` must not run before a file is stored.
    const results = await Promise.allSettled(
      batch.map(({ name, type, bytes }) => blobs.put(`${filesPrefix(token)}${name}`, bytes, { type })),
    )
    for (const result of results) if (result.status === 'rejected') throw result.reason
  }
}

async function undo(
  { taskId, token }: { taskId: string; token: string },
  { sql, blobs, clock, log }: Deps,
): Promise<void> {
  const results = await Promise.allSettled([
    releaseReservation(sql, { taskId, now: clock() }),
    blobs.remove(filesPrefix(token)),
  ])
  for (const result of results) {
    if (result.status === 'fulfilled') continue
    const write = result.reason instanceof UnavailableError ? log.info : log.error
    write('cleaning up after a failed request failed', { taskId, error: String(result.reason) })
  }
}
