/**
 * Settings from the environment: one table of variables, read into `Config` with every problem listed at once.
 * The only file that reads the environment; it starts nothing and touches no disk.
 */
import type { ServiceSettings } from '../deps.ts'
import type { ParseSettings } from '../model/settings.ts'
import type { LogLevel } from '../telemetry/log.ts'
import { type OfficeConfig, officeConfig, officeVariables } from './office-variables.ts'
import { checkStores, type StoreConfig, storeConfig, storeVariables } from './store-variables.ts'
import { taskSettings, taskVariables } from './task-variables.ts'
import {
  choice,
  languages,
  optional,
  path,
  secret,
  timeZone,
  type ValuesOf,
  type Variable,
  webAddress,
  wholeNumber,
} from './variable-types.ts'

export type Runtime = 'node' | 'workers'

/** What the operating system or the platform hands over: text, or on Workers also numbers and booleans beside bindings. */
export type Environment = Readonly<Record<string, unknown>>

export interface Config extends StoreConfig {
  readonly host: string
  readonly port: number
  readonly dataDir: string
  /** `null`: the models that come with the program. */
  readonly modelsDir: string | null
  /** `null`: as many as the machine has cores, up to `maxDefaultThreads`. */
  readonly workerThreads: number | null
  readonly threadRecycleBytes: number
  readonly pageTimeoutMs: number
  readonly spoolMaxBytes: number
  readonly shutdownTimeoutMs: number
  readonly logLevel: LogLevel
  /** `null`: as many as there are threads. */
  readonly taskConcurrency: number | null
  /** What a new key gets unless told otherwise. */
  readonly keyDefaults: ServiceSettings['keyDefaults']
  readonly parse: Omit<ParseSettings, 'installedLanguages'>
  readonly office: OfficeConfig
  /** `OCR_LANGS` was set, so each of its languages must be there; the default list takes what is installed. */
  readonly languagesChosen: boolean
  readonly service: Omit<ServiceSettings, 'version' | 'parse'>
}

/** Everything that is wrong with the settings, one line each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

/** More threads than this rarely help one machine's memory: set `WORKER_THREADS` to have them. */
export const maxDefaultThreads = 8
const mebibyte = 1_048_576

/** Largest rasters, in pixels. Node: A3 at 300 dpi, and the everyday mode of the largest phone cameras. Workers: what fits beside the engines in 128 MB. */
const rasterLimits = {
  node: { maxRasterPixels: 24_000_000, maxImagePixels: 150_000_000 },
  // A part of a document is parsed as a whole, a quarter of this at most, which takes several times its size.
  workers: { maxRasterPixels: 4_000_000, maxImagePixels: 16_000_000, maxUnpackedBytes: 40 * mebibyte },
}

