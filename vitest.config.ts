import { availableParallelism } from 'node:os'
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'

/** Tests that need Node: the file system, threads, child processes, a bundle in a real workerd. */
const nodeOnly = 'test/**/*.node.test.ts'
/** Tests that need Workers' own bindings. */
const workersOnly = 'test/**/*.workers.test.ts'

// Threads of the pool and workerd itself run beside the test files: more files at once only make each slower.
const maxWorkers = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)))

/** The portable tests run in both runtimes. */
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
            // No test reaches for the network.
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
          // With the cache, all that a test file imports goes to workerd in one message once it is known: fixtures, models and
          // sources together pass the 32 MiB that workerd takes. Without it, each module is a message.
          fsModuleCache: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
