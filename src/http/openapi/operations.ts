import { type ErrorCode, errorTable } from '../../model/errors.ts'
import type { FieldSchema } from '../../model/request-fields.ts'
import type { SchemaName } from './schemas.ts'

export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly tags: readonly string[]
  readonly parameters?: readonly object[]
  readonly requestBody?: object
  readonly responses: Readonly<Record<string, object>>
  readonly callbacks?: object
  readonly security?: readonly object[]
}

export type Paths = Readonly<Record<string, Readonly<Partial<Record<'get' | 'post' | 'put' | 'patch', Operation>>>>>

export const keyField = {
  type: 'string',
  description:
    'Send it before the file, so that a wrong key is refused before the upload; or send the header `Authorization: Bearer <key>` instead.',
  examples: ['sk-…'],
} as const satisfies FieldSchema

export const binary = { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' } as const

export const fileList = { type: 'array', items: binary, minItems: 1 }

/** Ways to send a key in the APIs of other programs. */
export const compatSecurity = [{ bearer: [] }, { apiKeyHeader: [] }, { basic: [] }]

export function ref(name: SchemaName): object {
  return { $ref: `#/components/schemas/${name}` }
}

type Properties = Readonly<Record<string, FieldSchema | object>>

export function formSchema(properties: Properties, required: readonly string[]) {
  return { type: 'object', required, properties } as const
}

/** A form that can have a file. Objects are parts with JSON. */
export function multipart(schema: object, properties: Properties): object {
  const objects = Object.entries(properties).filter(([, property]) => 'type' in property && property.type === 'object')
  return {
    required: true,
    content: {
      'multipart/form-data': {
        schema,
        encoding: Object.fromEntries(objects.map(([name]) => [name, { contentType: 'application/json' }])),
      },
    },
  }
}

export function smallForm(properties: Readonly<Record<string, FieldSchema>>): object {
  const schema = formSchema(properties, Object.keys(properties))
  return {
    required: true,
    content: { 'application/x-www-form-urlencoded': { schema }, 'multipart/form-data': { schema } },
  }
}

interface ErrorShape {
  readonly schema: SchemaName
  readonly codes: readonly ErrorCode[]
  readonly semantic: boolean
}

export function responses(
  description: string,
  content: Readonly<Record<string, object>>,
  { schema, codes, semantic }: ErrorShape,
): Record<string, object> {
  const statuses = Map.groupBy(codes, (code) => (semantic ? errorTable[code].status : 200))
  const errors = (list: readonly ErrorCode[]): object =>
    Object.fromEntries(list.map((code) => [`error_${code}`, { $ref: `#/components/examples/${schema}_${code}` }]))
  const [[type, success = {}] = ['application/json', {}]] = Object.entries(content)
  const inOk = statuses.get(200) ?? []
  const okSchema = inOk.length === 0 ? success : { oneOf: [success, ref(schema)] }
  const ok =
    type === 'application/json'
      ? { [type]: { schema: okSchema, ...(inOk.length === 0 ? {} : { examples: errors(inOk) }) } }
      : {
          [type]: { schema: success },
          ...(inOk.length === 0 ? {} : { 'application/json': { schema: ref(schema), examples: errors(inOk) } }),
        }
  const failures = [...statuses].filter(([status]) => status !== 200)
  return {
    200: { description, headers: requestIdHeader, content: ok },
    ...Object.fromEntries(
      failures.map(([status, list]) => [
        status,
        {
          description: list.map((code) => `${code}: ${errorTable[code].text}.`).join(' '),
          headers: requestIdHeader,
          content: { 'application/json': { schema: ref(schema), examples: errors(list) } },
        },
      ]),
    ),
  }
}

export function plainResponses(
  description: string,
  content: Readonly<Record<string, object>>,
  error: Readonly<Record<string, object>>,
): Record<string, object> {
  const mediaTypes = (schemas: Readonly<Record<string, object>>): object =>
    Object.fromEntries(Object.entries(schemas).map(([type, schema]) => [type, { schema }]))
  return {
    200: { description, headers: requestIdHeader, content: mediaTypes(content) },
    '4XX': { description: 'The request was refused.', content: mediaTypes(error) },
    '5XX': { description: 'The service is busy or failed.', content: mediaTypes(error) },
  }
}

export function errorExamples(): Record<string, object> {
  return Object.fromEntries(
    Object.entries(errorTable).flatMap(([code, { text }]) => {
      const message = `${text}.`
      const data = { task_id: null, status: 'FAILED', error: message, metadata: {}, result: null }
      return [
        [`ParseError_${code}`, { summary: text, value: { code: Number(code), message, data } }],
        [`Error_${code}`, { summary: text, value: { code: Number(code), message, data: {} } }],
      ]
    }),
  )
}

const requestIdHeader = {
  'X-Request-Id': { description: 'Found again in the log of the service.', schema: { type: 'string' } },
} as const
