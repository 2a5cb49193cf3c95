/** Syntax of blob keys, which prevents path traversal in the file store. */

import type { RemoveOptions } from './blobs.ts'

/** Maximum lengths: file systems allow 255 bytes with the media type, R2 1024 bytes per key. */
const MAX_NAME_LENGTH = 150
const MAX_KEY_LENGTH = 512
const name = `[A-Za-z0-9_-][A-Za-z0-9._-]{0,${MAX_NAME_LENGTH - 1}}`
const keyPattern = new RegExp(`^${name}(?:/${name})*$`)
const prefixPattern = new RegExp(`^(?:${name}/)*(?:${name})?$`)

/** Throws `RangeError` for an invalid key. */
export function checkBlobKey(blobKey: string): void {
  if (blobKey.length > MAX_KEY_LENGTH || !keyPattern.test(blobKey))
    throw new RangeError(`Not a blob key: ${JSON.stringify(blobKey.slice(0, 80))}`)
}

/** The prefix may end within a name; "" matches all keys. Throws `RangeError`. */
export function checkBlobPrefix(prefix: string): void {
  if (prefix.length > MAX_KEY_LENGTH || !prefixPattern.test(prefix))
    throw new RangeError(`Not the beginning of a blob key: ${JSON.stringify(prefix.slice(0, 80))}`)
}

export function isKept(blobKey: string, { except }: RemoveOptions): boolean {
  return except !== undefined && blobKey.startsWith(except)
}
