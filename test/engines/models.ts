/// <reference types="vite/client" />
/** The OCR models in both test runtimes: workerd has no file system, so the bundler hands them over as data URLs, loaded when asked for. */

const files = import.meta.glob<string>('../../wasm/models/*.traineddata', { query: '?url&inline', import: 'default' })

/** The bytes of a model that comes with the project. */
export async function loadModel(language: string): Promise<Uint8Array> {
  const load = files[`../../wasm/models/${language}.traineddata`]
  if (load === undefined) throw new Error(`There is no model "${language}"`)
  const url = await load()
  return Uint8Array.from(atob(url.slice(url.indexOf(',') + 1)), (char) => char.charCodeAt(0))
}
