/** What `wrangler.toml` and `vitest.config.ts` put into the Worker's environment, for `cloudflare:workers`. */
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
