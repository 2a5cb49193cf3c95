import type { ParseDeps, ReadWebFile } from '../deps.ts'

/**
 * Reads OCR models from the Worker's static assets. They are not cached, because the OCR engine copies them into its
 * own memory.
 */
export function createModelLoader(assets: Fetcher): ParseDeps['loadModel'] {
  return async (language) => {
    const response = await assets.fetch(`https://models.invalid/${language}.traineddata`)
    if (!response.ok) throw new Error(`The OCR model "${language}" is not among the assets: status ${response.status}`)
    return new Uint8Array(await response.arrayBuffer())
  }
}

/** Reads files of the web pages from the Worker's static assets. The platform compresses responses itself. */
export function createWebFiles(assets: Fetcher): ReadWebFile {
  return async (name) => {
    const response = await assets.fetch(`https://assets.invalid/web/${name}`)
    if (response.ok && response.body !== null) return { body: response.body, gzip: false }
    await response.body?.cancel()
    return null
  }
}
