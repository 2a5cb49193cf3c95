import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { parseSync, type SyncResult } from '../jobs/api/sync.ts'
import { outputFields } from '../jobs/steps/write-result.ts'
import { type AppEnv, addLogFields, basePath } from './app-env.ts'
import { withUpload } from './receive-request.ts'
import type { UploadLimiter } from './upload-limiter.ts'

/** The second path is an older name. */
const syncPaths = [`${basePath}/parse/sync`, `${basePath}/extract/acc_sync`]

export function routeParse(app: Hono<AppEnv>, deps: Deps, limiter: UploadLimiter): void {
  app.on('POST', syncPaths, (c) =>
    withUpload(c, { deps, limiter }, async (request) => {
      const result = await parseSync(request, deps, c.req.raw.signal)
      addLogFields(c, { code: 0, taskId: result.taskId, fileType: result.info.fileType, pages: result.pagesBilled })
      return c.body(syncResponse(result), 200, { 'Content-Type': 'application/json' })
    }),
  )
}

/** `json` is text already, so the envelope is built as text. */
function syncResponse({
  taskId,
  info,
  pagesBilled,
  processingTimeMs,
  imageUrls,
  outputs,
  zipUrl,
  warnings,
}: SyncResult) {
  const metadata = JSON.stringify({
    page_num: info.pageCount,
    file_type: info.fileType,
    pages_billed: pagesBilled,
    processing_time_ms: processingTimeMs,
    token_count: outputs.tokenCount,
  })
  const pages = pagesBilled === 1 ? '1 page' : `${pagesBilled} pages`
  const result = `{"file_name":${JSON.stringify(info.fileName)},"imgs":${JSON.stringify(imageUrls)},"outputs":{${outputFields(outputs, zipUrl).join(',')}}}`
  const data = `{"task_id":"${taskId}","error":null,"metadata":${metadata},"result":${result}}`
  const warningsField = warnings.length === 0 ? '' : `,"warnings":${JSON.stringify(warnings)}`
  return `{"code":0,"message":"Document parsed: ${pages}.","data":${data}${warningsField}}`
}
