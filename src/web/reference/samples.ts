/** Shortest request of an operation as a program, and an example response. */
import { type Endpoint, type OpenApi, resolveSchema, type Schema } from './openapi.ts'
import { bodyOf, credentialOf, isForm } from './request.ts'

export const sampleLanguages = ['curl', 'Python', 'TypeScript'] as const
export type SampleLanguage = (typeof sampleLanguages)[number]

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

interface SampleRequest {
  readonly method: string
  readonly url: string
  readonly bearer: string | null
  readonly form: readonly { readonly name: string; readonly value: string; readonly kind: 'text' | 'file' | 'key' }[]
  readonly isMultipart: boolean
  readonly json: Json | undefined
  readonly isFile: boolean
}

const fileName = 'document.pdf'
/** Maximum nesting of objects and lists in an example. */
const MAX_DEPTH = 12

export function requestSample(
  language: SampleLanguage,
  endpoint: Endpoint,
  { api, origin }: { readonly api: OpenApi; readonly origin: string },
): string {
  const request = sampleRequest(endpoint, api, origin)
  return { curl: curlOf, Python: pythonOf, TypeScript: typescriptOf }[language](request)
}

/** `null` without a JSON response. */
export function responseSample({ operation }: Endpoint, api: OpenApi): string | null {
  const schema = operation.responses['200']?.content?.['application/json']?.schema
  return schema === undefined ? null : JSON.stringify(exampleOf(schema, api), null, 2)
}

function sampleRequest(endpoint: Endpoint, api: OpenApi, origin: string): SampleRequest {
  const body = bodyOf(endpoint, api)
  const credential = credentialOf(endpoint)
  const { schema = {}, type = '' } = body ?? {}
  const isFormBody = body !== null && isForm(body)
  const names = isFormBody ? (schema.required ?? []) : []
  const query = (endpoint.operation.parameters ?? []).filter(({ in: place, required }) => place === 'query' && required)
  const search = query.map(({ name, schema: of = {} }) => `${name}=${encodeURIComponent(textOf(exampleOf(of, api)))}`)
  return {
    method: endpoint.method.toUpperCase(),
    url: `${origin}${endpoint.path}${search.length === 0 ? '' : `?${search.join('&')}`}`,
    bearer: credential === null ? null : credential === 'admin' ? 'ADMIN_TOKEN' : 'SHEAF_KEY',
    form: names.map((name) => {
      const { schema: field } = resolveSchema(schema.properties?.[name] ?? {}, api)
      if (field.format === 'binary' || field.items?.format === 'binary') return { name, value: fileName, kind: 'file' }
      if (name === 'api_key') return { name, value: 'SHEAF_KEY', kind: 'key' }
      return { name, value: textOf(exampleOf(field, api)), kind: 'text' }
    }),
    isMultipart: type === 'multipart/form-data',
    json: type === 'application/json' ? exampleOf(schema, api) : undefined,
    isFile: body !== null && !isFormBody && type !== 'application/json',
  }
}

