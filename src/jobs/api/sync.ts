/**
 * One document parsed while its sender waits: checks in the contract's order, pages reserved before any is parsed and
 * settled after, pictures and zip put where they can be fetched. Whatever goes wrong, also the sender leaving, gives
 * the pages back and removes what was stored; the uploaded file stays the caller's to remove.
 */

import { commitReservation, releaseReservation, reserve } from '../../accounts/quota.ts'
import type { Deps } from '../../deps.ts'
import type { DocumentInfo } from '../../model/document.ts'
import { ParseError, UnavailableError } from '../../model/errors.ts'
import { linkSignals } from '../../model/linked-signal.ts'
import type { FormFields } from '../../model/options.ts'
import { choosePages } from '../../model/page-selection.ts'
import { isConverted } from '../../office/conversion-choice.ts'
import { typeOfConverted } from '../../office/formats.ts'
import type { RenderedOutputs } from '../../render/types.ts'
import { asConverted, convert, inspectConverted } from '../steps/convert.ts'
import { filesPrefix, imageUrls, newTaskId, newToken, storedZipName, zipName } from '../store/result-files.ts'
import { type Admitted, admit, type ReceivedFile } from './admission.ts'

export interface SyncRequest {
  readonly apiKeyId: string
  readonly fields: FormFields
  readonly file: ReceivedFile
  /** Where this service is reached from outside, without a trailing slash. */
  readonly publicOrigin: string
}

export interface SyncResult {
  /** 32 hexadecimal digits. */
  readonly taskId: string
  readonly info: DocumentInfo
  readonly pagesBilled: number
  readonly processingTimeMs: number
  readonly tokenCount: number
  /** URLs of the pictures; empty unless `image=url`. */
  readonly imageUrls: readonly string[]
  readonly markdown?: string
  /** `outputs.json` as text. */
  readonly json?: string
  readonly zipUrl?: string
  readonly warnings: readonly string[]
}

/** Pages stay held this much longer than a parse may take, so that no sweep gives back what is still at work. */
const reservationMarginMs = 10 * 60_000
/** A Worker has six connections to its stores at a time. */
const parallelPuts = 6

/** `signal` aborts when the sender is gone. Throws `ParseError`s of the contract's table. */
export async function parseSync(request: SyncRequest, deps: Deps, signal: AbortSignal): Promise<SyncResult> {
  const startedAt = deps.clock()
  const admitted = admit(request, deps)
  const linked = linkSignals([signal], { timeoutMs: deps.settings.parseTimeoutMs })
  try {
    return await run(request, admitted, { deps, startedAt, stop: linked.signal })
  } catch (error) {
    // Nobody reads this one, but it is in the log.
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
  admitted: Admitted,
  { deps, startedAt, stop }: { deps: Deps; startedAt: number; stop: AbortSignal },
): Promise<SyncResult> {
  const { options, fileName, fileType } = admitted
  const { pool, sql, settings } = deps
  // Somebody holds the line.
  const control = { signal: stop, urgent: true, tenant: request.apiKeyId }
  const sent = { source: request.file.source, fileName, fileType, password: options.password }
  const converting = isConverted(admitted, deps.converter !== undefined)
    ? convert({ ...sent, options }, deps, control)
    : null
  const converted = converting === null ? null : await unlessStopped(stop, converting)
  const job =
    converted === null
      ? sent
      : converted.kind === 'original'
        ? { ...sent, recovered: converted.recovered }
        : asConverted(
            sent,
            { source: { kind: 'bytes', bytes: converted.bytes }, fileType: typeOfConverted(converted.bytes) },
            converted.recovered,
          )
  const info = await unlessStopped(stop, inspectConverted(job, sent, { deps, control }))
  const pageIndexes = choosePages(options, info)

  const taskId = newTaskId()
  const token = newToken()
  const filesUrl = `${request.publicOrigin}/files/${token}/`
  const reserved = await reserve(sql, {
    taskId,
    apiKeyId: request.apiKeyId,
    pages: pageIndexes.length,
    now: deps.clock(),
    timezone: settings.quotaTimezone,
    ttlMs: settings.parseTimeoutMs + reservationMarginMs,
  })
  if (!reserved.ok) throw new ParseError(reserved.code, reserved.message)
  try {
    const pages = await unlessStopped(stop, pool.parsePages({ ...job, pageIndexes, options }, control))
    const outputs = await unlessStopped(stop, pool.finish({ info, pages, options, filesUrl }, control))
    await storeFiles(outputs, token, deps)
    stop.throwIfAborted()
    await commitReservation(sql, { taskId, pages: pages.length, now: deps.clock() })
    return {
      taskId,
      info,
      pagesBilled: pages.length,
      processingTimeMs: Math.max(0, Math.round(deps.clock() - startedAt)),
      tokenCount: outputs.tokenCount,
      imageUrls: imageUrls(outputs.images, options, filesUrl),
      ...(outputs.markdown === undefined ? {} : { markdown: outputs.markdown }),
      ...(outputs.json === undefined ? {} : { json: outputs.json }),
      ...(outputs.zip === undefined ? {} : { zipUrl: filesUrl + zipName(fileName) }),
      warnings: [...new Set([...admitted.warnings, ...warnNotCalled(request), ...outputs.warnings])],
    }
  } catch (error) {
    await undo({ taskId, token }, deps)
    throw error
  }
}

/** Rejects as soon as `stop` aborts, even when the work does not listen to it. */
async function unlessStopped<value>(stop: AbortSignal, work: Promise<value>): Promise<value> {
  let leave = (): void => undefined
  const stopped = new Promise<never>((_, reject) => {
    leave = () => reject(stop.reason)
    if (stop.aborted) leave()
    else stop.addEventListener('abort', leave, { once: true })
  })
  try {
    return await Promise.race([stopped, work])
  } finally {
    stop.removeEventListener('abort', leave)
  }
}

/** Who names an address waits for a call. */
function warnNotCalled({ fields }: SyncRequest): string[] {
  return fields.get('callback_url')?.[0]?.trim()
    ? ['callback_url: nobody is called, for this answer has the result; only asynchronous tasks call back']
    : []
}

async function storeFiles({ images, zip }: RenderedOutputs, token: string, { blobs }: Deps): Promise<void> {
  const files = images.map(({ name, type, bytes }) => ({ name, type: type as string, bytes }))
  if (zip !== undefined) files.push({ name: storedZipName, type: 'application/zip', bytes: zip })
  for (let first = 0; first < files.length; first += parallelPuts) {
    const batch = files.slice(first, first + parallelPuts)
    // All of a batch end before the first failure is told: none may be stored after `undo` has removed the rest.
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
  // The first error is the one to tell; pages not given back now come back when the reservation expires.
  for (const result of results) {
    if (result.status === 'fulfilled') continue
    const tell = result.reason instanceof UnavailableError ? log.info : log.error
    tell('giving back a failed task failed', { taskId, error: String(result.reason) })
  }
}
