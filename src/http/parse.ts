/**
 * POST /parse/sync: the upload is streamed to the spool, the key checked as soon as it is known, the document parsed
 * while the client waits. The answer is put together as text, so that the JSON result is never parsed again.
 */
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { parseSync, type SyncResult } from '../jobs/api/sync.ts'
import { type AppEnv, addLogFields, basePath } from './app-env.ts'
import { methodNotAllowedResponse } from './error-responses.ts'
import { withUpload } from './receive-request.ts'
import type { UploadLimiter } from './upload-limits.ts'

/** The second is what older clients call it. */
const syncPaths = [`${basePath}/parse/sync`, `${basePath}/extract/acc_sync`]

export function routeParse(app: Hono<AppEnv>, deps: Deps, gate: UploadLimiter): void {
  app.on('POST', syncPaths, (c) =>
    withUpload(c, { deps, gate }, async (request) => {
      const result = await parseSync(request, deps, c.req.raw.signal)
      addLogFields(c, { code: 0, taskId: result.taskId, fileType: result.info.fileType, pages: result.pagesBilled })
      return c.body(syncAnswer(result), 200, { 'Content-Type': 'application/json' })
    }),
  )
  for (const path of syncPaths) app.all(path, methodNotAllowedResponse('POST'))
}

/** The envelope of §4 as JSON text. */
function syncAnswer(result: SyncResult): string {
  const outputs = [
    result.markdown === undefined ? '' : `"markdown":${JSON.stringify(result.markdown)}`,
    result.json === undefined ? '' : `"json":${result.json}`,
    result.zipUrl === undefined ? '' : `"zip":${JSON.stringify(result.zipUrl)}`,
  ].filter((text) => text !== '')
  const metadata = {
    page_num: result.info.pageCount,
    file_type: result.info.fileType,
    pages_billed: result.pagesBilled,
    processing_time_ms: result.processingTimeMs,
    token_count: result.tokenCount,
  }
  const pages = result.pagesBilled === 1 ? '1 page' : `${result.pagesBilled} pages`
  const warnings = result.warnings.length === 0 ? '' : `,"warnings":${JSON.stringify(result.warnings)}`
  return (
    `{"code":0,"message":"Document parsed: ${pages}.","data":{"task_id":"${result.taskId}","error":null,"metadata":${JSON.stringify(metadata)},` +
    `"result":{"file_name":${JSON.stringify(result.info.fileName)},"imgs":${JSON.stringify(result.imageUrls)},"outputs":{${outputs.join(',')}}}}${warnings}}`
  )
}
