import { signal } from '@preact/signals'

/** Whether a module could not be loaded, for example after an update of the service. */
export const isOutdated = signal(false)

/** If that fails, the header shows a message. */
export async function loadModule<module>(load: () => Promise<module>): Promise<module> {
  try {
    return await load()
  } catch (error) {
    isOutdated.value = true
    throw error
  }
}

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