const variables = {
  HOST: path({ node: '127.0.0.1', meaning: 'Address to listen on; `0.0.0.0` for all.' }),
  PORT: wholeNumber({ min: 0, max: 65_535, node: '8787', meaning: 'Port to listen on; 0 takes a free one.' }),
  DATA_DIR: path({ node: './data', meaning: 'Folder for the database, results and uploads; made when missing.' }),
  PUBLIC_URL: optional(webAddress({ meaning: "Beginning of the links in answers; unset: the request's own origin." })),
  TRUST_PROXY: choice(['on', 'off'], {
    node: 'off',
    workers: 'off',
    meaning: 'Believe `X-Forwarded-*` headers; only behind a proxy that sets them.',
  }),
  LOG_LEVEL: choice(['debug', 'info', 'warn', 'error'], {
    node: 'info',
    workers: 'info',
    meaning: 'Least important log lines that are written.',
  }),
  ERROR_HTTP_STATUS: choice(['ok', 'semantic'], {
    node: 'ok',
    workers: 'ok',
    meaning: '`ok`: every business answer is HTTP 200; `semantic`: errors carry their own status.',
  }),
  MAX_UPLOAD_MB: wholeNumber({ min: 1, max: 200, node: '200', workers: '10', meaning: 'Largest file, in MiB.' }),
  MAX_PAGES: wholeNumber({ min: 1, max: 300, node: '300', workers: '300', meaning: 'Most pages of one document.' }),
  MAX_CONCURRENT_UPLOADS: wholeNumber({
    min: 1,
    max: 10_000,
    node: '32',
    workers: '4',
    meaning: 'Uploads at once; more are answered with 1124.',
  }),
  SPOOL_MAX_MB: wholeNumber({
    min: 1,
    max: 1_000_000,
    node: '4096',
    workers: '32',
    meaning: 'Room for uploads that are arriving or being parsed, in MiB.',
  }),
  // An isolate has one thread: nothing there could end a page that is stuck.
  PAGE_TIMEOUT_MS: wholeNumber({ min: 100, max: 3_600_000, node: '60000', meaning: 'Longest time for one page.' }),
  PARSE_TIMEOUT_MS: wholeNumber({
    min: 100,
    max: 86_400_000,
    node: '900000',
    workers: '900000',
    meaning: 'Longest time for one request.',
  }),
  WORKER_THREADS: optional(
    wholeNumber({ min: 1, max: 256, shown: `cores, at most ${maxDefaultThreads}`, meaning: 'Threads that parse.' }),
  ),
  THREAD_RECYCLE_MB: wholeNumber({
    min: 32,
    max: 4096,
    node: '256',
    meaning: 'A thread whose engines hold more memory is replaced after its job.',
  }),
  SHUTDOWN_TIMEOUT_MS: wholeNumber({
    min: 0,
    max: 3_600_000,
    node: '8000',
    meaning: 'How long running requests may go on after Ctrl-C or SIGTERM.',
  }),
  OCR_LANGS: languages({ node: 'eng+chi_sim', workers: 'eng', meaning: 'Languages that OCR tries, in order.' }),
  OCR_DPI: wholeNumber({
    min: 72,
    max: 600,
    node: '200',
    workers: '150',
    meaning: 'Resolution that pages are drawn at for OCR.',
  }),
  OCR_URL: optional(
    webAddress({
      shown: 'not set: Tesseract',
      meaning: 'A recogniser of your own that reads pages instead (`docs/ocr-service.md`).',
    }),
  ),
  OCR_TOKEN: optional(secret({ shown: 'not set', meaning: 'Bearer token that is sent to it.' })),
  OCR_TIMEOUT_MS: wholeNumber({
    min: 100,
    max: 600_000,
    node: '30000',
    workers: '30000',
    meaning: 'Longest time that it may take for one page.',
  }),
  ...officeVariables,
  WARM_OCR: choice(['on', 'off'], {
    node: 'on',
    meaning:
      'Threads load OCR at their start, in the background: about 50 MB each, and the first scan is as fast as all others.',
  }),
  MODELS_DIR: optional(
    path({ shown: 'the models that come with Sheaf', meaning: 'Folder of `<language>.traineddata` files.' }),
  ),
  RESULT_TTL_HOURS: wholeNumber({
    min: 1,
    max: 8760,
    node: '24',
    workers: '24',
    meaning: 'How long results can be fetched.',
  }),
  QUOTA_TIMEZONE: timeZone({
    node: 'UTC',
    workers: 'UTC',
    meaning: 'Where the day and the month of the free pages begin.',
  }),
  FREE_PAGES_PER_DAY: wholeNumber({
    min: 0,
    max: 1_000_000_000,
    node: '500',
    workers: '500',
    meaning: 'Free pages a day of a new key.',
  }),
  FREE_PAGES_PER_MONTH: wholeNumber({
    min: 0,
    max: 1_000_000_000,
    node: '2000',
    workers: '2000',
    meaning: 'Free pages a month of a new key.',
  }),
  PAID_PAGES: wholeNumber({ min: 0, max: 1_000_000_000, node: '0', workers: '0', meaning: 'Paid pages of a new key.' }),
  RATE_PER_SECOND: wholeNumber({
    min: 0,
    max: 1_000_000,
    node: '0',
    workers: '0',
    meaning: 'Documents a key may send within a second (else 1124); 0: any.',
  }),
  RATE_PER_WINDOW: wholeNumber({
    min: 0,
    max: 1_000_000,
    node: '0',
    workers: '0',
    meaning: 'Documents a key may send within a window (else 1101); 0: any.',
  }),
  RATE_WINDOW_SECONDS: wholeNumber({
    min: 1,
    max: 86_400,
    node: '60',
    workers: '60',
    meaning: 'Length of that window, in seconds.',
  }),
  ...taskVariables,
  ADMIN_TOKEN: optional(
    secret({ shown: 'not set: no admin API', meaning: 'Bearer token of `/admin/*`: 16 characters or more.' }),
  ),
  ...storeVariables,
  DASHBOARD_URL: optional(
    webAddress({ meaning: '`dashboard_url` in the answer of `/usage`; unset: `<PUBLIC_URL>/dashboard`.' }),
  ),
} as const

