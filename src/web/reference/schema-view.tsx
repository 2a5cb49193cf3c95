import { t } from '../messages/messages.ts'
import { type OpenApi, resolveSchema, type Schema, typeText } from './openapi.ts'
import { RichText } from './rich-text.tsx'

const MAX_DEPTH = 8

/** Inner objects open on demand. */
export function SchemaView({ schema, api, depth = 0 }: { schema: Schema; api: OpenApi; depth?: number }) {
  const { schema: resolved } = resolveSchema(schema, api)
  const choices = resolved.oneOf ?? resolved.anyOf
  if (choices !== undefined)
    return (
      <>
        {choices.map((choice, index) => (
          <div key={index} class="choice">
            <p class="muted">{typeText(choice, api)}</p>
            <SchemaView schema={choice} api={api} depth={depth + 1} />
          </div>
        ))}
      </>
    )
  if (resolved.items !== undefined) return <SchemaView schema={resolved.items} api={api} depth={depth} />
  const properties = Object.entries(resolved.properties ?? {})
  if (properties.length === 0 || depth > MAX_DEPTH) return null
  return (
    <dl class="properties">
      {properties.map(([name, property]) => (
        <Property
          key={name}
          name={name}
          schema={property}
          isRequired={resolved.required?.includes(name) ?? false}
          api={api}
          depth={depth}
        />
      ))}
    </dl>
  )
}

function Property({
  name,
  schema,
  isRequired,
  api,
  depth,
}: {
  name: string
  schema: Schema
  isRequired: boolean
  api: OpenApi
  depth: number
}) {
  const { schema: resolved } = resolveSchema(schema, api)
  const values = (resolved.enum ?? resolved.items?.enum ?? []).filter((value) => value !== null)
  return (
    <>
      <dt>
        <code>{name}</code> <span class="muted">{typeText(schema, api)}</span>
        {isRequired ? <span class="badge">{t('reference.required')}</span> : null}
      </dt>
      <dd>
        {resolved.description === undefined ? null : (
          <p>
            <RichText text={resolved.description} />
          </p>
        )}
        {values.length === 0 ? null : (
          <p class="muted">
            {values.map((value) => (
              <code key={String(value)}>{String(value)}</code>
            ))}
          </p>
        )}
        {resolved.examples === undefined ? null : (
          <p class="muted">
            {t('reference.example')}{' '}
            {resolved.examples.map((value) => (
              <code key={String(value)}>{typeof value === 'string' ? value : JSON.stringify(value)}</code>
            ))}
          </p>
        )}
        {resolved.default === undefined ? null : (
          <p class="muted">
            {t('reference.default')} <code>{JSON.stringify(resolved.default)}</code>
          </p>
        )}
        {hasProperties(schema, api) && depth < MAX_DEPTH ? (
          <details>
            <summary>{t('reference.fields')}</summary>
            <SchemaView schema={schema} api={api} depth={depth + 1} />
          </details>
        ) : null}
      </dd>
    </>
  )
}

function hasProperties(schema: Schema, api: OpenApi): boolean {
  const { schema: resolved } = resolveSchema(schema, api)
  if (resolved.items !== undefined) return hasProperties(resolved.items, api)
  return (
    resolved.properties !== undefined ||
    (resolved.oneOf ?? resolved.anyOf ?? []).some((choice) => hasProperties(choice, api))
  )
}
