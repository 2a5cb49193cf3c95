/**
 * Bytes → text, one character for each: for the keywords and magic numbers of file formats.
 * Meant for short stretches; it knows no encodings.
 */
export function latin1(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(Math.max(0, from), Math.max(0, to)))
}