type Values = ValuesOf<typeof variables>

/** One row of the README's table; `null`: the runtime does not read it. */
export interface ConfigRow {
  readonly name: string
  readonly node: string
  readonly workers: string | null
  readonly allowed: string
  readonly meaning: string
}

/** Every variable in the table's order, for the README and its test. */
export const configTable: readonly ConfigRow[] = Object.entries<Variable<unknown>>(variables).map(
  ([name, variable]) => ({
    name,
    node: variable.node ?? variable.shown,
    workers: variable.onWorkers ? (variable.workers ?? variable.shown) : null,
    allowed: variable.allowed,
    meaning: variable.meaning,
  }),
)

/** Reads and checks all settings; throws `ConfigError` with every problem. Empty values count as not set, unknown names are left alone. */
export function readConfig(environment: Environment, runtime: Runtime): Config {
  const { values, problems } = readVariables(environment, runtime)
  if (problems.length === 0) problems.push(...crossChecks(values, runtime))
  if (problems.length > 0) throw new ConfigError(problems)
  const keyDefaults = {
    freePerDay: values.FREE_PAGES_PER_DAY,
    freePerMonth: values.FREE_PAGES_PER_MONTH,
    paidPages: values.PAID_PAGES,
  }
  return {
    host: values.HOST,
    port: values.PORT,
    dataDir: values.DATA_DIR,
    modelsDir: values.MODELS_DIR,
    workerThreads: values.WORKER_THREADS,
    threadRecycleBytes: values.THREAD_RECYCLE_MB * mebibyte,
    pageTimeoutMs: values.PAGE_TIMEOUT_MS,
    spoolMaxBytes: values.SPOOL_MAX_MB * mebibyte,
    shutdownTimeoutMs: values.SHUTDOWN_TIMEOUT_MS,
    logLevel: values.LOG_LEVEL,
    taskConcurrency: values.TASK_CONCURRENCY,
    ...storeConfig(values),
    keyDefaults,
    office: officeConfig(values),
    parse: {
      maxPages: values.MAX_PAGES,
      ocrDpi: values.OCR_DPI,
      ocrLanguages: values.OCR_LANGS,
      // Whoever brings a recognizer of his own needs Tesseract at most for pictures.
      warmOcr: values.WARM_OCR === 'on' && values.OCR_URL === null,
      ...(values.OCR_URL === null
        ? {}
        : { ocrService: { url: values.OCR_URL, token: values.OCR_TOKEN, timeoutMs: values.OCR_TIMEOUT_MS } }),
      ...rasterLimits[runtime],
    },
    languagesChosen: textOf(environment.OCR_LANGS) !== '',
    service: {
      maxUploadBytes: values.MAX_UPLOAD_MB * mebibyte,
      maxUploadMb: values.MAX_UPLOAD_MB,
      maxConcurrentUploads: values.MAX_CONCURRENT_UPLOADS,
      parseTimeoutMs: values.PARSE_TIMEOUT_MS,
      semanticStatus: values.ERROR_HTTP_STATUS === 'semantic',
      publicUrl: values.PUBLIC_URL,
      trustProxy: values.TRUST_PROXY === 'on',
      resultTtlHours: values.RESULT_TTL_HOURS,
      quotaTimezone: values.QUOTA_TIMEZONE,
      dashboardUrl: values.DASHBOARD_URL,
      adminToken: values.ADMIN_TOKEN,
      keyDefaults,
      rates: {
        perSecond: values.RATE_PER_SECOND,
        perWindow: values.RATE_PER_WINDOW,
        windowMs: values.RATE_WINDOW_SECONDS * 1000,
      },
      tasks: taskSettings(values),
    },
  }
}

