/** The platform's `fetch` reaches only the public internet. */
import type { OpenUrl } from './url-source.ts'

export const openUrlOnWorkers: OpenUrl = async (url, { headers, signal }) => {
  const { status, headers: received, body } = await fetch(url, { headers, signal, redirect: 'manual' })
  const ownHeaders = new Headers(received)
  // The platform decompresses the body, but not the headers that describe it.
  if (/^(?:gzip|br)$/i.test(received.get('content-encoding') ?? ''))
    for (const name of ['content-encoding', 'content-length']) ownHeaders.delete(name)
  return { status, headers: ownHeaders, body }
}
