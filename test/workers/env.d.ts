/** Types of `cloudflare:workers` for the environment from `wrangler.toml` and `vitest.config.ts`. */
import type { Env as WorkerEnv } from '../../src/runtime/workers.ts'

declare global {
  namespace Cloudflare {
    interface GlobalProps {
      mainModule: typeof import('../../src/runtime/workers.ts')
    }
    interface Env extends WorkerEnv {
      readonly TEST_MIGRATIONS: { readonly name: string; readonly queries: string[] }[]
    }
  }
}
