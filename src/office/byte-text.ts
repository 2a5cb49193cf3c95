/** Bytes → text of as many characters, each with its byte's code: places in the one are places in the other. */

/** Arguments that a call may have. */
const chunkBytes = 8192

/** Byte by byte: a decoder would take some bytes for others. */
export function byteText(bytes: Uint8Array): string {
  return Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, at) =>
    String.fromCharCode(...bytes.subarray(at * chunkBytes, (at + 1) * chunkBytes)),
  ).join('')
}
