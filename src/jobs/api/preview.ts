/**
 * Pages of a task that is still at work, as `outputs.json` would show them if each were a document of its own: what needs
 * more than one page (furniture, levels, joins) comes with the result, and so do the pictures behind the links.
 */
import type { Deps } from '../../deps.ts'
import { loadPages } from '../store/page-files.ts'
import { listFinished } from '../store/shard-store.ts'
import type { Task } from '../store/task-store.ts'

/** JSON text of each page of the shards that are not in `shown` yet, and notes them there. */
export async function* previewPages(
  task: Task,
  { deps, shown, signal }: { deps: Deps; shown: Set<number>; signal: AbortSignal },
): AsyncGenerator<string> {
  const { blobs, sql, pool } = deps
  if (task.state !== 'PROCESSING' && task.state !== 'JOINING') return
  for (const shard of await listFinished(sql, task.taskId)) {
    if (shown.has(shard.first) || shard.error !== null) continue
    shown.add(shard.first)
    const { fileName, fileType, options, pageCount } = task
    const info = { fileName, fileType, pageCount: pageCount ?? 0 }
    const image = options.elementFormats.image === 'base64' ? 'none' : options.elementFormats.image
    const plain = {
      ...options,
      outputFormats: ['json' as const],
      elementFormats: { ...options.elementFormats, image },
      chunk: 'none' as const,
    }
    const filesUrl = `${task.publicOrigin}/files/${task.filesToken}/`
    const pages = await loadPages(blobs, task.taskId, shard).catch(() => null)
    // The task has ended meanwhile and its pages are gone: the result has them.
    if (pages === null) return
    for (const { pageIndex, json, pictures } of pages) {
      const bare = pictures.map(({ name, type }) => ({ name, type, bytes: new Uint8Array(0) }))
      const outputs = await pool.finish(
        { info, pages: [{ pageIndex, json, images: bare }], options: plain, filesUrl },
        { signal, tenant: task.apiKeyId },
      )
      const text = outputs.json ?? ''
      // `{"pages":[…]}` with one page in it: the page is what stands between the brackets.
      if (text.startsWith('{"pages":[')) yield text.slice('{"pages":['.length, -']}'.length)
    }
  }
}
