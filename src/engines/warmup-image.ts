/** Renders printable ASCII from a 5 × 7 dot matrix, without a font file. */
import type { GrayRaster } from '../model/raster.ts'

/** Dot columns, five per character from "!" to "~", lowest bit on top; the eighth row is the descender. */
const DOTS =
  '00005f00000007000700147f147f14242a7f2a12231308646236495522500008070300001c2241000041221c002a1c7f1c2a08083e08080080703000' +
  '0808080808000060600020100804023e5149453e00427f400072494949462141494d331814127f1027454545393c4a49493141211109073649494936' +
  '464949291e0000140000004034000000081422411414141414004122140802015909063e415d594e7c1211127c7f494949363e414141227f4141413e' +
  '7f494949417f090909013e414151737f0808087f00417f41002040413f017f081422417f404040407f021c027f7f0408107f3e4141413e7f09090906' +
  '3e4151215e7f09192946264949493203017f01033f4040403f1f2040201f3f4038403f631408146303047804036159494d43007f4141410204081020' +
  '004141417f04020102044040404040000307080020545478407f284444383844444428384444287f385454541800087e090218a4a49c787f08040478' +
  '00447d40002040403d007f1028440000417f40007c047804787c080404783844444438fc1824241818242418fc7c08040408485454542404043f4424' +
  '3c4040207c1c2040201c3c4030403c44281028444c9090907c4464544c440008364100000077000000413608000201020402'

const COLUMNS = 5
const ROWS = 8
/** Dots between characters and between lines. */
const ADVANCE = 6
const LINE_HEIGHT = 12
const MARGIN = 8

export function renderWarmupImage(lines: readonly string[], options: { scale: number }): GrayRaster {
  const { scale } = options
  const longest = Math.max(1, ...lines.map((line) => line.length))
  const width = Math.round((2 * MARGIN + longest * ADVANCE) * scale)
  const height = Math.round((2 * MARGIN + lines.length * LINE_HEIGHT) * scale)
  const pixels = new Uint8Array(width * height).fill(255)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const ink = inkAt((x + 0.5) / scale - MARGIN, (y + 0.5) / scale - MARGIN, lines)
      pixels[y * width + x] = 255 - Math.max(0, Math.min(255, Math.round((ink - 0.5) * 3 * 255 + 128)))
    }
  }
  return { width, height, pixels }
}

function inkAt(x: number, y: number, lines: readonly string[]): number {
  const left = Math.floor(x - 0.5)
  const top = Math.floor(y - 0.5)
  const dx = x - 0.5 - left
  const dy = y - 0.5 - top
  const upper = dot(left, top, lines) * (1 - dx) + dot(left + 1, top, lines) * dx
  const lower = dot(left, top + 1, lines) * (1 - dx) + dot(left + 1, top + 1, lines) * dx
  return upper * (1 - dy) + lower * dy
}

function dot(x: number, y: number, lines: readonly string[]): 0 | 1 {
  if (x < 0 || y < 0) return 0
  const column = x % ADVANCE
  const row = y % LINE_HEIGHT
  const code = lines[Math.floor(y / LINE_HEIGHT)]?.charCodeAt(Math.floor(x / ADVANCE)) ?? 32
  if (column >= COLUMNS || row >= ROWS || code <= 32 || code > 126) return 0
  const at = ((code - 33) * COLUMNS + column) * 2
  return (Number.parseInt(DOTS.slice(at, at + 2), 16) >> row) & 1 ? 1 : 0
}
