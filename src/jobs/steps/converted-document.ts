/**
 * The Office file of a task, turned into PDF once: the first step converts and stores it, all later steps and attempts read what is
 * stored, wherever they run. Whether it is there decides how the task is read, not what this process happens to have. What could not
 * be converted and is read as it was sent has a mark in its place.
 */

import type { RecoveredContent } from '../../office/fixups/recovered-content.ts'
import { familyOf, typeOfConverted } from '../../office/formats.ts'
import type { InspectJob } from '../../pool/pool.ts'
import type { StepContext } from '../runner/lease.ts'
import type { Task } from '../store/task-store.ts'
import { asConverted, convert, type Readable } from './convert.ts'
import { convertedKey, sourceKey } from './task-documents.ts'

type Context = Pick<StepContext, 'deps' | 'documents'>

const mediaTypes = {
  '.pdf': 'application/pdf',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
/** The type and content of the mark that stands where the converter made nothing to read. */
const asSent = { type: 'text/plain', text: 'read as sent' }

/** Converts unless an earlier attempt has: its PDF is complete, since blobs appear as a whole or not at all. */
export async function storeConverted(task: Task, { deps, documents }: Context, signal: AbortSignal): Promise<void> {
  const { taskId, fileName, fileType, options } = task
  const blobKey = convertedKey(taskId)
  if ((await deps.blobs.head(blobKey)) !== null) return
  const { source, release } = await documents.acquire(sourceKey(taskId))
  try {
    const made = await convert(
      { source, fileName, fileType, password: options.password, options, requestId: taskId },
      deps,
      { signal, tenant: task.apiKeyId },
    )
    signal.throwIfAborted()
    const { bytes, type } =
      made.kind === 'converted'
        ? { bytes: made.bytes, type: mediaTypes[typeOfConverted(made.bytes)] }
        : { bytes: new TextEncoder().encode(asSent.text), type: asSent.type }
    // The recovered content first: where the document is, everything is.
    await deps.blobs.put(recoveredContentKey(taskId), new TextEncoder().encode(JSON.stringify(made.recovered)), {
      type: 'application/json',
    })
    await deps.blobs.put(blobKey, bytes, { type })
  } finally {
    release()
  }
}

/** The document that the task's pages are parsed from. `release` must be called once. */
export async function acquireDocument(
  { taskId, fileName, fileType, options }: Pick<Task, 'taskId' | 'fileName' | 'fileType' | 'options'>,
  { deps, documents }: Context,
): Promise<{ readonly job: Readable; release(): void }> {
  const converted = familyOf(fileType) === null ? null : await deps.blobs.head(convertedKey(taskId))
  const isAsSent = converted === null || converted.type === asSent.type
  const { source, release } = await documents.acquire(isAsSent ? sourceKey(taskId) : convertedKey(taskId))
  const sent: InspectJob = { source, fileName, fileType, password: options.password }
  if (converted === null) return { job: sent, release }
  try {
    const recovered = await loadRecoveredContent(taskId, deps)
    if (isAsSent) return { job: recovered === null ? sent : { ...sent, recovered }, release }
    return {
      job: asConverted(sent, { source, fileType: converted.type === mediaTypes['.pdf'] ? '.pdf' : '.xlsx' }, recovered),
      release,
    }
  } catch (error) {
    release()
    throw error
  }
}

/** Goes with the converted document, since its name begins with the same. */
function recoveredContentKey(taskId: string): string {
  return `${convertedKey(taskId)}-supplement`
}

async function loadRecoveredContent(
  taskId: string,
  { blobs }: Pick<StepContext['deps'], 'blobs'>,
): Promise<RecoveredContent | null> {
  const stored = await blobs.get(recoveredContentKey(taskId))
  // Written by `storeConverted` of this same version.
  return stored === null ? null : JSON.parse(await new Response(stored.body).text())
}
