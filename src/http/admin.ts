/** /admin/*: API keys and their tasks. The routes exist only with ADMIN_TOKEN. */
import type { Context, Hono } from 'hono'
import { timingSafeEqual } from 'hono/utils/buffer'
import {
  type ApiKey,
  changeKey,
  createKey,
  listKeys,
  type NewKey,
  readKeyById,
  rotateKey,
  topUpKey,
} from '../accounts/api-keys.ts'
import { callbackSecret } from '../accounts/callback-secrets.ts'
import { listDailyUsage } from '../accounts/daily-usage.ts'
import type { Deps } from '../deps.ts'
import { serviceStatus } from '../jobs/api/service-status.ts'
import { listTasks } from '../jobs/store/task-store.ts'
import { ParseError } from '../model/errors.ts'
import { isoTime } from '../model/iso-time.ts'
import { camelCaseKeys, snakeCaseKeys } from '../model/key-case.ts'
import { readBodyText } from '../uploads/request-body.ts'
import { LISTED_USAGE_MS } from './account.ts'
import type { AdminBodies } from './admin-bodies.ts'
import { type AppEnv, addLogFields } from './app-env.ts'
import { type Envelope, successOf } from './error-responses.ts'
import type { RequestTally } from './request-tally.ts'
import { taskJson } from './task-json.ts'
import { usageJson } from './usage.ts'

const MAX_BODY_BYTES = 64 * 1024
const MAX_TASKS = 1000

export function routeAdmin(app: Hono<AppEnv>, deps: Deps, tally: RequestTally): void {
  const { adminToken, keyDefaults, tasks } = deps.settings
  if (adminToken === null) return
  const { sql, clock } = deps
  const requireKeyById = async (c: Context<AppEnv>): Promise<ApiKey> => {
    const id = c.req.param('id') ?? ''
    const found = await readKeyById(sql, id, clock())
    if (found === null) throw new ParseError(1133, `There is no key "${id.slice(0, 60)}".`, { status: 404 })
    return found
  }
  const show = async (key: ApiKey): Promise<object> => ({ ...keyJson(key), ...(await usageJson(key.id, deps)) })
  const route = (
    method: 'get' | 'post' | 'patch',
    path: string,
    respond: (c: Context<AppEnv>) => Promise<object>,
  ): void => {
    app[method](path, (c) => guard(c, adminToken, () => respond(c)))
  }

  route('get', '/admin/keys', async () => ({
    keys: await Promise.all((await listKeys(sql, clock())).map(show)),
  }))

  route('post', '/admin/keys', async (c) => {
    const fields = camelCaseKeys<Partial<NewKey>>(await readBody(c, 'creation'))
    const { id, apiKey } = await createKey(sql, { name: '', ...keyDefaults, ...fields, now: clock() })
    return { id, api_key: apiKey, callback_secret: await callbackSecret(sql, id, tasks.serverSecret) }
  })

  route('get', '/admin/keys/:id', async (c) => await show(await requireKeyById(c)))

  route('patch', '/admin/keys/:id', async (c) => {
    const { id } = await requireKeyById(c)
    await changeKey(sql, id, camelCaseKeys(await readBody(c, 'change')))
    return await show(await requireKeyById(c))
  })

  route('post', '/admin/keys/:id/top_up', async (c) => {
    const { id, paidBalance } = await requireKeyById(c)
    const { pages } = await readBody(c, 'topUp')
    if ((await topUpKey(sql, id, pages)) === null)
      throw new ParseError(
        1133,
        `pages: ${pages} cannot be taken away: the key has ${paidBalance} paid pages that are neither used nor reserved.`,
      )
    return await show(await requireKeyById(c))
  })

  route('post', '/admin/keys/:id/rotate', async (c) => {
    const { id } = await requireKeyById(c)
    return { id, api_key: await rotateKey(sql, id) }
  })

  route('get', '/admin/status', async () => {
    const { since, routes } = tally.read()
    return { ...(await serviceStatus(deps)), requests: { since: isoTime(since), routes } }
  })

  route('get', '/admin/usage', async () => ({
    days: (await listDailyUsage(sql, { apiKeyId: null, since: clock() - LISTED_USAGE_MS })).map(snakeCaseKeys),
  }))

  route('get', '/admin/keys/:id/tasks', async (c) => {
    const { id } = await requireKeyById(c)
    const limit = readLimit(c.req.query('limit'))
    return { tasks: (await listTasks(sql, { apiKeyId: id, now: clock(), limit })).map(taskJson) }
  })
}

async function guard(c: Context<AppEnv>, adminToken: string, respond: () => Promise<object>): Promise<Response> {
  if (!(await timingSafeEqual(bearerOf(c), adminToken))) {
    c.header('WWW-Authenticate', 'Bearer')
    const message = 'Send the admin token: "Authorization: Bearer <ADMIN_TOKEN>".'
    return refuse(c, new ParseError(1107, message))
  }
  try {
    const data = await respond()
    addLogFields(c, { code: 0 })
    c.header('Cache-Control', 'no-store')
    return c.json(successOf(data))
  } catch (error) {
    if (error instanceof ParseError) return refuse(c, error)
    throw error
  }
}

function refuse(c: Context<AppEnv>, { status, code, message }: ParseError): Response {
  addLogFields(c, { code })
  return c.json({ code, message, data: {} } satisfies Envelope, status)
}

function bearerOf(c: Context<AppEnv>): string {
  return /^Bearer +(.+)$/i.exec(c.req.header('authorization') ?? '')?.[1]?.trim() ?? ''
}

async function readBody<kind extends keyof AdminBodies>(c: Context<AppEnv>, kind: kind): Promise<AdminBodies[kind]> {
  const text = await readBodyText(c.get('body'), {
    maxBytes: MAX_BODY_BYTES,
    tooLarge: () => new ParseError(1133, `The request is larger than ${MAX_BODY_BYTES / 1024} KB.`),
  })
  const { parseAdminBody } = await import('./admin-bodies.ts')
  return parseAdminBody(kind, text)
}

function readLimit(text: string | undefined): number {
  const limit = text === undefined ? 100 : /^\d{1,6}$/.test(text) ? Number(text) : 0
  if (limit < 1 || limit > MAX_TASKS)
    throw new ParseError(1133, `limit: allowed is a whole number from 1 to ${MAX_TASKS}.`)
  return limit
}

function keyJson({ paidBalance: _, expiresAt, createdAt, ...key }: ApiKey): object {
  return snakeCaseKeys({ ...key, expiresAt: isoTime(expiresAt), createdAt: isoTime(createdAt) })
}
