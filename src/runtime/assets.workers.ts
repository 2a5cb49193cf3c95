import type { ParseDeps } from '../deps.ts'

/** Reads OCR models from the Worker's static assets. They are not cached, because the OCR engine copies them into its own memory. */
export function createModelLoader(assets: Fetcher): ParseDeps['loadModel'] {
  return async (language) => {
    const response = await assets.fetch(`https://models.invalid/${language}.traineddata`)
    if (!response.ok) throw new Error(`The OCR model "${language}" is not among the assets: status ${response.status}`)
    return new Uint8Array(await response.arrayBuffer())
  }
}
