/** What every route finds in its context: the request's id, its body, and the facts for its log line. */

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
    facts: LogFields
    /** Content security policy of an answer that is a page. */
    pagePolicy?: string
  }
}

/** The base of all routes of the contract. */
export const basePath = '/api/v1'
