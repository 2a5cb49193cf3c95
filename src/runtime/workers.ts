/**
 * Composition root of the service on Cloudflare Workers: D1, R2, the models in static assets and a pool without threads
 * → app → `fetch`; the hourly cleaning → `scheduled`. Nothing but wiring; the engines load with the first document.
 */
import packageFile from '../../package.json'
import manifest from '../../wasm/models/manifest.json'
import { createR2Blobs } from '../blobs/r2.workers.ts'
import type { Deps, ParseDeps } from '../deps.ts'
import { createApp } from '../http/app.ts'
import { createMemorySpool } from '../intake/spool-memory.ts'
import { sweepReservations, sweepResults } from '../jobs/sweep.ts'
import { createD1Sql } from '../ledger/d1.workers.ts'
import { createRateLimiter } from '../ledger/rates.ts'
import { createInlinePool } from '../pool/inline.ts'
import { createJsonLog } from '../telemetry/log.ts'
import { type Environment, readConfig, serviceSettings } from './config.ts'

/** The bindings of `wrangler.toml`; every variable of the README's table may stand beside them. */
export interface Env {
  readonly DB: D1Database
  readonly FILES: R2Bucket
  /** Never handed a request from outside: that would publish the models. */
  readonly ASSETS: Fetcher
}

interface Service {
  readonly deps: Deps
  readonly app: ReturnType<typeof createApp>
}

/** One recogniser holds about 30 MB: two would not fit beside MuPDF in an isolate's 128 MB. */
const RECOGNISER_COUNT = 1

/** One per isolate, because there is one memory for the engines and hence one queue before them. */
let service: Service | null = null

function serviceOf(env: Env): Service {
  service ??= createService(env)
  return service
}

function createService(env: Env): Service {
  const variables: Environment = { ...env }
  const config = readConfig(variables, 'workers')
  const settings = serviceSettings(config, { version: packageFile.version, installedLanguages: manifest.models.map(({ name }) => name) })
  const parse = { ...settings.parse, recogniserCount: RECOGNISER_COUNT }
  const deps: Deps = {
    settings: { ...settings, parse },
    pool: createInlinePool({ settings: parse, loadModel: createModelLoader(env.ASSETS) }, { parseTimeoutMs: settings.parseTimeoutMs }),
    spool: createMemorySpool({ maxTotalBytes: config.spoolMaxBytes }),
    blobs: createR2Blobs(env.FILES),
    sql: createD1Sql(env.DB),
    rates: createRateLimiter(),
    tasks: null,
    log: createJsonLog({ level: config.logLevel, write: (line) => console.log(line), clock: Date.now }),
    clock: Date.now,
  }
  return { deps, app: createApp(deps) }
}

/** Read anew for each engine: it copies the model into its own memory, so keeping it would hold it twice. */
function createModelLoader(assets: Fetcher): ParseDeps['loadModel'] {
  return async (language) => {
    const response = await assets.fetch(`https://models.invalid/${language}.traineddata`)
    if (!response.ok) throw new Error(`the OCR model "${language}" is not among the assets: status ${response.status}`)
    return new Uint8Array(await response.arrayBuffer())
  }
}

export default {
  async fetch(request, env, context) {
    const answer = Promise.resolve(serviceOf(env).app.fetch(request, env, context))
    // A caller who leaves would otherwise freeze the request in the middle of a page, with its turn and its reservation.
    context.waitUntil(answer.catch(() => undefined))
    return await answer
  },

  async scheduled(_event, env) {
    const { deps } = serviceOf(env)
    await sweepReservations(deps)
    await sweepResults(deps)
  },
} satisfies ExportedHandler<Env>
