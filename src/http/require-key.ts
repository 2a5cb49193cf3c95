import type { Context } from 'hono'
import { type ApiKey, findKey } from '../accounts/api-keys.ts'
import type { Deps } from '../deps.ts'
import { ParseError } from '../model/errors.ts'
import type { FormFields } from '../model/read-options.ts'
import { readForm } from '../uploads/small-form.ts'
import type { AppEnv } from './app-env.ts'

/** Reads a form without a file. */
export async function readFormWithKey(c: Context<AppEnv>, deps: Deps): Promise<{ fields: FormFields; apiKey: ApiKey }> {
  const { headers } = c.req.raw
  const fields = await readForm(c.get('body'), headers)
  return { fields, apiKey: await requireKey(readFormKey(fields, headers), deps) }
}

/** The key of the form, or else of a header. Pasted keys often have a line break. */
export function readFormKey(fields: FormFields, headers: Headers): string {
  return fields.get('api_key')?.[0]?.trim() || readHeaderKey(headers)
}

export function readHeaderKey(headers: Headers): string {
  const authorization = headers.get('authorization') ?? ''
  const bearer = /^Bearer +(\S+)\s*$/i.exec(authorization)?.[1]
  const basic = /^Basic +([A-Za-z0-9+/=]+)\s*$/i.exec(authorization)?.[1]
  if (bearer !== undefined && bearer !== '') return bearer
  if (basic !== undefined) {
    const [user = '', ...password] = decodeBasic(basic).split(':')
    return password.join(':') || user
  }
  return headers.get('x-api-key')?.trim() || headers.get('unstructured-api-key')?.trim() || ''
}

function decodeBasic(text: string): string {
  try {
    return atob(text)
  } catch {
    return ''
  }
}

const invalidKey =
  'Invalid API key: the form field "api_key" or the header "Authorization: Bearer <key>" must have a key of this service. Check it, or ask the operator for a key.'

/** Throws `ParseError` 1107 for a missing or unknown key, 1108 for a disabled or expired one. */
export async function requireKey(text: string, { sql, clock }: Deps, message = invalidKey): Promise<ApiKey> {
  const apiKey = text === '' ? null : await findKey(sql, text, clock())
  if (apiKey === null) throw new ParseError(1107, message)
  switch (apiKey.state) {
    case 'active':
      return apiKey
    case 'disabled':
      throw new ParseError(1108, 'This API key is disabled. Ask the operator for a new one.')
    case 'expired': {
      const date = apiKey.expiresAt === null ? '' : ` on ${new Date(apiKey.expiresAt).toISOString()}`
      throw new ParseError(1108, `This API key expired${date}. Ask the operator for a new one.`)
    }
    default:
      return apiKey.state satisfies never
  }
}
