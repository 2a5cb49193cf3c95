/** What every route finds in its context: the request's id, its body, and the facts for its log line. */

import type { Context } from 'hono'
import type { LogFields } from '../telemetry/log.ts'
import type { BodyReader } from '../uploads/request-body.ts'

export interface AppEnv {
  Bindings: {
    /** The request's body where the runtime reads it better than `Request` does. */
    openRequestBody?: () => ReadableStream<Uint8Array>
  }
  Variables: {
    requestId: string
    /** Empty for GET and HEAD. Routes read it here and nowhere else, so that an unread rest can be swallowed. */
    body: BodyReader
    /** Never form values or keys. */
    logFields: LogFields
    /** Content security policy of an answer that is a page. */
    pagePolicy?: string
  }
}

/** The base of all routes of the contract. */
export const basePath = '/api/v1'

/** Adds fields to the request's line in the access log. Never form values or keys. */
export function addLogFields(c: Context<AppEnv>, fields: LogFields): void {
  c.set('logFields', { ...c.get('logFields'), ...fields })
}
