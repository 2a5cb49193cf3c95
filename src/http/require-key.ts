/** The form field `api_key` → the key's row. Missing, empty and unknown keys are refused alike (1107), dead ones with 1108. */

import { type ApiKey, findKey } from '../accounts/api-keys.ts'
import type { Deps } from '../deps.ts'
import { ParseError } from '../model/errors.ts'
import type { FormFields } from '../model/read-options.ts'

export async function requireKey(fields: FormFields, { sql, clock }: Deps): Promise<ApiKey> {
  // Keys are pasted, and a pasted line often brings its end along.
  const text = fields.get('api_key')?.[0]?.trim() ?? ''
  const apiKey = text === '' ? null : await findKey(sql, text, clock())
  if (apiKey === null)
    throw new ParseError(
      1107,
      'Invalid API key: the form field "api_key" is missing or holds no key known here. Check it, or ask the operator for a key.',
    )
  switch (apiKey.state) {
    case 'active':
      return apiKey
    case 'disabled':
      throw new ParseError(1108, 'This API key is disabled. Ask the operator for a new one.')
    case 'expired':
      throw new ParseError(
        1108,
        `This API key expired${apiKey.expiresAt === null ? '' : ` on ${new Date(apiKey.expiresAt).toISOString()}`}. Ask the operator for a new one.`,
      )
    default:
      return apiKey.state satisfies never
  }
}
