/** `node test/client-types.ts` writes `src/client/api-types.ts` from the OpenAPI document. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compile, type JSONSchema } from 'json-schema-to-typescript'
import { openApiDocument } from '../src/http/openapi/document.ts'
import { readConfig } from '../src/runtime/config.ts'

export const typesFile = join(import.meta.dirname, '../src/client/api-types.ts')
/** Components that the client uses, with those that they contain. */
const roots = [
  'SubmitRequest',
  'ParseResponse',
  'SubmitResponse',
  'CheckResponse',
  'UsageResponse',
  'ProgressEvent',
  'ErrorCode',
]

export async function clientTypes(): Promise<string> {
  const { service } = readConfig({}, 'node')
  const document = openApiDocument({ ...service, version: '' }, '') as {
    components: { schemas: Record<string, JSONSchema> }
  }
  const definitions = reachable(document.components.schemas, roots)
  const schema = JSON.parse(
    JSON.stringify({ $defs: definitions }).replaceAll('#/components/schemas/', '#/$defs/'),
  ) as JSONSchema
  const text = await compile(schema, 'Api', {
    additionalProperties: false,
    unreachableDefinitions: true,
    bannerComment: '/** Generated from the OpenAPI document by `node test/client-types.ts`. */',
    style: { semi: false, singleQuote: true, printWidth: 120 },
  })
  return text
    .replace(/export interface Api \{[^}]*\}\n/, '')
    .replace(/\/\*\*\n \* This interface was referenced by[\s\S]*?\*\/\n/g, '\n')
    .replace(/ \*\n \* This interface was referenced by[\s\S]*?\n(?= \*\/)/g, '')
    .replace(/ +\*\n +\* @minItems.*\n +\* @maxItems.*\n/g, '')
    .replace(/\n{3,}/g, '\n\n')
}

function reachable(schemas: Record<string, JSONSchema>, names: readonly string[]): Record<string, JSONSchema> {
  const found: Record<string, JSONSchema> = {}
  const visit = (name: string): void => {
    const schema = schemas[name]
    if (schema === undefined || name in found) return
    found[name] = schema
    for (const [, inner = ''] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g)) visit(inner)
  }
  names.forEach(visit)
  return found
}

if (import.meta.main) writeFileSync(typesFile, await clientTypes())
