/**
 * Composition root of the optional OCR Worker (`ocr-service.toml`): Tesseract with its own 128 MB, without public
 * address.
 */
import manifest from '../../wasm/models/manifest.json'
import { createMutex } from '../concurrency/mutex.ts'
import { serveOcr } from '../extract/ocr/serve-ocr.ts'
import { ParseError } from '../model/errors.ts'
import { createModelLoader } from './assets.workers.ts'

interface Env {
  readonly ASSETS: Fetcher
}

const MAX_PIXELS = 8_000_000
/** Maximum waiting pages, each of which keeps its image in memory. */
const MAX_WAITING = 4

const mutex = createMutex({ maxWaiting: MAX_WAITING, clock: Date.now })

export default {
  async fetch(request, { ASSETS }) {
    const deps = {
      installedLanguages: manifest.models.map(({ name }) => name),
      maxPixels: MAX_PIXELS,
      loadModel: createModelLoader(ASSETS),
    }
    const lock = await mutex.acquire().catch((error: unknown) => {
      if (error instanceof ParseError) return null
      throw error
    })
    if (lock === null) return Response.json({ error: 'too many pages are waiting for OCR' }, { status: 503 })
    try {
      return await serveOcr(request, deps)
    } finally {
      lock.release()
    }
  },
} satisfies ExportedHandler<Env>
