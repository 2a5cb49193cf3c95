/** The admin API. The browser never stores the token. */
import { computed, signal } from '@preact/signals'
import { ApiError, type Problem, problemOf, readEnvelope, send } from '../client/api.ts'

export interface AdminKey {
  readonly id: string
  readonly name: string
  readonly prefix: string
  readonly state: 'active' | 'disabled' | 'expired'
  readonly free_per_day: number
  readonly free_per_month: number
  readonly rate_per_second: number | null
  readonly remaining_paid_pages: number
  readonly remaining_free_pages_today: number
  readonly remaining_free_pages_this_month: number
}

export interface ServiceStatus {
  readonly status: 'ok' | 'degraded' | 'failed'
  readonly parts: Readonly<Record<string, { readonly status: 'ok' | 'degraded' | 'failed'; readonly reason?: string }>>
  readonly version: string
  readonly pool: { readonly running: number; readonly waiting: number; readonly size: number }
  readonly queue: readonly { readonly state: string; readonly count: number; readonly oldest_seconds: number }[]
  readonly ended: readonly { readonly state: string; readonly error_code: number | null; readonly count: number }[]
  readonly workers: { readonly alive: number; readonly last_seen_at: string | null } | null
  readonly disk_free_bytes: number | null
  readonly result_ttl_hours: number
  readonly requests: {
    readonly since: string
    readonly routes: readonly {
      readonly route: string
      readonly count: number
      readonly errors: readonly { readonly code: number; readonly count: number }[]
    }[]
  }
}

interface KeyDay {
  readonly api_key_id: string
  readonly day: string
  readonly pages: number
}

export const adminToken = signal('')
export const adminProblem = signal<Problem | null>(null)
export const keys = signal<readonly AdminKey[]>([])
export const status = signal<ServiceStatus | null>(null)
/** Without `ADMIN_TOKEN` the service has no such routes. */
export const isAdminOff = computed(() => status.value === null && adminProblem.value?.code === 1133)
export const keyDays = signal<readonly KeyDay[]>([])

/** Throws `ApiError`. */
export async function callAdmin<data>(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object): Promise<data> {
  const response = await send(`admin/${path}`, {
    method,
    headers: { Authorization: `Bearer ${adminToken.peek()}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return (await readEnvelope<data>(response)).data
}

/** Removes a refused token. */
export async function loadAdmin(): Promise<void> {
  try {
    const [state, list, usage] = await Promise.all([
      callAdmin<ServiceStatus>('GET', 'status'),
      callAdmin<{ keys: AdminKey[] }>('GET', 'keys'),
      callAdmin<{ days: KeyDay[] }>('GET', 'usage'),
    ])
    status.value = state
    keys.value = list.keys
    keyDays.value = usage.days
    adminProblem.value = null
  } catch (error) {
    adminProblem.value = problemOf(error)
    if (error instanceof ApiError && error.code !== 0) status.value = null
  }
}
