/** Parts of OpenAPI 3.1 that the reference shows. */

export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly examples?: readonly unknown[]
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly additionalProperties?: boolean | Schema
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}

export interface Media {
  readonly schema?: Schema
  readonly examples?: Readonly<Record<string, Example>>
}

export interface Example {
  readonly $ref?: string
  readonly summary?: string
  readonly value?: unknown
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description?: string
  readonly schema?: Schema
}

export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly tags: readonly string[]
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> }
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: Readonly<Record<string, Media>> }>
  >
}

export interface OpenApi {
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly examples: Readonly<Record<string, Example>>
  }
}

export interface Endpoint {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

export function endpointsOf({ paths }: OpenApi): Endpoint[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
}

export function resolveSchema(
  schema: Schema,
  { components }: OpenApi,
): { readonly schema: Schema; readonly name: string | null } {
  const name = /^#\/components\/schemas\/(.+)$/.exec(schema.$ref ?? '')?.[1]
  return name === undefined ? { schema, name: null } : { schema: components.schemas[name] ?? {}, name }
}

export function resolveExample(example: Example, { components }: OpenApi): Example {
  const name = /^#\/components\/examples\/(.+)$/.exec(example.$ref ?? '')?.[1]
  return name === undefined ? example : (components.examples[name] ?? {})
}

/** Readable form: `string or null`, `integer, 0 to 10`. */
export function typeText(schema: Schema, document: OpenApi): string {
  const { schema: resolved, name } = resolveSchema(schema, document)
  if (resolved.type === 'array' && resolved.items !== undefined) return `${typeText(resolved.items, document)}[]`
  if (name !== null) return name
  const choices = resolved.oneOf ?? resolved.anyOf
  if (choices !== undefined) return choices.map((choice) => typeText(choice, document)).join(' | ')
  if (resolved.const !== undefined) return JSON.stringify(resolved.const)
  const types = typeof resolved.type === 'string' ? [resolved.type] : (resolved.type ?? ['any'])
  const format = resolved.format === undefined ? '' : ` (${resolved.format})`
  return `${types.join(' | ')}${format}`
}
