/**
 * What a blob key may look like: `/`-separated names of letters, digits, `.`, `_` and `-`, none beginning with a dot.
 * Anything else is refused before it gets near a path, so that no key can climb out of the store.
 */

/** Leaves room for what a file system adds to a name (255 bytes) and keeps keys within R2's 1024. */
const maxNameLength = 150
const maxKeyLength = 512
const name = `[A-Za-z0-9_-][A-Za-z0-9._-]{0,${maxNameLength - 1}}`
const keyPattern = new RegExp(`^${name}(?:/${name})*$`)
const prefixPattern = new RegExp(`^(?:${name}/)*(?:${name})?$`)

/** Throws `RangeError` for a key that no store would take. */
export function checkBlobKey(blobKey: string): void {
  if (blobKey.length > maxKeyLength || !keyPattern.test(blobKey))
    throw new RangeError(`Not a blob key: ${JSON.stringify(blobKey.slice(0, 80))}`)
}

/** The beginning of a key, possibly in the middle of a name; "" stands for all. Throws `RangeError`. */
export function checkBlobPrefix(prefix: string): void {
  if (prefix.length > maxKeyLength || !prefixPattern.test(prefix))
    throw new RangeError(`Not the beginning of a blob key: ${JSON.stringify(prefix.slice(0, 80))}`)
}
