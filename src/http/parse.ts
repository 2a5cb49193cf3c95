/**
 * POST /parse/sync: the upload is streamed to the spool, the key checked as soon as it is known, the document parsed
 * while the client waits. The answer is put together as text, so that the JSON result is never parsed again.
 */
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { receiveUpload } from '../intake/upload.ts'
import { parseSync, type SyncResult } from '../jobs/sync.ts'
import type { ApiKey } from '../ledger/keys.ts'
import { ParseError } from '../model/errors.ts'
import type { FormFields } from '../model/options.ts'
import { type AppEnv, basePath } from './env.ts'
import { answerMethodNotAllowed } from './errors.ts'
import { requireKey } from './keys.ts'
import type { UploadGate } from './limits.ts'
import { publicOrigin } from './origin.ts'

/** The second is what older clients call it. */
const syncPaths = [`${basePath}/parse/sync`, `${basePath}/extract/acc_sync`]

export function routeParse(app: Hono<AppEnv>, deps: Deps, gate: UploadGate): void {
  app.on('POST', syncPaths, async (c) => {
    let apiKey: ApiKey | undefined
    const leave = gate.enter()
    const upload = await receiveUpload(c.get('body'), c.req.raw.headers, {
      spool: deps.spool,
      limits: deps.settings,
      async beforeFile(fields: FormFields) {
        // A key that stands before the file saves a wrong one's owner 200 MB; elsewhere it is checked at the end.
        if (fields.has('api_key')) apiKey = await requireKey(fields, deps)
      },
    }).finally(leave)
    try {
      apiKey ??= await requireKey(upload.fields, deps)
      const file = requireFile(upload)
      const origin = publicOrigin(c, deps.settings)
      const result = await parseSync({ apiKeyId: apiKey.id, fields: upload.fields, file, publicOrigin: origin }, deps, c.req.raw.signal)
      c.set('facts', { code: 0, taskId: result.taskId, apiKeyId: apiKey.id, fileType: result.info.fileType, pages: result.pagesBilled, bytes: file.size })
      return c.body(syncAnswer(result), 200, { 'Content-Type': 'application/json' })
    } finally {
      await upload.file?.remove()
    }
  })
  for (const path of syncPaths) app.all(path, answerMethodNotAllowed('POST'))
}

function requireFile({ file, missing }: Awaited<ReturnType<typeof receiveUpload>>) {
  if (file === null) throw new ParseError(1111, missing ?? 'The request has no file. Send the document as the form part "file".')
  if (file.size === 0) {
    const name = file.fileName === '' ? 'The file' : `The file "${file.fileName}"`
    throw new ParseError(1111, `${name} is empty: 0 bytes arrived. Send a document with content.`)
  }
  return file
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
