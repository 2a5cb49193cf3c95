/** Request bodies of /admin/*, loaded on first use: the schema library takes time and memory. */
import { z } from 'zod'
import { ParseError } from '../model/errors.ts'

const MAX_PAGES = 1_000_000_000

const count = z.int().min(0).max(MAX_PAGES)
const rate = z.int().min(0).max(1_000_000).nullable()
const dateTime = z.iso
  .datetime({
    offset: true,
    error: 'allowed is a time with its zone, for example "2027-01-31T23:59:59Z", or null for never',
  })
  .transform((text) => Date.parse(text))
  .nullable()
const limits = {
  name: z.string().max(200),
  expires_at: dateTime,
  free_per_day: count,
  free_per_month: count,
  rate_per_second: rate,
  rate_per_window: rate,
}
export const adminBodySchemas = {
  creation: z.strictObject({ ...limits, paid_pages: count }).partial(),
  change: z.strictObject({ ...limits, state: z.enum(['active', 'disabled']) }).partial(),
  topUp: z.strictObject({ pages: z.int().min(-MAX_PAGES).max(MAX_PAGES) }),
} as const

export type AdminBodies = { readonly [kind in keyof typeof adminBodySchemas]: z.infer<(typeof adminBodySchemas)[kind]> }

export function parseAdminBody<kind extends keyof AdminBodies>(kind: kind, text: string): AdminBodies[kind] {
  let json: unknown
  try {
    json = JSON.parse(text === '' ? '{}' : text)
  } catch (cause) {
    throw new ParseError(1133, 'The request body is not JSON.', { cause })
  }
  const schema = adminBodySchemas[kind] as unknown as z.ZodType<AdminBodies[kind]>
  const read = schema.safeParse(json)
  if (read.success) return read.data
  throw new ParseError(
    1133,
    `Parameter error: ${read.error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`).join('; ')}.`,
  )
}
