import { apiKey } from '../client/stored.ts'
import { t } from '../messages/messages.ts'
import { type OpenApi, resolveSchema, type Schema } from './openapi.ts'

/** The form name is `field:<name>`. */
export function InputField({
  name,
  schema,
  isRequired,
  api,
}: {
  name: string
  schema: Schema
  isRequired: boolean
  api: OpenApi
}) {
  return (
    <label class="field">
      <span>
        {name}
        {isRequired ? <span title={t('reference.required')}> *</span> : null}
      </span>
      <Input name={name} schema={resolveSchema(schema, api).schema} />
    </label>
  )
}

function Input({ name, schema }: { name: string; schema: Schema }) {
  const field = `field:${name}`
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
  const isFile = schema.format === 'binary' || schema.items?.format === 'binary'
  if (isFile) return <input name={field} type="file" />
  const choices = types.includes('boolean') ? ['true', 'false'] : (schema.enum ?? []).filter((value) => value !== null)
  if (choices.length > 0)
    return (
      <select name={field}>
        <option value="">–</option>
        {choices.map((choice) => (
          <option key={String(choice)} value={String(choice)}>
            {String(choice)}
          </option>
        ))}
      </select>
    )
  const [example] = schema.examples ?? schema.items?.examples ?? []
  const placeholder = example === undefined ? '' : typeof example === 'string' ? example : JSON.stringify(example)
  if (name === 'api_key') return <input name={field} type="password" autocomplete="off" value={apiKey.value} />
  return <input name={field} type="text" autocomplete="off" placeholder={placeholder} />
}
