import { signal } from '@preact/signals'

/** Whether a part of the page could not be loaded, for example after an update of the service. */
export const isOutdated = signal(false)

/** Loads a part of the page with its first use. The header says so if it is not there. */
export async function loadModule<module>(load: () => Promise<module>): Promise<module> {
  try {
    return await load()
  } catch (error) {
    isOutdated.value = true
    throw error
  }
}

/** Adds a style sheet of such a part. */
export function loadStyle(address: string): Promise<void> {
  return loadModule(
    () =>
      new Promise((resolve, reject) => {
        const link = document.createElement('link')
        link.rel = 'stylesheet'
        link.href = address
        link.onload = () => resolve()
        link.onerror = () => reject(new Error(`${address} could not be loaded`))
        document.head.append(link)
      }),
  )
}