/** The service's settings, once the runtime knows its version and its OCR models. Throws `ConfigError` for a chosen language without a model. */
export function serviceSettings(
  config: Config,
  { version, installedLanguages }: { version: string; installedLanguages: readonly string[] },
): ServiceSettings {
  const { ocrLanguages } = config.parse
  // A recognizer of the operator's knows its languages itself.
  if (config.languagesChosen && config.parse.ocrService !== undefined)
    return { ...config.service, version, parse: { ...config.parse, installedLanguages } }
  const missing = ocrLanguages.filter((language) => !installedLanguages.includes(language))
  if (config.languagesChosen && missing.length > 0)
    throw new ConfigError([
      `OCR_LANGS="${ocrLanguages.join('+')}": no model for ${missing.join(', ')}; installed are: ${installedLanguages.join(', ') || 'none'}`,
    ])
  const usable = ocrLanguages.filter((language) => installedLanguages.includes(language))
  return { ...config.service, version, parse: { ...config.parse, ocrLanguages: usable, installedLanguages } }
}

/** The environment of this process; empty where there is none (Workers hand theirs to each request). */
export function processEnvironment(): Environment {
  return (globalThis as { process?: { env?: Environment } }).process?.env ?? {}
}

function readVariables(environment: Environment, runtime: Runtime): { values: Values; problems: string[] } {
  const problems: string[] = []
  const entries = Object.entries<Variable<unknown>>(variables).map(([name, variable]) => {
    const text = runtime === 'node' || variable.onWorkers ? textOf(environment[name]) : ''
    const value = text === '' ? variable.fallback(runtime) : variable.read(text)
    if (value === undefined) problems.push(`${name}="${shownText(variable, text)}": allowed is ${variable.allowed}`)
    return [name, value] as const
  })
  return { values: Object.fromEntries(entries) as Values, problems }
}

/** A secret never reaches a screen or a log, also when it is refused. */
function shownText(variable: Variable<unknown>, text: string): string {
  if (variable.hidden) return '…'
  return text.length <= 80 ? text : `${text.slice(0, 77)}…`
}

function crossChecks(values: Values, runtime: Runtime): string[] {
  const problems: string[] = []
  if (runtime === 'node' && values.PARSE_TIMEOUT_MS < values.PAGE_TIMEOUT_MS)
    problems.push(
      `PARSE_TIMEOUT_MS="${values.PARSE_TIMEOUT_MS}": allowed is at least PAGE_TIMEOUT_MS (${values.PAGE_TIMEOUT_MS})`,
    )
  if (values.SPOOL_MAX_MB < values.MAX_UPLOAD_MB)
    problems.push(`SPOOL_MAX_MB="${values.SPOOL_MAX_MB}": allowed is at least MAX_UPLOAD_MB (${values.MAX_UPLOAD_MB})`)
  problems.push(...checkStores(values))
  return problems
}

function textOf(value: unknown): string {
  return typeof value === 'string'
    ? value.trim()
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : ''
}
