/** The service under test with a key, for the compatible APIs. Both runtimes use it. */
import { expect } from 'vitest'
import type { ApiTarget } from '../http-api.ts'
import { checkingResponses } from '../openapi-responses.ts'

export interface CompatTarget extends ApiTarget {
  readonly apiKey: string
}

export type OpenCompat = () => Promise<CompatTarget>

export async function withKey(target: ApiTarget): Promise<CompatTarget> {
  const { apiKey } = await target.createKey({ freePerDay: 100_000, freePerMonth: 100_000, paidPages: 0 })
  return { ...checkingResponses(target), apiKey }
}

export async function jsonOf<body>(response: Response, status = 200): Promise<body> {
  const text = await response.text()
  expect([response.status, text]).toEqual([status, expect.any(String)])
  expect(response.headers.get('content-type')).toContain('application/json')
  return JSON.parse(text) as body
}
