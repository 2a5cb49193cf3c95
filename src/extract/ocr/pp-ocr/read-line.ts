/** Recognition network of PP-OCRv4 (PaddleOCR, Apache-2.0). */

import type { OnnxSession } from '../../../engines/onnx.ts'
import type { GrayRaster } from '../../../model/raster.ts'
import { decodeCtc } from './ctc.ts'
import { cropLine, type LineImage } from './line-image.ts'
import { type LineCharacter, type LineWord, splitIntoWords } from './split-into-words.ts'
import type { TextRegion } from './text-regions.ts'

/** Height of the input, and length of a time step of the output, in pixels. */
const HEIGHT = 48
const STEP = 8
/** Maximum width of the input in pixels; longer lines are truncated. */
const MAX_WIDTH = 4096

export interface ReadLine {
  readonly words: readonly LineWord[]
  readonly image: LineImage
}

export interface LineReader {
  readonly session: OnnxSession
  readonly alphabet: readonly string[]
}

export async function readLine(
  page: GrayRaster,
  region: TextRegion,
  { session, alphabet }: LineReader,
): Promise<ReadLine> {
  const image = cropLine(page, region, HEIGHT)
  const width = Math.min(image.raster.width, MAX_WIDTH)
  const output = await session.run(toInput(image.raster, width), [1, 3, HEIGHT, width])
  const characters = decodeCtc(output, alphabet).map(
    ({ text, from, to, confidence }): LineCharacter => ({ text, x: ((from + to + 1) / 2) * STEP, confidence }),
  )
  return { words: splitIntoWords(characters, image.raster), image }
}

/** Three equal color channels from -1 (black) to 1 (white). */
function toInput({ width: rowLength, pixels }: GrayRaster, width: number): Float32Array {
  const size = width * HEIGHT
  const values = new Float32Array(3 * size)
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < width; x++) values[y * width + x] = pixels[y * rowLength + x]! / 127.5 - 1
  values.copyWithin(size, 0, size)
  values.copyWithin(2 * size, 0, size)
  return values
}
