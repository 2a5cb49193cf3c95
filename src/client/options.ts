import type { SubmitRequest } from './api-types.ts'

/** Options of a parse as docs/api.md describes them. */
export type ParseFields = Omit<
  SubmitRequest,
  'api_key' | 'file' | 'callback_url' | 'dedupe' | 'scene' | 'extract_config'
>
export type TaskFields = ParseFields & Pick<SubmitRequest, 'callback_url' | 'dedupe'>

/** Name and value of each form field. Undefined options are left out. */
export function formFields(options: object): [name: string, value: string][] {
  return Object.entries(options).flatMap(([name, value]: [string, unknown]) => {
    if (value === undefined || value === null) return []
    if (Array.isArray(value)) return value.map((item): [string, string] => [name, String(item)])
    return [[name, typeof value === 'object' ? JSON.stringify(value) : String(value)]]
  })
}
