/** The platform's `fetch` reaches only the public internet. */
import type { OpenUrl } from './url-source.ts'

export const openUrlOnWorkers: OpenUrl = async (url, { headers, signal }) => {
  const { status, headers: received, body } = await fetch(url, { headers, signal, redirect: 'manual' })
  return { status, headers: received, body }
}
