/** Signals that the browser stores; in private windows, they last as long as the page. */
import { type Signal, signal } from '@preact/signals'

export function storedSignal(name: string, initial: string): Signal<string> {
  const key = `sheaf.${name}`
  const state = signal(read(key) ?? initial)
  let kept = state.peek()
  state.subscribe((value) => {
    if (value === kept) return
    kept = value
    try {
      if (value === '') localStorage.removeItem(key)
      else localStorage.setItem(key, value)
    } catch {
      // No storage.
    }
  })
  return state
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Sent to this service only. */
export const apiKey = storedSignal('key', '')
