import { availableParallelism } from 'node:os'
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'

/** Tests that need Node: file system, threads, child processes, a bundled Worker. */
const nodeOnly = 'test/**/*.node.test.ts'
/** Tests that need bindings of Workers. */
const workersOnly = 'test/**/*.workers.test.ts'

/** Tests that take seconds: real servers, processes, OCR. `npm run test:quick` leaves them out. */
const slow = [
  'test/{workers,queue/bullmq*,db/postgres*,blobs/s3*,office/{soffice,fields}*}{,/**}',
  'test/runtime/{worker,start,open-stores,listen,keys-command}.node.test.ts',
  'test/jobs/{*.node.test.ts,store/task-store.node.test.ts,steps/callback.node.test.ts}',
  'test/pool/{slice-reader,worker-pool,identical-outputs,documents}.node.test.ts',
  'test/extract/{ocr/{ocr*,detect-orientation*,scan-memory*},structured/hostile*}',
  'test/engines/{tesseract.test.ts,http-ocr*}',
  'test/enrich/figure-{table,text}.test.ts',
  'test/accounts/rate-limits{,-redis.node}.test.ts',
  'test/cli/parse.node.test.ts',
  'test/layout/hostile-pages.test.ts',
  'test/assemble/headings/levels.node.test.ts',
]

// Pool threads and workerd also use the cores, so that more parallel test files are not faster.
const maxWorkers = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)))

/** Other tests run on both runtimes. */
export default defineConfig({
  test: {
    maxWorkers,
    projects: [
      {
        test: {
          name: 'node',
          include: ['test/**/*.test.ts'],
          exclude: [workersOnly, 'node_modules/**'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'quick',
          include: ['test/**/*.test.ts'],
          exclude: [workersOnly, 'node_modules/**', ...slow],
          maxWorkers: Math.max(1, Math.min(8, availableParallelism())),
          testTimeout: 30_000,
        },
      },
      {
        plugins: [
          cloudflareTest(async () => ({
            wrangler: { configPath: './wrangler.toml' },
            // Tests do not use the network.
            remoteBindings: false,
            miniflare: {
              bindings: { TEST_MIGRATIONS: await readD1Migrations('src/db/migrations'), LOG_LEVEL: 'warn' },
            },
          })),
        ],
        test: {
          name: 'workerd',
          include: ['test/**/*.test.ts'],
          exclude: [nodeOnly, 'node_modules/**'],
          maxWorkers: 1,
          // With the cache, all modules of a test file are sent in one message, which exceeds workerd's limit of 32 MiB. Without it,
          // each module is a message.
          fsModuleCache: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
