/**
 * What holds back too much at once: at most so many uploads arrive at a time, the next one is told to come again (1124).
 * Bytes are capped by the spool, parsing by the pool; this keeps open connections from piling up.
 */
import { ParseError } from '../model/errors.ts'

export interface UploadGate {
  /** Takes a place; what it returns gives the place back, once. Throws `ParseError` 1124 when all are taken. */
  enter(): () => void
  readonly taken: number
}

export function createUploadGate(places: number): UploadGate {
  let taken = 0
  return {
    get taken() {
      return taken
    },
    enter() {
      if (taken >= places)
        throw new ParseError(1124, `Busy: ${taken} uploads are arriving at this moment, as many as are accepted at once. Try again in a few seconds.`)
      taken++
      let inside = true
      return () => {
        if (inside) taken--
        inside = false
      }
    },
  }
}
