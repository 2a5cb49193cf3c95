import type { Context } from 'hono'
import { type ApiKey, findKey, ratesOf } from '../accounts/api-keys.ts'
import type { Deps } from '../deps.ts'
import { ParseError } from '../model/errors.ts'
import type { FormFields } from '../model/read-options.ts'
import { receiveUpload, type Upload, type UploadedFile } from '../uploads/receive-upload.ts'
import { type AppEnv, addLogFields } from './app-env.ts'
import { clientAddress } from './client-address.ts'
import { publicOrigin } from './public-origin.ts'
import { readFormKey, requireKey } from './require-key.ts'
import type { UploadLimiter } from './upload-limiter.ts'

interface ReceivedRequest {
  readonly apiKeyId: string
  readonly fields: FormFields
  readonly file: UploadedFile
  readonly publicOrigin: string
}

export async function withUpload<value>(
  c: Context<AppEnv>,
  { deps, limiter }: { deps: Deps; limiter: UploadLimiter },
  respond: (request: ReceivedRequest) => Promise<value>,
): Promise<value> {
  const { spool, settings } = deps
  let apiKey: ApiKey | undefined
  const body = c.get('body')
  const { headers } = c.req.raw
  const slot = limiter.enter(body, clientAddress(c, settings))
  const upload = await receiveUpload(body, headers, {
    spool,
    limits: settings,
    async beforeFile(fields) {
      const text = readFormKey(fields, headers)
      // An invalid key before the file is refused without the upload. A header can have the credentials of a proxy.
      if (fields.has('api_key') || (await isKnownKey(text, deps))) apiKey = await requireKeyWithinRate(text, deps)
      slot.beginFile({ hasKey: apiKey !== undefined })
    },
  }).finally(() => slot.release())
  try {
    apiKey ??= await requireKeyWithinRate(readFormKey(upload.fields, headers), deps)
    const file = requireFile(upload)
    addLogFields(c, { apiKeyId: apiKey.id, bytes: file.size })
    return await respond({ apiKeyId: apiKey.id, fields: upload.fields, file, publicOrigin: publicOrigin(c, settings) })
  } finally {
    await upload.file?.remove()
  }
}

async function isKnownKey(text: string, { sql, clock }: Deps): Promise<boolean> {
  return text !== '' && (await findKey(sql, text, clock())) !== null
}

async function requireKeyWithinRate(text: string, deps: Deps): Promise<ApiKey> {
  const apiKey = await requireKey(text, deps)
  await consumeRate(apiKey, deps)
  return apiKey
}

/** Counts a document. Throws `ParseError` 1101 or 1124 at a rate limit of the key. */
export async function consumeRate(apiKey: ApiKey, deps: Deps): Promise<void> {
  const result = await deps.rates.consume(apiKey.id, ratesOf(apiKey, deps.settings.rates), deps.clock())
  if (result.ok) return
  const { code, message, retryAfterSeconds } = result
  throw new ParseError(code, message, { status: 429, retryAfterSeconds })
}

function requireFile(upload: Upload): UploadedFile {
  if (upload.file === null) throw new ParseError(1111, upload.missing)
  refuseEmpty(upload.file)
  return upload.file
}

export function refuseEmpty({ fileName, size }: UploadedFile): void {
  if (size > 0) return
  const name = fileName === '' ? 'The file' : `The file "${fileName}"`
  throw new ParseError(1111, `${name} is empty: 0 bytes arrived. Send a document with content.`)
}
