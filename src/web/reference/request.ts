import { type Endpoint, type Media, type OpenApi, type Parameter, resolveSchema, type Schema } from './openapi.ts'

export type FieldValue = string | File

interface RequestBody {
  readonly type: string
  readonly schema: Schema
}

/** Prefers multipart, which can contain files. */
export function bodyOf({ operation }: Endpoint, api: OpenApi): RequestBody | null {
  const content: Readonly<Record<string, Media>> = operation.requestBody?.content ?? {}
  const types = ['multipart/form-data', 'application/x-www-form-urlencoded', ...Object.keys(content)]
  const type = types.find((candidate) => candidate in content)
  return type === undefined ? null : { type, schema: resolveSchema(content[type]?.schema ?? {}, api).schema }
}

export function isForm({ type }: RequestBody): boolean {
  return type === 'multipart/form-data' || type === 'application/x-www-form-urlencoded'
}

/** Whether requests carry the key or token in a header. */
export function credentialOf({ operation }: Endpoint): 'admin' | 'key' | null {
  const names = operation.security?.flatMap((scheme) => Object.keys(scheme)) ?? []
  if (names.includes('adminToken')) return 'admin'
  return names.includes('bearer') ? 'key' : null
}

export function buildRequest(
  endpoint: Endpoint,
  {
    values,
    requestBody,
    body,
    bearer,
  }: {
    values: ReadonlyMap<string, FieldValue>
    requestBody: RequestBody | null
    body: FieldValue | null
    bearer: string
  },
): { readonly path: string; readonly init: RequestInit } {
  const { method, operation } = endpoint
  const parameters = operation.parameters ?? []
  const textOf = ({ name }: Parameter): string => {
    const value = values.get(name)
    return typeof value === 'string' ? value : ''
  }
  let path = endpoint.path.replace(/^\//, '')
  const query = new URLSearchParams()
  const headers = new Headers(bearer === '' ? {} : { Authorization: `Bearer ${bearer}` })
  for (const parameter of parameters) {
    const value = textOf(parameter)
    if (parameter.in === 'path') path = path.replace(`{${parameter.name}}`, encodeURIComponent(value))
    else if (value !== '' && parameter.in === 'query') query.set(parameter.name, value)
    else if (value !== '') headers.set(parameter.name, value)
  }
  const search = query.size === 0 ? '' : `?${query}`
  const init: RequestInit = { method: method.toUpperCase(), headers }
  if (requestBody === null) return { path: path + search, init }
  if (!isForm(requestBody)) {
    if (requestBody.type === 'application/json') headers.set('Content-Type', 'application/json')
    return { path: path + search, init: { ...init, body } }
  }
  const parameterNames = new Set(parameters.map(({ name }) => name))
  const fields = [...values].filter(([name, value]) => value !== '' && !parameterNames.has(name))
  if (requestBody.type !== 'multipart/form-data') {
    const form = new URLSearchParams(Object.fromEntries(fields.map(([name, value]) => [name, String(value)])))
    return { path: path + search, init: { ...init, body: form } }
  }
  const form = new FormData()
  for (const [name, value] of fields) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, value, value.name)
  }
  return { path: path + search, init: { ...init, body: form } }
}
