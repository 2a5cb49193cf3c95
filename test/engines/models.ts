/// <reference types="vite/client" />
/** The OCR models in both test runtimes: as data URLs from the bundler, because workerd has no file system. */

const files = import.meta.glob<string>('../../wasm/models/*.traineddata', { query: '?url&inline', import: 'default' })

/** The bytes of a model included in the project. */
export async function loadModel(language: string): Promise<Uint8Array> {
  const load = files[`../../wasm/models/${language}.traineddata`]
  if (load === undefined) throw new Error(`There is no model "${language}"`)
  const url = await load()
  return Uint8Array.from(atob(url.slice(url.indexOf(',') + 1)), (char) => char.charCodeAt(0))
}
