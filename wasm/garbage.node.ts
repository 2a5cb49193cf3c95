import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = (options?: { readonly type: 'minor' }) => void

let collect: Collect | null = null

/**
 * Frees buffers and engines that are no longer used: V8 waits until their memory is large. `young` frees recent ones,
 * in about 1 ms.
 */
export function collectGarbage(generation: 'young' | 'all' = 'all'): void {
  collect ??= garbageCollector()
  if (generation === 'young') collect({ type: 'minor' })
  else collect()
}

function garbageCollector(): Collect {
  setFlagsFromString('--expose-gc')
  const exposed: Collect = runInNewContext('gc')
  // V8 accepts cached code only with the flags it was compiled with.
  setFlagsFromString('--no-expose-gc')
  return exposed
}
