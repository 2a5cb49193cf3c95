import { ParseError } from '../../model/errors.ts'

/** Turns reads outside of the file's bounds into `ParseError` 1106. */
export function readDamageable<result>(read: () => result): result {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError)
      throw new ParseError(1106, 'The file is damaged: one of its structures refers to bytes that it does not have.')
    throw error
  }
}

/** Reads an optional part. */
export function nullOnParseError<value>(read: () => value): value | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof ParseError) return null
    throw error
  }
}
