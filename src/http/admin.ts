/** /admin/*: API keys and their tasks, for operators. Exists only with ADMIN_TOKEN. JSON, with semantic status codes. */
import type { Context, Hono } from 'hono'
import { z } from 'zod'
import { type ApiKey, changeKey, createKey, listKeys, readKeyById, topUpKey } from '../accounts/api-keys.ts'
import { callbackSecret } from '../accounts/callback-secrets.ts'
import type { Deps } from '../deps.ts'
import { publicState } from '../jobs/api/response.ts'
import { listTasks, type Task } from '../jobs/store/task-store.ts'
import { ParseError } from '../model/errors.ts'
import { type AppEnv, addLogFields } from './app-env.ts'
import { type Envelope, methodNotAllowedResponse } from './error-responses.ts'
import { usageJson } from './usage.ts'

const maxBodyBytes = 64 * 1024
const maxPages = 1_000_000_000
const maxTasks = 1000

const count = z.int().min(0).max(maxPages)
const rate = z.int().min(0).max(1_000_000).nullable()
const moment = z.iso
  .datetime({
    offset: true,
    error: 'allowed is a time with its zone, for example "2027-01-31T23:59:59Z", or null for never',
  })
  .transform((text) => Date.parse(text))
  .nullable()
const limits = {
  name: z.string().max(200),
  expires_at: moment,
  free_per_day: count,
  free_per_month: count,
  rate_per_second: rate,
  rate_per_window: rate,
}
const creation = z.strictObject({ ...limits, paid_pages: count }).partial()
const change = z.strictObject({ ...limits, state: z.enum(['active', 'disabled']) }).partial()
const topUp = z.strictObject({ pages: z.int().min(-maxPages).max(maxPages) })

export function routeAdmin(app: Hono<AppEnv>, deps: Deps): void {
  const { adminToken } = deps.settings
  if (adminToken === null) return
  const { sql, clock, settings } = deps
  const guarded = async (c: Context<AppEnv>, act: () => Promise<object>): Promise<Response> => {
    if (!(await isEqual(bearerOf(c), adminToken))) {
      c.header('WWW-Authenticate', 'Bearer')
      return refuse(c, {
        status: 401,
        code: 1107,
        message: 'Send the admin token: "Authorization: Bearer <ADMIN_TOKEN>".',
      })
    }
    try {
      const data = await act()
      addLogFields(c, { code: 0 })
      c.header('Cache-Control', 'no-store')
      return c.json({ code: 0, message: '', data } satisfies Envelope)
    } catch (error) {
      if (error instanceof ParseError)
        return refuse(c, { status: error.status, code: error.code, message: error.message })
      throw error
    }
  }
  const requireKeyById = async (c: Context<AppEnv>): Promise<ApiKey> => {
    const id = c.req.param('id') ?? ''
    const found = await readKeyById(sql, id, clock())
    if (found === null) throw new ParseError(1133, `There is no key "${id.slice(0, 60)}".`, { status: 404 })
    return found
  }
  const show = async (key: ApiKey): Promise<object> => ({
    ...keyJson(key),
    ...(await usageJson(key.id, deps)),
  })

  app.get('/admin/keys', (c) =>
    guarded(c, async () => ({ keys: await Promise.all((await listKeys(sql, clock())).map(show)) })),
  )
  app.post('/admin/keys', (c) =>
    guarded(c, async () => {
      const wanted = await readBody(c, creation)
      const { keyDefaults } = settings
      const { id, apiKey } = await createKey(sql, {
        name: wanted.name ?? '',
        freePerDay: wanted.free_per_day ?? keyDefaults.freePerDay,
        freePerMonth: wanted.free_per_month ?? keyDefaults.freePerMonth,
        paidPages: wanted.paid_pages ?? keyDefaults.paidPages,
        expiresAt: wanted.expires_at ?? null,
        ratePerSecond: wanted.rate_per_second ?? null,
        ratePerWindow: wanted.rate_per_window ?? null,
        now: clock(),
      })
      return { id, api_key: apiKey, callback_secret: await callbackSecret(sql, id, settings.tasks.serverSecret) }
    }),
  )
  app.all('/admin/keys', methodNotAllowedResponse('GET, POST'))

  app.get('/admin/keys/:id', (c) => guarded(c, async () => await show(await requireKeyById(c))))
  app.patch('/admin/keys/:id', (c) =>
    guarded(c, async () => {
      const { id } = await requireKeyById(c)
      const wanted = await readBody(c, change)
      await changeKey(sql, id, {
        ...(wanted.name === undefined ? {} : { name: wanted.name }),
        ...(wanted.state === undefined ? {} : { state: wanted.state }),
        ...(wanted.expires_at === undefined ? {} : { expiresAt: wanted.expires_at }),
        ...(wanted.free_per_day === undefined ? {} : { freePerDay: wanted.free_per_day }),
        ...(wanted.free_per_month === undefined ? {} : { freePerMonth: wanted.free_per_month }),
        ...(wanted.rate_per_second === undefined ? {} : { ratePerSecond: wanted.rate_per_second }),
        ...(wanted.rate_per_window === undefined ? {} : { ratePerWindow: wanted.rate_per_window }),
      })
      return await show(await requireKeyById(c))
    }),
  )
  app.all('/admin/keys/:id', methodNotAllowedResponse('GET, PATCH'))

  app.post('/admin/keys/:id/top_up', (c) =>
    guarded(c, async () => {
      const { id, paidBalance } = await requireKeyById(c)
      const { pages } = await readBody(c, topUp)
      if ((await topUpKey(sql, id, pages)) === null)
        throw new ParseError(
          1133,
          `pages: ${pages} cannot be taken away: the key has ${paidBalance} paid pages that are neither used nor reserved.`,
        )
      return await show(await requireKeyById(c))
    }),
  )
  app.all('/admin/keys/:id/top_up', methodNotAllowedResponse('POST'))

  app.get('/admin/keys/:id/tasks', (c) =>
    guarded(c, async () => {
      const { id } = await requireKeyById(c)
      const limit = readLimit(c.req.query('limit'))
      return { tasks: (await listTasks(sql, { apiKeyId: id, now: clock(), limit })).map(taskJson) }
    }),
  )
  app.all('/admin/keys/:id/tasks', methodNotAllowedResponse('GET'))
}

