import { toBinaryString } from '../../model/bytes.ts'

/** A stretch of a file as text, one character for each byte: for the keywords and magic numbers of file formats. It knows no encodings. */
export function latin1(bytes: Uint8Array, from: number, to: number): string {
  return toBinaryString(bytes.subarray(Math.max(0, from), Math.max(0, to)))
}
