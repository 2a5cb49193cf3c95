import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/longest-first.ts'

/** Tests that need Node: file system, threads, child processes, a bundled Worker. */
const nodeOnly = 'test/**/*.node.test.ts'
/** Tests that need bindings of Workers. */
const workersOnly = 'test/**/*.workers.test.ts'

/** Tests that take seconds: real servers, processes, OCR. `npm run test:quick` leaves them out. */
const slow = [
  'test/workers/**/*.test.ts',
  'test/{queue/bullmq,db/postgres,blobs/s3,office/soffice,office/fields}*.test.ts',
  'test/runtime/{worker,start,open-stores,listen,keys-command}.node.test.ts',
  'test/jobs/*.node.test.ts',
  'test/jobs/{store/task-store,steps/callback,steps/callback-attempts}.node.test.ts',
  'test/pool/{slice-reader,worker-pool,identical-outputs,documents}.node.test.ts',
  'test/extract/{ocr/ocr,ocr/detect-orientation,ocr/neural-engine,ocr/scan-memory,structured/hostile}*.test.ts',
  'test/engines/{tesseract,http-ocr*}.test.ts',
  'test/enrich/figure-{table,text}.test.ts',
  'test/accounts/rate-limits*.test.ts',
  'test/cli/parse.node.test.ts',
  'test/package/*.test.ts',
  'test/cli/parse-many.node.test.ts',
  'test/layout/hostile-pages.test.ts',
  'test/web/{browser,dashboard-redis}.node.test.ts',
  'test/http/compat/docling-components.node.test.ts',
  'test/telemetry/monitoring.node.test.ts',
  'test/assemble/headings/levels.node.test.ts',
]

const cores = availableParallelism()

// For the programs that tests start: most of their start is the reading of TypeScript.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compile')
// Nothing but the loopback interface is used.
process.env.CLOUDFLARE_CF_FETCH_ENABLED ??= 'false'

const createWorkersPlugin = () =>
  cloudflareTest(async () => ({
    wrangler: { configPath: './wrangler.toml' },
    // Tests do not use the network.
    remoteBindings: false,
    miniflare: {
      analyticsEngineDatasets: { METRICS: { dataset: 'sheaf' } },
      bindings: { TEST_MIGRATIONS: await readD1Migrations('src/db/migrations'), LOG_LEVEL: 'warn' },
    },
  }))

/** Vitest polls for one second, which a busy machine exceeds. */
const expectations = { poll: { timeout: 20_000 } }

const workerdLimits = {
  expect: expectations,
  maxWorkers: 1,
  // With the cache, all modules of a test file are sent in one message, which exceeds workerd's limit of 32 MiB.
  fsModuleCache: false,
  testTimeout: 60_000,
  hookTimeout: 60_000,
}

/** Tests without the suffix `.node` or `.workers` run on both runtimes. */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'quick',
          include: ['test/**/*.test.ts'],
          exclude: [workersOnly, 'node_modules/**', ...slow],
          // The files share modules and compiled WebAssembly.
          isolate: false,
          maxWorkers: Math.max(1, Math.min(8, cores)),
          expect: expectations,
          testTimeout: 60_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'slow',
          include: slow,
          globalSetup: 'test/workers/built-worker.node.ts',
          // Each process would read OCR pages after its start that no test waits for.
          env: { WARM_OCR: 'off' },
          exclude: [workersOnly, 'node_modules/**'],
          // Most of these tests wait for processes, but some use all cores.
          maxWorkers: Math.min(4, cores + 1),
          expect: expectations,
          testTimeout: 60_000,
          // The first hook that needs the bundled Worker builds it.
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        plugins: [createWorkersPlugin()],
        test: {
          name: 'workerd',
          include: ['test/**/*.test.ts'],
          exclude: [nodeOnly, workersOnly, 'node_modules/**'],
          isolate: false,
          sequence: { groupOrder: 2 },
          ...workerdLimits,
        },
      },
      {
        plugins: [createWorkersPlugin()],
        test: {
          name: 'workerd-bindings',
          include: [workersOnly],
          sequence: { groupOrder: 3 },
          ...workerdLimits,
        },
      },
    ],
  },
})