function refuse(
  c: Context<AppEnv>,
  { status, code, message }: { status: number; code: Envelope['code']; message: string },
): Response {
  addLogFields(c, { code })
  return c.json({ code, message, data: {} } satisfies Envelope, status as 400)
}

function bearerOf(c: Context<AppEnv>): string {
  return /^Bearer +(.+)$/i.exec(c.req.header('authorization') ?? '')?.[1]?.trim() ?? ''
}

/** Compares hashes, against timing attacks. */
async function isEqual(given: string, wanted: string): Promise<boolean> {
  const hash = async (text: string): Promise<Uint8Array> =>
    new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  const [a, b] = await Promise.all([hash(given), hash(wanted)])
  return a.every((byte, index) => byte === b[index])
}

async function readBody<value>(c: Context<AppEnv>, schema: z.ZodType<value>): Promise<value> {
  const body = c.get('body')
  let text = ''
  const decoder = new TextDecoder()
  for (let chunk = await body.read(); chunk !== null; chunk = await body.read()) {
    if (body.bytesRead > maxBodyBytes)
      throw new ParseError(1133, `The request is larger than ${maxBodyBytes / 1024} KB.`)
    text += decoder.decode(chunk, { stream: true })
  }
  let json: unknown
  try {
    json = JSON.parse(text === '' ? '{}' : text)
  } catch (cause) {
    throw new ParseError(1133, 'The request body is not JSON.', { cause })
  }
  const read = schema.safeParse(json)
  if (read.success) return read.data
  throw new ParseError(
    1133,
    `Parameter error: ${read.error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`).join('; ')}.`,
  )
}

function readLimit(text: string | undefined): number {
  const limit = text === undefined ? 100 : /^\d{1,6}$/.test(text) ? Number(text) : 0
  if (limit < 1 || limit > maxTasks)
    throw new ParseError(1133, `limit: allowed is a whole number from 1 to ${maxTasks}.`)
  return limit
}

function keyJson(key: ApiKey): object {
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    state: key.state,
    expires_at: timeJson(key.expiresAt),
    free_per_day: key.freePerDay,
    free_per_month: key.freePerMonth,
    rate_per_second: key.ratePerSecond,
    rate_per_window: key.ratePerWindow,
    created_at: timeJson(key.createdAt),
  }
}

function taskJson(task: Task): object {
  return {
    record_id: task.recordId,
    task_id: task.taskId,
    status: publicState(task),
    file_name: task.fileName,
    file_type: task.fileType,
    pages_done: task.pagesDone,
    pages_total: task.pagesTotal,
    pages_billed: task.pagesBilled,
    error: task.error,
    error_code: task.errorCode,
    callback: task.callbackState,
    created_at: timeJson(task.createdAt),
    started_at: timeJson(task.startedAt),
    finished_at: timeJson(task.finishedAt),
    expires_at: timeJson(task.expiresAt),
  }
}

function timeJson(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}
