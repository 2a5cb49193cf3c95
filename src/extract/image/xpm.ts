/**
 * X pixmap → pixels: version 3, which is a piece of C source, and version 2, which is the same without C around it.
 * Colors are numbers, X11's names or "None" (transparent); a color that nobody knows is refused by its name.
 */
import { CodecError } from '../../engines/image-codecs.ts'
import type { RgbaRaster } from '../../model/raster.ts'
import { latin1 } from './latin1.ts'
import { x11Color } from './x11-colors.ts'

interface XpmHeader {
  readonly width: number
  readonly height: number
  readonly colors: number
  readonly charsPerPixel: number
}

/** Comments and declarations before the first string. */
const HEADER_BYTES = 4096
/** More than this no program writes, and a table of it would cost more than the picture. */
const MOST_COLORS = 1_048_576

export function isXpm(head: Uint8Array): boolean {
  return /^\s*(\/\*\s*XPM\s*\*\/|! XPM2\s)/.test(latin1(head, 0, 64)) && readXpmHeader(head) !== null
}

/** `null` when the sizes can't be read. */
export function readXpmHeader(bytes: Uint8Array): XpmHeader | null {
  const first = stringReader(latin1(bytes, 0, HEADER_BYTES))()
  const match = /^\s*(\d{1,6})\s+(\d{1,6})\s+(\d{1,7})\s+(\d{1,2})(\s|$)/.exec(first ?? '')
  if (match === null) return null
  const [width = 0, height = 0, colors = 0, charsPerPixel = 0] = match.slice(1, 5).map(Number)
  return { width, height, colors, charsPerPixel }
}

/** Bytes that a file of this size has at least. */
export function xpmBytes({ width, height, charsPerPixel }: XpmHeader): number {
  return width * height * charsPerPixel
}

/** Throws `CodecError` when rows are missing or a color is unknown. */
export function decodeXpm(bytes: Uint8Array): RgbaRaster {
  const header = readXpmHeader(bytes)
  if (header === null || header.charsPerPixel === 0 || header.colors === 0)
    throw new CodecError('its header makes no sense')
  if (header.colors > MOST_COLORS)
    throw new CodecError(`it claims ${header.colors} colours; the limit is ${MOST_COLORS}`)
  const { width, height, charsPerPixel } = header
  const next = stringReader(new TextDecoder('latin1').decode(bytes))
  next()
  const colors = readColors(next, header)
  const out = new Uint32Array(width * height)
  for (let y = 0; y < height; y++) {
    const row = next()
    if (row === null || row.length < width * charsPerPixel)
      throw new CodecError(`it is cut off: it has no more than ${y} of its ${height} rows`)
    for (let x = 0; x < width; x++) {
      const pixel = row.slice(x * charsPerPixel, (x + 1) * charsPerPixel)
      const color = colors.get(pixel)
      if (color === undefined) throw new CodecError(`row ${y + 1} holds "${pixel}", which is none of its colours`)
      out[y * width + x] = color
    }
  }
  return { width, height, pixels: new Uint8ClampedArray(out.buffer) }
}

function readColors(next: () => string | null, { colors, charsPerPixel }: XpmHeader): Map<string, number> {
  const table = new Map<string, number>()
  for (let index = 0; index < colors; index++) {
    const line = next()
    if (line === null) throw new CodecError(`it is cut off: it has ${index} of its ${colors} colours`)
    table.set(line.slice(0, charsPerPixel), chooseColor(line.slice(charsPerPixel)))
  }
  return table
}

/** For which kind of screen a color is meant, the best first: color, gray, four grays, black and white. */
const visuals = ['c', 'g', 'g4', 'm'] as const
const TRANSPARENT = 0

function chooseColor(definition: string): number {
  const found = new Map<string, string[]>()
  let current: string[] | null = null
  for (const word of definition.trim().split(/\s+/)) {
    // "s" gives the color a name of its own; a key can't stand where a value must.
    const isKey = (visuals as readonly string[]).includes(word) || word === 's'
    if (isKey && (current === null || current.length > 0)) {
      current = []
      found.set(word, current)
    } else current?.push(word)
  }
  const chosen = visuals.map((visual) => found.get(visual)).find((value) => value !== undefined)
  if (chosen === undefined) throw new CodecError(`the colour "${definition.trim().slice(0, 40)}" has no value`)
  return parseColor(chosen.join(' '))
}

/** Red in the lowest byte, alpha in the highest. */
function parseColor(text: string): number {
  if (/^none$/i.test(text)) return TRANSPARENT
  const hexadecimal = /^#([0-9a-f]+)$/i.exec(text)?.[1]
  const digits = (hexadecimal?.length ?? 0) / 3
  if (hexadecimal !== undefined && Number.isInteger(digits) && digits <= 4) {
    const most = 16 ** digits - 1
    const [red = 0, green = 0, blue = 0] = [0, 1, 2].map((index) =>
      Math.round((Number.parseInt(hexadecimal.slice(index * digits, (index + 1) * digits), 16) * 255) / most),
    )
    return (0xff000000 | (blue << 16) | (green << 8) | red) >>> 0
  }
  const named = x11Color(text)
  if (named === null) throw new CodecError(`the colour "${text.slice(0, 40)}" is not known`)
  return (0xff000000 | ((named & 255) << 16) | (named & 0xff00) | (named >> 16)) >>> 0
}

/** The strings of C source outside its comments, one after the other; of version 2 the lines. `null` behind the last. */
function stringReader(text: string): () => string | null {
  if (/^\s*! XPM2\s/.test(text.slice(0, 64))) return lineReader(text)
  const strings = /\/\*[^*]*(?:\*(?!\/)[^*]*)*\*\/|"((?:[^"\\]|\\.)*)"/gs
  return () => {
    for (let match = strings.exec(text); match !== null; match = strings.exec(text)) {
      const [, string] = match
      if (string !== undefined) return string.includes('\\') ? string.replace(/\\(.)/gs, '$1') : string
    }
    return null
  }
}

function lineReader(text: string): () => string | null {
  let at = 0
  return () => {
    while (at < text.length) {
      const end = text.indexOf('\n', at)
      const line = text.slice(at, end < 0 ? text.length : end).replace(/\r$/, '')
      at = end < 0 ? text.length : end + 1
      if (line !== '' && !line.startsWith('!')) return line
    }
    return null
  }
}
