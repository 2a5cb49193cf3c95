/** Renders finished pages of a running task. Heading levels and image links need the whole document. */
import type { Deps } from '../../deps.ts'
import type { ParseOptions } from '../../model/options.ts'
import { withoutImageBytes } from '../steps/join.ts'
import { loadPages } from '../store/page-files.ts'
import { filesUrl } from '../store/result-files.ts'
import { listFinished } from '../store/shard-store.ts'
import type { Task } from '../store/task-store.ts'

/** Yields the JSON of finished pages that are not in `shown`, and adds them to it. */
export async function* previewPages(
  task: Task,
  { deps, shown, signal }: { deps: Deps; shown: Set<number>; signal: AbortSignal },
): AsyncGenerator<string> {
  const { blobs, sql, pool } = deps
  const { taskId, fileName, fileType, apiKeyId, state } = task
  if (state !== 'PROCESSING' && state !== 'JOINING') return
  for (const shard of await listFinished(sql, taskId)) {
    if (shown.has(shard.first) || shard.error !== null) continue
    const pages = await loadPages(blobs, taskId, shard).catch(() => null)
    if (pages === null) return
    shown.add(shard.first)
    for (const page of pages) {
      const outputs = await pool.finish(
        {
          info: { fileName, fileType, pageCount: task.pageCount ?? 0 },
          pages: [withoutImageBytes(page)],
          options: previewOptions(task.options),
          filesUrl: filesUrl(task.publicOrigin, task.filesToken),
        },
        { signal, tenant: apiKeyId },
      )
      const json = outputs.json ?? ''
      if (json.startsWith('{"pages":[')) yield json.slice('{"pages":['.length, -']}'.length)
    }
  }
}

function previewOptions(options: ParseOptions): ParseOptions {
  const { image } = options.elementFormats
  return {
    ...options,
    outputFormats: ['json'],
    elementFormats: { ...options.elementFormats, image: image === 'base64' ? 'none' : image },
    chunk: 'none',
  }
}