/** Uses examples and defaults of the schema, or else the simplest value. */
function exampleOf(given: Schema, api: OpenApi, depth = 0): Json {
  const { schema } = resolveSchema(given, api)
  const [example] = schema.examples ?? []
  const [choice] = schema.oneOf ?? schema.anyOf ?? []
  if (schema.const !== undefined) return schema.const as Json
  if (example !== undefined) return example as Json
  if (schema.default !== undefined) return schema.default as Json
  if (schema.enum !== undefined) return (schema.enum[0] ?? null) as Json
  if (choice !== undefined) return exampleOf(choice, api, depth)
  if (schema.allOf !== undefined)
    return Object.assign({}, ...schema.allOf.map((part) => exampleOf(part, api, depth))) as Json
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.[0]
  if (schema.items !== undefined || type === 'array')
    return depth >= MAX_DEPTH || schema.items === undefined ? [] : [exampleOf(schema.items, api, depth + 1)]
  if (schema.properties !== undefined)
    return depth >= MAX_DEPTH
      ? {}
      : Object.fromEntries(
          Object.entries(schema.properties).map(([name, property]) => [name, exampleOf(property, api, depth + 1)]),
        )
  if (type === 'integer' || type === 'number') return schema.minimum ?? 0
  if (type === 'boolean') return false
  if (type === 'object') return {}
  if (schema.format === 'date-time') return '2030-01-31T23:59:59Z'
  return type === 'null' ? null : '…'
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function curlOf({ method, url, bearer, form, isMultipart, json, isFile }: SampleRequest): string {
  const parts = [
    ...(bearer === null ? [] : [`-H "Authorization: Bearer $${bearer}"`]),
    ...form.map(({ name, value, kind }) => {
      if (kind === 'file') return `-F ${name}=@${value}`
      const flag = isMultipart ? '-F' : '-d'
      return kind === 'key' ? `${flag} ${name}="$${value}"` : `${flag} '${name}=${value}'`
    }),
    ...(json === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(json)}'`]),
    ...(isFile ? [`--data-binary @${fileName}`] : []),
  ]
  const isImplied = method === (parts.some((part) => /^(-F|-d|--data)/.test(part)) ? 'POST' : 'GET')
  return [`curl -sS ${isImplied ? '' : `-X ${method} `}'${url}'`, ...parts.map((part) => `  ${part}`)].join(' \\\n')
}

function pythonOf({ method, url, bearer, form, isMultipart, json, isFile }: SampleRequest): string {
  const needsKey = bearer !== null || form.some(({ kind }) => kind === 'key')
  const fields = form.filter(({ kind }) => kind !== 'file')
  const files = form.filter(({ kind }) => kind === 'file')
  const textFor = ({ value, kind }: (typeof form)[number]): string =>
    kind === 'key' ? `os.environ["${value}"]` : JSON.stringify(value)
  const entries = (list: typeof form, of: (entry: (typeof form)[number]) => string): string =>
    `{${list.map((entry) => `${JSON.stringify(entry.name)}: ${of(entry)}`).join(', ')}}`
  const parts = [
    JSON.stringify(url),
    ...(bearer === null ? [] : [`headers={"Authorization": f"Bearer {os.environ['${bearer}']}"}`]),
    ...(fields.length === 0 ? [] : [`data=${entries(fields, textFor)}`]),
    ...(files.length === 0
      ? isMultipart
        ? ['files={}']
        : []
      : [`files=${entries(files, ({ value }) => `open(${JSON.stringify(value)}, "rb")`)}`]),
    ...(json === undefined ? [] : [`json=${pythonValue(json)}`]),
    ...(isFile ? [`data=open("${fileName}", "rb")`] : []),
  ]
  return `${needsKey ? 'import os\n' : ''}import requests

response = requests.${method.toLowerCase()}(
${parts.map((part) => `    ${part},\n`).join('')})
print(response.text)`
}

function pythonValue(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(pythonValue).join(', ')}]`
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([name, item]) => `${JSON.stringify(name)}: ${pythonValue(item as Json)}`)
      .join(', ')}}`
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return value === null ? 'None' : JSON.stringify(value)
}

function typescriptOf({ method, url, bearer, form, isMultipart, json, isFile }: SampleRequest): string {
  const hasFile = isFile || form.some(({ kind }) => kind === 'file')
  const bodyName = form.length > 0 ? 'form' : null
  const lines = [
    ...(hasFile ? [`import { openAsBlob } from 'node:fs'`, ''] : []),
    ...(bodyName === null ? [] : [`const form = new ${isMultipart ? 'FormData' : 'URLSearchParams'}()`]),
    ...form.map(({ name, value, kind }) => {
      if (kind === 'file') return `form.append('${name}', await openAsBlob('${value}'), '${value}')`
      return `form.append('${name}', ${kind === 'key' ? `process.env.${value} ?? ''` : `'${value}'`})`
    }),
  ]
  const headers = [
    ...(bearer === null ? [] : [`Authorization: \`Bearer \${process.env.${bearer}}\``]),
    ...(json === undefined ? [] : [`'Content-Type': 'application/json'`]),
  ]
  const init = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(headers.length === 0 ? [] : [`headers: { ${headers.join(', ')} }`]),
    ...(bodyName === null ? [] : ['body: form']),
    ...(json === undefined ? [] : [`body: JSON.stringify(${JSON.stringify(json)})`]),
    ...(isFile ? [`body: await openAsBlob('${fileName}')`] : []),
  ]
  const options = init.length === 0 ? '' : `, {\n${init.map((part) => `  ${part},\n`).join('')}}`
  return [...lines, `const response = await fetch('${url}'${options})`, 'console.log(await response.text())'].join('\n')
}
