/**
 * Two old ways to pack bytes, undone: PackBits (TIFF, Photoshop) and TIFF's LZW. The caller says how many bytes come out,
 * so that packed data can't make anything grow beyond what was allowed; what is missing at the end stays 0.
 */

/** PackBits (TIFF 6.0, section 9). Answers how many bytes it gave. */
export function unpackBits(packed: Uint8Array, out: Uint8Array): number {
  let to = 0
  for (let at = 0; at < packed.length && to < out.length; ) {
    const control = packed[at++]!
    if (control === 128) continue
    if (control < 128) {
      const run = packed.subarray(at, Math.min(at + control + 1, at + out.length - to))
      out.set(run, to)
      at += control + 1
      to += run.length
    } else {
      const end = Math.min(out.length, to + 257 - control)
      out.fill(packed[at++] ?? 0, to, end)
      to = end
    }
  }
  return to
}

const CLEAR = 256
const END = 257
const FIRST_CODE = 258
const MOST_CODES = 4096

/** LZW as TIFF has it (TIFF 6.0, section 13): codes of 9 to 12 bits, the highest bit first, widened one code early. Answers how many bytes it gave. */
export function unpackLzw(packed: Uint8Array, out: Uint8Array): number {
  // A string is its predecessor and one byte more; here it is kept as the place in the output where it was last written.
  const starts = new Uint32Array(MOST_CODES)
  const lengths = new Uint32Array(MOST_CODES)
  let [next, width, bits, held, to] = [FIRST_CODE, 9, 0, 0, 0]
  let [lastStart, lastLength] = [0, 0]
  for (let at = 0; at < packed.length && to < out.length; ) {
    while (bits < width && at < packed.length) {
      held = ((held << 8) | packed[at++]!) & 0xffffff
      bits += 8
    }
    if (bits < width) break
    const code = (held >> (bits - width)) & ((1 << width) - 1)
    bits -= width
    if (code === END) break
    if (code === CLEAR) {
      ;[next, width, lastLength] = [FIRST_CODE, 9, 0]
      continue
    }
    const known = code < 256 || (code >= FIRST_CODE && code < next)
    // The one code that may be used before it is known: the last string and its own first byte.
    if (!known && (code !== next || lastLength === 0)) break
    if (lastLength > 0 && next < MOST_CODES) {
      starts[next] = lastStart
      lengths[next] = lastLength + 1
      next += 1
    }
    const start = to
    if (code < 256) out[to++] = code
    else
      for (let from = starts[code]!, left = lengths[code]!; left > 0 && to < out.length; left--)
        out[to++] = out[from++]!
    ;[lastStart, lastLength] = [start, to - start]
    if (next >= (1 << width) - 1 && width < 12) width += 1
  }
  return to
}
