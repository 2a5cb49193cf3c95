import type { ParseDeps, ReadWebFile } from '../deps.ts'

/** The OCR engine copies models into its own memory, so they are not cached. */
export function createModelLoader(assets: Fetcher): ParseDeps['loadModel'] {
  return async (language) => {
    const response = await assets.fetch(`https://models.invalid/${language}.traineddata`)
    if (!response.ok) throw new Error(`The OCR model "${language}" is not among the assets: status ${response.status}`)
    return new Uint8Array(await response.arrayBuffer())
  }
}

export function createWebFiles(assets: Fetcher): ReadWebFile {
  return async (name) => {
    const response = await assets.fetch(`https://assets.invalid/web/${name}`)
    if (response.ok && response.body !== null) return { body: response.body, gzip: false }
    await response.body?.cancel()
    return null
  }
}
