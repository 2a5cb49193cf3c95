import { ocrEngineNames } from '../model/settings.ts'
import { compatVariables } from './compat-variables.ts'
import { officeVariables } from './office-variables.ts'
import { storeVariables } from './store-variables.ts'
import { taskVariables } from './task-variables.ts'
import { traceVariables } from './trace-variables.ts'
import {
  choice,
  integer,
  languages,
  onOff,
  optional,
  path,
  secret,
  timeZone,
  type ValuesOf,
  type Variable,
  webAddress,
} from './variable-types.ts'

/** Maximum default of `WORKER_THREADS`, because each thread needs memory. */
export const MAX_DEFAULT_THREADS = 8

export const variables = {
  HOST: path({ node: '127.0.0.1', meaning: 'Address to listen on; `0.0.0.0` for all interfaces.' }),
  PORT: integer({ min: 0, max: 65_535, node: '8787', meaning: 'Port to listen on; 0 selects a free one.' }),
  DATA_DIR: path({ node: './data', meaning: 'Folder for the database, results and uploads. Created if missing.' }),
  PUBLIC_URL: optional(
    webAddress({ meaning: 'Base address of the links in responses; unset: the origin of the request.' }),
  ),
  TRUST_PROXY: onOff({
    default: 'off',
    meaning: 'Trust `X-Forwarded-*` headers, also for limits per client address; only behind a proxy that sets them.',
  }),
  LOG_LEVEL: choice(['debug', 'info', 'warn', 'error'], {
    default: 'info',
    meaning: 'Lowest level of log lines that are written: `debug`, `info`, `warn` or `error`.',
  }),
  ERROR_HTTP_STATUS: choice(['ok', 'semantic'], {
    default: 'ok',
    meaning: '`ok`: API errors have HTTP status 200 and an error code; `semantic`: also an HTTP status of their own.',
  }),
  MAX_UPLOAD_MB: integer({
    min: 1,
    max: 200,
    node: '200',
    workers: '10',
    meaning: 'Maximum file size, in MiB; at most 200.',
  }),
  MAX_PAGES: integer({
    min: 1,
    max: 300,
    default: '300',
    meaning: 'Maximum number of pages of a document; at most 300.',
  }),
  MAX_CONCURRENT_UPLOADS: integer({
    min: 1,
    max: 10_000,
    node: '32',
    workers: '4',
    meaning:
      'Maximum number of simultaneous uploads; further ones get error 1124. Without `api_key` before the file: half as many.',
  }),
  SYNC_QUEUE_MAX: integer({
    min: 1,
    max: 10_000,
    // The last document of a burst still gets its result within minutes. On Workers, uploads wait in the isolate's 128
    // MB.
    node: '64',
    workers: '8',
    meaning:
      'Maximum number of documents that wait for a thread; further synchronous requests get error 1124. Keys with few of them may exceed it.',
  }),
  SPOOL_MAX_MB: integer({
    min: 1,
    max: 1_000_000,
    node: '4096',
    workers: '32',
    meaning: 'Space for uploads that are being received or parsed, in MiB.',
  }),
  // An isolate has one thread, so nothing could stop a page.
  PAGE_TIMEOUT_MS: integer({
    min: 100,
    max: 3_600_000,
    node: '60000',
    meaning:
      'Time limit for one page. A PDF page that takes longer to read is left empty with a warning; each such page halves the limit of the other pages of the document that its thread reads, down to 1/32. A page whose OCR takes longer is read without OCR, with a warning, on up to five pages of a step; if there are more, or if it is the only page, the document fails (1138).',
  }),
  PARSE_TIMEOUT_MS: integer({
    min: 100,
    max: 86_400_000,
    default: '900000',
    meaning: 'Time limit for one request.',
  }),
  WORKER_THREADS: optional(
    integer({
      min: 1,
      max: 256,
      shown: `cores, at most ${MAX_DEFAULT_THREADS}, as far as memory allows`,
      meaning: 'Number of threads for parsing.',
    }),
  ),
  THREAD_RECYCLE_MB: integer({
    min: 32,
    max: 4096,
    node: '256',
    meaning: 'Memory of the engines of a thread, in MiB, above which the thread is replaced after its job.',
  }),
  MEMORY_LIMIT_MB: optional(
    integer({
      min: 256,
      max: 1_000_000,
      shown: 'limit of the container, or memory of the machine',
      meaning:
        'Memory of the process, in MiB: limits the number of threads, the JavaScript heap of each, and the size of images.',
    }),
  ),
  SHUTDOWN_DELAY_MS: integer({
    min: 0,
    max: 600_000,
    node: '0',
    meaning:
      'Time between Ctrl-C or SIGTERM and the end of accepting requests; `/ready` returns 503 meanwhile, so that load balancers notice.',
  }),
  SHUTDOWN_TIMEOUT_MS: integer({
    min: 0,
    max: 3_600_000,
    node: '8000',
    meaning: 'Time for running requests to finish after Ctrl-C or SIGTERM.',
  }),
  OCR_LANGS: languages({
    node: 'eng+chi_sim',
    workers: 'eng',
    meaning: 'OCR languages, in order of preference; if none of the default is installed, all installed ones.',
  }),
  OCR_DPI: integer({
    min: 72,
    max: 600,
    node: '200',
    workers: '150',
    meaning: 'Resolution of pages that are rendered for OCR. A scan of lower resolution is rendered at its own.',
  }),
  OCR_ENGINE: optional(
    choice(ocrEngineNames, {
      workers: 'tesseract',
      shown: '`both` with the optional packages, else `tesseract`',
      meaning:
        'OCR engine: `tesseract`, `neural` or `both`: Tesseract, and the neural engine for pages that it reads with low confidence, such as photos of receipts (`docs/neural-ocr.md`).',
    }),
  ),
  OCR_URL: optional(
    webAddress({
      shown: 'not set: Tesseract',
      meaning: 'OCR service that reads pages instead of Tesseract (`docs/ocr-service.md`). No query.',
    }),
  ),
  OCR_TOKEN: optional(secret({ meaning: 'Bearer token for the OCR service, at least 16 characters.' })),
  OCR_TIMEOUT_MS: integer({
    min: 100,
    max: 600_000,
    default: '30000',
    meaning: 'Time limit of the OCR service for one page.',
  }),
  ...officeVariables,
  WARM_OCR: onOff({
    node: 'on',
    meaning: 'Prepare OCR at startup, so that the first scan is not slower than others; takes about 50 MB.',
  }),
  MODELS_DIR: optional(
    path({
      shown: 'the models that come with Sheaf',
      meaning: 'Folder of `<language>.traineddata` files, in place of the models that come with Sheaf.',
    }),
  ),
  RESULT_TTL_HOURS: integer({ min: 1, max: 8760, default: '24', meaning: 'Time that results are kept, in hours.' }),
  QUOTA_TIMEZONE: timeZone({
    default: 'UTC',
    meaning: 'Time zone of the days and months that free pages are counted by.',
  }),
  FREE_PAGES_PER_DAY: integer({
    min: 0,
    max: 1_000_000_000,
    default: '500',
    meaning: 'Free pages per day of a new key.',
  }),
  FREE_PAGES_PER_MONTH: integer({
    min: 0,
    max: 1_000_000_000,
    default: '2000',
    meaning: 'Free pages per month of a new key.',
  }),
  PAID_PAGES: integer({ min: 0, max: 1_000_000_000, default: '0', meaning: 'Paid pages of a new key.' }),
  RATE_PER_SECOND: integer({
    min: 0,
    max: 1_000_000,
    default: '0',
    meaning: 'Maximum number of documents of a key per second (else error 1124); 0: no limit.',
  }),
  RATE_PER_WINDOW: integer({
    min: 0,
    max: 1_000_000,
    default: '0',
    meaning: 'Maximum number of documents of a key per window (else error 1101); 0: no limit.',
  }),
  RATE_WINDOW_SECONDS: integer({ min: 1, max: 86_400, default: '60', meaning: 'Length of the window, in seconds.' }),
  ...taskVariables,
  ADMIN_TOKEN: optional(
    secret({ shown: 'not set: no admin API', meaning: 'Bearer token of `/admin/*`, at least 16 characters.' }),
  ),
  ...compatVariables,
  METRICS_PORT: optional(
    integer({
      min: 1,
      max: 65_535,
      shown: 'not set: a route of the service',
      meaning: 'Own port of `/metrics`, `/livez` and `/ready`, on `HOST`; also of worker processes.',
    }),
  ),
  METRICS_TOKEN: optional({
    ...secret({ shown: 'not set: no token needed', meaning: 'Bearer token of `/metrics`, at least 16 characters.' }),
    onWorkers: false,
  }),
  ...traceVariables,
  ...storeVariables,
  DASHBOARD_URL: optional(
    webAddress({ meaning: '`dashboard_url` in the response of `/usage`; unset: `<PUBLIC_URL>/dashboard`.' }),
  ),
} as const

export type Values = ValuesOf<typeof variables>

export interface VariableRow {
  readonly name: string
  readonly node: string
  readonly workers: string | null
  readonly meaning: string
}

export const variableRows: readonly VariableRow[] = Object.entries<Variable<unknown>>(variables).map(
  ([name, { node, workers, shown, onWorkers, meaning }]) => ({
    name,
    node: node ?? shown,
    workers: onWorkers ? (workers ?? shown) : null,
    meaning,
  }),
)
