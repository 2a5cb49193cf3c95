/** Refuses addresses in private networks, which only this service can reach (SSRF). */
import { isPrivateHost } from '../network/private-address.ts'

export interface CallbackRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  readonly timeoutMs: number
}

export type DeliveryResult =
  | { readonly ok: true; readonly status: number }
  /** `permanent` means that a retry would fail too. */
  | { readonly ok: false; readonly reason: string; readonly permanent: boolean }

/** Sends one POST request and never throws. */
export type DeliverCallback = (request: CallbackRequest) => Promise<DeliveryResult>

/** Redirects could lead into a private network. */
export function resultOfStatus(status: number): DeliveryResult {
  if (status >= 200 && status < 300) return { ok: true, status }
  // With `redirect: manual`, `fetch` may report status 0.
  const isRedirect = status === 0 || (status >= 300 && status < 400)
  const reason = isRedirect ? `it was redirected (${status}); redirects are not followed` : `status ${status}`
  return { ok: false, reason, permanent: false }
}

const MAX_URL_LENGTH = 2000

/** Does not look up the host. Returns the problem, or `null`. */
export function checkCallbackUrl(text: string, { allowPrivate }: { allowPrivate: boolean }): string | null {
  if (text.length > MAX_URL_LENGTH) return `it has ${text.length} characters; the limit is ${MAX_URL_LENGTH}`
  const url = URL.parse(text)
  if (url === null) return 'it is not an address; write for example https://example.com/done'
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return `"${url.protocol}" is not possible; use https or http`
  if (url.username !== '' || url.password !== '') return 'it has a user name or password; callbacks are signed instead'
  if (allowPrivate) return null
  if (isPrivateHost(url.hostname))
    return 'it is inside a private network; the operator can allow that with CALLBACK_ALLOW_PRIVATE=on'
  return null
}
