/** A recorded response for each error code, with both kinds of HTTP status, checked against `/openapi.json`. */
import { describe, expect, test } from 'vitest'
import { type ErrorCode, errorTable } from '../../src/model/errors.ts'
import { checkingResponses } from '../contract/openapi-responses.ts'
import { fixture } from '../fixtures/fixtures.ts'
import { type FormPart, formInit } from './form.ts'
import { type OpenedApp, type OpenOptions, openApp } from './open-app.node.ts'

interface Case extends OpenOptions {
  readonly quota?: { readonly freePerDay: number; readonly freePerMonth: number }
  /** Instead of a small PDF. */
  readonly file?: () => Uint8Array | Promise<Uint8Array>
  readonly fields?: Readonly<Record<string, string>>
  /** Before the refused request. */
  readonly before?: 'disable' | 'parse'
  readonly without?: 'key' | 'file'
  /** Codes with two statuses. */
  readonly status?: number
}

/** Requests within one second, on slow machines too. */
const startedAt = Date.now()
const never = new Promise<never>(() => undefined)

const cases: Readonly<Record<ErrorCode, Case>> = {
  1101: { environment: { RATE_PER_WINDOW: '1' }, before: 'parse' },
  1104: { file: () => Uint8Array.of(0x7f, 0x45, 0x4c, 0x46) },
  1106: { file: () => fixture('pdf-corrupt') },
  1107: { without: 'key' },
  1108: { before: 'disable' },
  1111: { without: 'file' },
  1118: { environment: { MAX_UPLOAD_MB: '1' }, file: () => new Uint8Array(1024 * 1024 + 1) },
  1123: { quota: { freePerDay: 0, freePerMonth: 0 } },
  1124: {
    environment: { RATE_PER_SECOND: '1' },
    before: 'parse',
    status: 429,
    replace: () => ({ clock: () => startedAt }),
  },
  1131: { quota: { freePerDay: 0, freePerMonth: 5 } },
  1132: { file: () => fixture('pdf-301-pages') },
  1133: { fields: { ocr: 'perhaps', do_ocr: 'perhaps' } },
  1137: {
    replace: ({ pool }) => ({
      pool: {
        ...pool,
        finish: async () => {
          throw new TypeError('a defect')
        },
      },
    }),
  },
  1138: {
    environment: { PARSE_TIMEOUT_MS: '300', PAGE_TIMEOUT_MS: '300' },
    replace: ({ pool }) => ({ pool: { ...pool, parsePages: () => never } }),
  },
  1139: { fields: { office: 'convert' }, file: () => new TextEncoder().encode('{\\rtf1 hello}') },
}

async function openCase({ quota, before, ...options }: Case, semantic: boolean): Promise<[OpenedApp, string]> {
  const environment = { ...options.environment, ...(semantic ? { ERROR_HTTP_STATUS: 'semantic' } : {}) }
  const app = await openApp({ ...options, environment })
  const { id, apiKey } = await app.createKey({ freePerDay: 9, freePerMonth: 9, paidPages: 0, ...quota })
  if (before === 'disable') await app.disableKey(id)
  if (before === 'parse') await app.call('/api/v1/parse/sync', await requestOf({}, apiKey))
  return [app, apiKey]
}

async function requestOf({ file, fields = {}, without }: Case, apiKey: string, part = 'file'): Promise<RequestInit> {
  const value = await (file ?? (() => fixture('pdf-digital')))()
  const parts: FormPart[] = [
    ...(without === 'key' ? [] : [{ name: 'api_key', value: apiKey }]),
    ...Object.entries(fields).map(([name, text]) => ({ name, value: text })),
    ...(without === 'file' ? [] : [{ name: part, fileName: 'a.bin', value }]),
  ]
  return formInit(part === 'file' ? parts : parts.filter(({ name }) => name !== 'api_key' && name !== 'ocr'))
}

describe.each(Object.keys(cases).map((code) => Number(code) as ErrorCode))('%i', (code) => {
  const own = cases[code]
  test.each([
    ['status 200', false],
    ['its own status', true],
  ])('%s', async (_name, semantic) => {
    const [app, apiKey] = await openCase(own, semantic)
    try {
      const response = await checkingResponses(app).call('/api/v1/parse/sync', await requestOf(own, apiKey))
      const status = own.status ?? errorTable[code].status
      expect([response.status, await response.json()]).toMatchObject([semantic ? status : 200, { code }])
    } finally {
      await app.close()
    }
  })

  // No compatible API has an option for the converter.
  if (code === 1139) return
  test('compatible APIs: only a detail, and never 200', async () => {
    const [app, apiKey] = await openCase(own, false)
    try {
      const init = await requestOf(own, apiKey, 'files')
      const headers = { ...init.headers, ...(own.without === 'key' ? {} : { 'x-api-key': apiKey }) }
      const response = await checkingResponses(app).call('/v1/convert/file', { ...init, headers })
      const { status } = errorTable[code]
      // As FastAPI writes wrong forms.
      expect(response.status).toBe(own.status ?? (status === 400 ? 422 : status))
      expect(Object.keys((await response.json()) as object)).toEqual(['detail'])
      if (code === 1101 || code === 1124) expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    } finally {
      await app.close()
    }
  })
})
