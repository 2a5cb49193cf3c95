/**
 * OCR models from a Worker's static assets. Read anew for each engine: it copies the model into its own memory,
 * so keeping it would hold it twice.
 */
import type { ParseDeps } from '../deps.ts'

export function createModelLoader(assets: Fetcher): ParseDeps['loadModel'] {
  return async (language) => {
    const response = await assets.fetch(`https://models.invalid/${language}.traineddata`)
    if (!response.ok) throw new Error(`the OCR model "${language}" is not among the assets: status ${response.status}`)
    return new Uint8Array(await response.arrayBuffer())
  }
}
