/** A prepared Office file → the converter's PDF. What the converter could not read is looked at once more: mostly it is locked. */
import { ParseError } from '../model/errors.ts'
import type { ConvertJob, OfficeConverter } from './converter.ts'
import { isLocked, lockedError } from './encryption/encryption.ts'

/** Throws what `OfficeConverter.convert` throws. */
export async function convertPrepared(
  job: ConvertJob,
  converter: OfficeConverter,
  control: { readonly passwordGiven: boolean; readonly signal?: AbortSignal | undefined },
): Promise<Uint8Array> {
  const { signal, passwordGiven } = control
  try {
    return await converter.convert(job, signal === undefined ? {} : { signal })
  } catch (error) {
    // Only now: some locked files open with the password that every program knows.
    if (error instanceof ParseError && error.code === 1106 && isLocked(job.bytes)) throw lockedError(passwordGiven)
    throw error
  }
}
