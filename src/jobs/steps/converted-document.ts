/** The plan step stores the converted document once, or a marker that the file is read directly. */
import type { RecoveredContent } from '../../office/fixups/recovered-content.ts'
import { convertedMediaTypes, familyOf, typeOfConverted } from '../../office/formats.ts'
import type { InspectJob } from '../../pool/pool.ts'
import { convertedKey, recoveredContentKey, sourceKey } from '../store/blob-keys.ts'
import type { Task } from '../store/task-store.ts'
import type { StepContext } from '../types.ts'
import { asConverted, convert, type ReadableDocument } from './convert.ts'

type Context = Pick<StepContext, 'deps' | 'documents'>

const readAsSent = { type: 'text/plain', bytes: new TextEncoder().encode('read as sent') }

export async function storeConverted(task: Task, { deps, documents }: Context, signal: AbortSignal): Promise<void> {
  const { blobs } = deps
  const { taskId, fileName, fileType, options } = task
  const blobKey = convertedKey(taskId)
  if ((await blobs.head(blobKey)) !== null) return
  const { source, release } = await documents.acquire(sourceKey(taskId))
  try {
    const result = await convert(
      { source, fileName, fileType, password: options.password, options, requestId: taskId },
      deps,
      { signal, tenant: task.apiKeyId },
    )
    signal.throwIfAborted()
    const recovered = new TextEncoder().encode(JSON.stringify(result.recovered))
    // The document is stored last, because its existence marks completion.
    await blobs.put(recoveredContentKey(taskId), recovered, { type: 'application/json' })
    if (result.kind === 'converted')
      await blobs.put(blobKey, result.bytes, { type: convertedMediaTypes[typeOfConverted(result.bytes)] })
    else await blobs.put(blobKey, readAsSent.bytes, { type: readAsSent.type })
  } finally {
    release()
  }
}

export async function acquireDocument(
  { taskId, fileName, fileType, options }: Pick<Task, 'taskId' | 'fileName' | 'fileType' | 'options'>,
  { deps, documents }: Context,
): Promise<{ readonly job: ReadableDocument; release(): void }> {
  const converted = familyOf(fileType) === null ? null : await deps.blobs.head(convertedKey(taskId))
  const isAsSent = converted === null || converted.type === readAsSent.type
  const { source, release } = await documents.acquire(isAsSent ? sourceKey(taskId) : convertedKey(taskId))
  const sent: InspectJob = { source, fileName, fileType, password: options.password }
  if (converted === null) return { job: sent, release }
  try {
    const recovered = await loadRecoveredContent(taskId, deps)
    if (isAsSent) return { job: recovered === null ? sent : { ...sent, recovered }, release }
    const convertedType = converted.type === convertedMediaTypes['.pdf'] ? '.pdf' : '.xlsx'
    return { job: asConverted(sent, { source, fileType: convertedType }, recovered), release }
  } catch (error) {
    release()
    throw error
  }
}

async function loadRecoveredContent(
  taskId: string,
  { blobs }: Pick<StepContext['deps'], 'blobs'>,
): Promise<RecoveredContent | null> {
  const stored = await blobs.get(recoveredContentKey(taskId))
  return stored === null ? null : JSON.parse(await new Response(stored.body).text())
}
