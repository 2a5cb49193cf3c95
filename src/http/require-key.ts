import { type ApiKey, findKey } from '../accounts/api-keys.ts'
import type { Deps } from '../deps.ts'
import { ParseError } from '../model/errors.ts'
import type { FormFields } from '../model/read-options.ts'

/** Throws `ParseError` 1107 for a missing or unknown key, 1108 for a disabled or expired one. */
export async function requireKey(fields: FormFields, { sql, clock }: Deps): Promise<ApiKey> {
  // Pasted keys often have a line break.
  const text = fields.get('api_key')?.[0]?.trim() ?? ''
  const apiKey = text === '' ? null : await findKey(sql, text, clock())
  if (apiKey === null)
    throw new ParseError(
      1107,
      'Invalid API key: the form field "api_key" is missing or has no key known here. Check it, or ask the operator for a key.',
    )
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
