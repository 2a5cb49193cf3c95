import { z } from 'zod'
import { errorTable } from '../../model/errors.ts'
import { resultSchemas, submitData } from './result-schemas.ts'

const count = z.int().min(0)
const codes = Object.keys(errorTable).map(Number)

function envelope<data extends z.ZodType>(data: data) {
  return z.object({
    code: z.literal(0),
    message: z.string(),
    data,
    warnings: z.array(z.string()).optional().describe('Missing without warnings.'),
  })
}

const errorCode = z.int().meta({ enum: codes, description: 'Causes and remedies: docs/errors.md.' })
const message = z.string().describe('What is wrong, and what to do.')

const usage = z.object({
  remaining_paid_pages: count,
  remaining_free_pages_today: count,
  remaining_free_pages_this_month: count,
})
const time = z.iso.datetime().nullable()
const rate = count.nullable().describe('`null`: the limit of the service; 0: none.')
const key = z.object({
  id: z.string(),
  name: z.string(),
  prefix: z.string(),
  state: z.enum(['active', 'disabled', 'expired']),
  expires_at: time,
  free_per_day: count,
  free_per_month: count,
  rate_per_second: rate,
  rate_per_window: rate,
  created_at: time,
  ...usage.shape,
})
const task = z.object({
  record_id: z.int(),
  task_id: z.string(),
  status: z.enum(['QUEUING', 'PROCESSING', 'SUCCESS', 'FAILED']),
  file_name: z.string(),
  file_type: z.string(),
  pages_done: count,
  pages_total: count.nullable(),
  pages_billed: count.nullable(),
  error: z.string().nullable(),
  error_code: z.int().nullable(),
  callback: z.string().nullable(),
  created_at: time,
  started_at: time,
  finished_at: time,
  expires_at: time,
})
const partStatus = z.enum(['ok', 'degraded', 'failed'])
const part = z.object({ status: partStatus, reason: z.string().optional() })

const schemas = {
  ...resultSchemas,
  ErrorCode: errorCode,
  ParseResponse: envelope(resultSchemas.ParseData),
  SubmitResponse: envelope(submitData),
  CheckResponse: envelope(resultSchemas.CheckData),
  UsageResponse: envelope(usage.extend({ dashboard_url: z.string() })),
  AccountResponse: envelope(
    usage.extend({
      name: z.string(),
      prefix: z.string(),
      expires_at: time,
      free_per_day: count,
      free_per_month: count,
      days: z.array(z.object({ day: z.string(), pages: count })).describe('Of the last 30 days with use.'),
      tasks: z.array(task).describe('The newest 100.'),
    }),
  ),
  ParseError: z.object({
    code: errorCode,
    message,
    data: z.object({
      task_id: z.null(),
      status: z.literal('FAILED'),
      error: z.string().describe('The message.'),
      metadata: z.object({}),
      result: z.null(),
    }),
  }),
  Error: z.object({ code: errorCode, message, data: z.object({}) }),
  VersionResponse: envelope(z.object({ version: z.string() })),
  Health: z.object({
    status: partStatus,
    problems: z.array(z.string()).optional(),
    version: z.string(),
    pool: z.object({ running: count, waiting: count, size: count }),
    uploads: z.object({ arriving: count, places: count }),
    languages: z.array(z.string()).describe('Installed OCR models.'),
    office: z.object({ converter: z.string(), ready: z.boolean() }).nullable(),
    workers: z
      .object({ alive: count.optional(), last_seen_at: time.optional(), message: z.string().optional() })
      .optional(),
  }),
  Readiness: z.object({ status: partStatus, detail: z.string().optional(), parts: z.record(z.string(), part) }),
  Key: key,
  Task: task,
  KeyResponse: envelope(key),
  KeysResponse: envelope(z.object({ keys: z.array(key) })),
  CreatedKeyResponse: envelope(z.object({ id: z.string(), api_key: z.string(), callback_secret: z.string() })),
  TasksResponse: envelope(z.object({ tasks: z.array(task) })),
  RotatedKeyResponse: envelope(z.object({ id: z.string(), api_key: z.string() })),
  DailyUsageResponse: envelope(
    z.object({ days: z.array(z.object({ api_key_id: z.string(), day: z.string(), pages: count })) }),
  ),
  StatusResponse: envelope(
    z.object({
      status: partStatus,
      parts: z.record(z.string(), part),
      version: z.string(),
      pool: z.object({ running: count, waiting: count, size: count }),
      queue: z.array(z.object({ state: z.string(), count, oldest_seconds: count })).describe('Unfinished tasks.'),
      ended: z
        .array(z.object({ state: z.string(), error_code: z.int().nullable(), count }))
        .describe('Tasks whose results are kept.'),
      workers: z.object({ alive: count, last_seen_at: time }).nullable().describe('`null` without Redis.'),
      disk_free_bytes: count.nullable(),
      memory_used_bytes: count.nullable(),
      result_ttl_hours: z.number(),
      requests: z
        .object({
          since: time,
          routes: z.array(z.object({ route: z.string(), count, errors: z.array(z.object({ code: z.int(), count })) })),
        })
        .describe('Requests of the API since the answering process started, without probes and the admin API.'),
    }),
  ),
} as const

export type SchemaName = keyof typeof schemas

/** JSON Schema 2020-12, with references between components. */
export function componentSchemas(): Record<string, object> {
  return toComponents(schemas)
}

export function toComponents(named: Readonly<Record<string, z.ZodType>>): Record<string, object> {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id })
  const converted = z.toJSONSchema(registry, {
    uri: (id) => `#/components/schemas/${id}`,
    target: 'draft-2020-12',
    io: 'input',
    override({ jsonSchema }) {
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
    },
  })
  return Object.fromEntries(
    Object.entries(converted.schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]),
  )
}
