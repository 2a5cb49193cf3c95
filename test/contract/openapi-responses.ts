/** Checks each response of a contract test against `/openapi.json` of the same service. Both runtimes use it. */
import { type Schema, Validator } from '@cfworker/json-schema'
import { expect } from 'vitest'

interface Target {
  call(path: string, init?: RequestInit): Promise<Response>
}
interface Media {
  readonly schema?: Schema
}
interface Described {
  readonly content?: Readonly<Record<string, Media>>
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: Record<string, Described> }>>>>
  readonly components: object
}

const olderNames: Readonly<Record<string, string>> = {
  '/api/v1/extract/acc_sync': '/api/v1/parse/sync',
  '/api/v1/extract/async': '/api/v1/parse/async',
  '/api/v1/extract/async_check': '/api/v1/parse/async_check',
}

/** JSON responses of documented routes must be valid, without properties that the document does not have. */
export function checkingResponses<target extends Target>(target: target): target {
  let loading: Promise<Document> | undefined
  const load = async (): Promise<Document> => strict(await (await target.call('/openapi.json')).json()) as Document
  const validators = new Map<string, Validator>()
  return {
    ...target,
    async call(path: string, init?: RequestInit) {
      const response = await target.call(path, init)
      const contentType = response.headers.get('content-type')?.split(';')[0] ?? ''
      loading ??= load()
      const document = await loading
      const found = findResponse(document, { path, method: init?.method ?? 'GET', status: response.status })
      if (found === null) return response
      const { described, name } = found
      expect(Object.keys(described.content ?? {}), name).toContain(contentType)
      const schema = described.content?.[contentType]?.schema
      if (contentType !== 'application/json' || schema === undefined) return response
      let validator = validators.get(name)
      if (validator === undefined) {
        validator = new Validator({ ...schema, components: document.components } as Schema, '2020-12', false)
        validators.set(name, validator)
      }
      const { valid, errors } = validator.validate(await response.clone().json())
      expect(valid ? [] : errors.map(({ instanceLocation, error }) => `${instanceLocation} ${error}`), name).toEqual([])
      return response
    },
  }
}

function findResponse(
  { paths }: Document,
  { path, method, status }: { path: string; method: string; status: number },
): { readonly described: Described; readonly name: string } | null {
  const bare = path.replace(/\?.*$/, '')
  const sought = olderNames[bare] ?? bare
  for (const [template, operations] of Object.entries(paths)) {
    if (!new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(sought)) continue
    const responses = operations[method.toLowerCase()]?.responses
    if (responses === undefined) continue
    const key = [String(status), `${Math.floor(status / 100)}XX`].find((candidate) => candidate in responses)
    const name = `${method} ${template} ${status}`
    expect(key, `${name} is not in the OpenAPI document`).toBeDefined()
    return { described: responses[key ?? ''] ?? {}, name }
  }
  return null
}

/** Adds `additionalProperties: false` to objects whose properties are listed. */
function strict(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strict)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]) => [key, strict(inner)] as const)
  const isClosed = 'properties' in value && 'type' in value && !('additionalProperties' in value)
  return { ...Object.fromEntries(entries), ...(isClosed ? { additionalProperties: false } : {}) }
}
