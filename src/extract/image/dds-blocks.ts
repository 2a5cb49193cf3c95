/**
 * The block codings BC1, BC2 and BC3 (S3TC; Microsoft, "Texture Block Compression in Direct3D 11") → pixels:
 * each block of 4 × 4 has two colors and mixes of them, the latter two codings also sixteen values of alpha.
 */

export interface BlockCoding {
  readonly kind: 'bc1' | 'bc2' | 'bc3'
  /** Colors are multiplied by alpha already (DXT2, DXT4). */
  readonly premultiplied: boolean
}

const SIDE = 4

/** The caller has checked that `data` holds all blocks. Red in the lowest byte, alpha in the highest. */
export function decodeBlocks(
  data: Uint8Array,
  { width, height }: { width: number; height: number },
  coding: BlockCoding,
): Uint32Array<ArrayBuffer> {
  const out = new Uint32Array(width * height)
  const colors = new Uint32Array(4)
  const alphas = new Uint8Array(16)
  const blockBytes = coding.kind === 'bc1' ? 8 : 16
  let at = 0
  for (let top = 0; top < height; top += SIDE)
    for (let left = 0; left < width; left += SIDE, at += blockBytes) {
      const colorAt = coding.kind === 'bc1' ? at : at + 8
      readColors(data, colorAt, { colors, cutOut: coding.kind === 'bc1' })
      if (coding.kind === 'bc2') readFourBitAlphas(data, at, alphas)
      if (coding.kind === 'bc3') readMixedAlphas(data, at, alphas)
      for (let y = 0; y < Math.min(SIDE, height - top); y++)
        for (let x = 0; x < Math.min(SIDE, width - left); x++) {
          const color = colors[(data[colorAt + 4 + y]! >> (2 * x)) & 3]!
          const pixel = coding.kind === 'bc1' ? color : withAlpha(color, alphas[y * SIDE + x]!, coding.premultiplied)
          out[(top + y) * width + left + x] = pixel
        }
    }
  return out
}

/** Two colors of 5, 6 and 5 bits, and two between them; in BC1, where the first is not the larger, one between and one that is nothing. */
function readColors(data: Uint8Array, at: number, { colors, cutOut }: { colors: Uint32Array; cutOut: boolean }): void {
  const first = data[at]! | (data[at + 1]! << 8)
  const second = data[at + 2]! | (data[at + 3]! << 8)
  const [a, b] = [wide(first), wide(second)]
  const mix = (shareOfA: number, parts: number): number =>
    packed(a.map((value, channel) => Math.round((value * shareOfA + b[channel]! * (parts - shareOfA)) / parts)))
  colors[0] = packed(a)
  colors[1] = packed(b)
  const four = !cutOut || first > second
  colors[2] = four ? mix(2, 3) : mix(1, 2)
  colors[3] = four ? mix(1, 3) : 0
}

function wide(color: number): readonly number[] {
  const [red, green, blue] = [color >> 11, (color >> 5) & 63, color & 31]
  return [(red << 3) | (red >> 2), (green << 2) | (green >> 4), (blue << 3) | (blue >> 2)]
}

function packed([red = 0, green = 0, blue = 0]: readonly number[]): number {
  return (0xff000000 | (blue << 16) | (green << 8) | red) >>> 0
}

function readFourBitAlphas(data: Uint8Array, at: number, alphas: Uint8Array): void {
  for (let i = 0; i < 16; i++) alphas[i] = ((data[at + (i >> 1)]! >> (4 * (i & 1))) & 15) * 17
}

/** Two values and six, or four with 0 and 255, between them; three bits choose one. */
function readMixedAlphas(data: Uint8Array, at: number, alphas: Uint8Array): void {
  const [a, b] = [data[at]!, data[at + 1]!]
  const values = [a, b]
  const parts = a > b ? 7 : 5
  for (let step = 1; step < parts; step++) values.push(Math.round((a * (parts - step) + b * step) / parts))
  if (a <= b) values.push(0, 255)
  for (let half = 0; half < 2; half++) {
    const from = at + 2 + 3 * half
    const bits = data[from]! | (data[from + 1]! << 8) | (data[from + 2]! << 16)
    for (let i = 0; i < 8; i++) alphas[8 * half + i] = values[(bits >> (3 * i)) & 7]!
  }
}

function withAlpha(color: number, alpha: number, premultiplied: boolean): number {
  const plain = (color & 0xffffff) | (alpha << 24)
  if (!premultiplied || alpha === 0 || alpha === 255) return plain >>> 0
  const apart = (shift: number): number => Math.min(255, Math.round((((color >> shift) & 255) * 255) / alpha)) << shift
  return ((alpha << 24) | apart(16) | apart(8) | apart(0)) >>> 0
}
