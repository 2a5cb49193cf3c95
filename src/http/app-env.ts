import type { Context } from 'hono'
import type { RequestIdVariables } from 'hono/request-id'
import type { SecureHeadersVariables } from 'hono/secure-headers'
import type { LogFields } from '../telemetry/log.ts'
import type { BodyReader } from '../uploads/request-body.ts'

export interface AppEnv {
  Bindings: {
    /** Opens the request body, if the runtime reads it better than `Request` does. */
    openRequestBody?: () => ReadableStream<Uint8Array>
  }
  Variables: RequestIdVariables &
    SecureHeadersVariables & {
      /** Empty for GET and HEAD. Routes must not use `c.req.raw.body`, so that the rest can be drained. */
      body: BodyReader
      logFields: LogFields
    }
}

export const basePath = '/api/v1'

/** Must never contain form values or keys. */
export function addLogFields(c: Context<AppEnv>, fields: LogFields): void {
  c.set('logFields', { ...c.get('logFields'), ...fields })
}
