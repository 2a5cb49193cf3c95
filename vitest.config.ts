import { availableParallelism } from 'node:os'
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'

/** Tests that need Node: file system, threads, child processes, a bundled Worker. */
const nodeOnly = 'test/**/*.node.test.ts'
/** Tests that need bindings of Workers. */
const workersOnly = 'test/**/*.workers.test.ts'

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
