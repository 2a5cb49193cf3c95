/**
 * Composition root of a Worker that only recognizes text, for operators who want more room than one isolate has: MuPDF stays in the
 * service's Worker, Tesseract lives here (`ocr-service.toml`). It is reached through the service's `OCR` binding and has no public address.
 */
import manifest from '../../wasm/models/manifest.json'
import { createMutex } from '../concurrency/mutex.ts'
import { serveOcr } from '../extract/ocr/serve-ocr.ts'
import { ParseError } from '../model/errors.ts'
import { createModelLoader } from './assets.workers.ts'

interface Env {
  readonly ASSETS: Fetcher
}

/** Tesseract's memory alone: a page of A3 at 200 dpi. */
const MAX_PIXELS = 8_000_000

/** Pages that may wait; each holds its picture. */
const MAX_WAITING = 4

/** One engine, one memory: pages are read one after the other. */
const turns = createMutex({ maxWaiting: MAX_WAITING, clock: Date.now })

export default {
  async fetch(request, { ASSETS }) {
    const deps = {
      installedLanguages: manifest.models.map(({ name }) => name),
      maxPixels: MAX_PIXELS,
      loadModel: createModelLoader(ASSETS),
    }
    const turn = await turns.acquire().catch((error: unknown) => {
      if (error instanceof ParseError) return null
      throw error
    })
    if (turn === null) return Response.json({ error: 'too many pages wait for the recogniser' }, { status: 503 })
    try {
      return await serveOcr(request, deps)
    } finally {
      turn.release()
    }
  },
} satisfies ExportedHandler<Env>
