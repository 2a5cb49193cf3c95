/**
 * The beginning that both ways of parsing share: the upload streamed to the spool, its key checked as soon as it is known,
 * its sender's pace kept. What was spooled is removed when the route is done with it.
 */
import type { Context } from 'hono'
import { type ApiKey, ratesOf } from '../accounts/api-keys.ts'
import type { Deps } from '../deps.ts'
import { ParseError } from '../model/errors.ts'
import type { FormFields } from '../model/read-options.ts'
import { receiveUpload, type UploadedFile } from '../uploads/receive-upload.ts'
import { type AppEnv, addLogFields } from './app-env.ts'
import { publicOrigin } from './public-origin.ts'
import { requireKey } from './require-key.ts'
import type { UploadLimiter } from './upload-limits.ts'

export interface ReceivedRequest {
  readonly apiKeyId: string
  readonly fields: FormFields
  readonly file: UploadedFile
  readonly publicOrigin: string
}

/** Throws `ParseError`s of the contract's table; then nothing is left in the spool. */
export async function withUpload<value>(
  c: Context<AppEnv>,
  { deps, gate }: { deps: Deps; gate: UploadLimiter },
  act: (request: ReceivedRequest) => Promise<value>,
): Promise<value> {
  let apiKey: ApiKey | undefined
  const admit = async (fields: FormFields): Promise<ApiKey> => {
    const found = await requireKey(fields, deps)
    const pace = await deps.rates.consume(found.id, ratesOf(found, deps.settings.rates), deps.clock())
    if (!pace.ok) throw new ParseError(pace.code, pace.message, { status: 429 })
    return found
  }
  const body = c.get('body')
  const leave = gate.acquire(body)
  const upload = await receiveUpload(body, c.req.raw.headers, {
    spool: deps.spool,
    limits: deps.settings,
    async beforeFile(fields) {
      // A key that stands before the file saves a wrong one's owner 200 MB; elsewhere it is checked at the end.
      if (fields.has('api_key')) apiKey = await admit(fields)
    },
  }).finally(leave)
  try {
    apiKey ??= await admit(upload.fields)
    const file = requireFile(upload)
    addLogFields(c, { apiKeyId: apiKey.id, bytes: file.size })
    return await act({ apiKeyId: apiKey.id, fields: upload.fields, file, publicOrigin: publicOrigin(c, deps.settings) })
  } finally {
    await upload.file?.remove()
  }
}

function requireFile({ file, missing }: Awaited<ReturnType<typeof receiveUpload>>): UploadedFile {
  if (file === null)
    throw new ParseError(1111, missing ?? 'The request has no file. Send the document as the form part "file".')
  if (file.size === 0) {
    const name = file.fileName === '' ? 'The file' : `The file "${file.fileName}"`
    throw new ParseError(1111, `${name} is empty: 0 bytes arrived. Send a document with content.`)
  }
  return file
}
