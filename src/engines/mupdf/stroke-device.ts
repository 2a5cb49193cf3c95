/**
 * Reads strokes. MuPDF's structured text (1.28) adds the line width before scaling: a ruling of 0.5 points can be 5
 * points thick.
 */
import { type Box, clip } from '../../model/geometry.ts'
import { clamp } from '../../model/statistics.ts'
import { boxAt, type Mupdf, type MupdfModule, type Pointer } from './mupdf.ts'

export interface Subpath {
  /** x and y by turns, in points. Includes control points of curves. */
  readonly points: number[]
  curved: boolean
  closed: boolean
}

export interface Stroke {
  readonly subpaths: readonly Subpath[]
  readonly width: number
  readonly clip: Box
  /** 0xRRGGBB. */
  readonly color: number
  /** 0–1. */
  readonly opacity: number
}

const EVERYWHERE: Box = { x0: -Infinity, y0: -Infinity, x1: Infinity, y1: Infinity }
/** Values of MuPDF's `fz_colorspace_type`. */
const colorspaceType = { gray: 1, rgb: 2, bgr: 3, cmyk: 4 } as const

/** In content order, at most `limit`. */
export function readStrokes(mupdf: Mupdf, page: Pointer, limit: number): readonly Stroke[] {
  const reader = new StrokeReader(mupdf.module, limit)
  installDevice(reader)
  mupdf.call(() => {
    const { module } = mupdf
    const device = module._wasm_new_js_device(0)
    try {
      mupdf.withoutProfiles(() => mupdf.runVisible(page, device, mupdf.putNumbers([1, 0, 0, 1, 0, 0])))
      module._wasm_close_device(device)
    } finally {
      module._wasm_drop_device(device)
    }
  })
  return reader.strokes
}

class StrokeReader {
  readonly strokes: Stroke[] = []
  readonly #module: MupdfModule
  readonly #limit: number
  readonly #clips: Box[] = []
  #subpaths: Subpath[] = []
  #matrix: Float32Array = new Float32Array(6)

  constructor(module: MupdfModule, limit: number) {
    this.#module = module
    this.#limit = limit
  }

  get #clip(): Box {
    return this.#clips.at(-1) ?? EVERYWHERE
  }

  addStroke(path: Pointer, { state, matrix, ink }: { state: Pointer; matrix: Pointer; ink: Ink }): void {
    if (this.strokes.length >= this.#limit) return
    const module = this.#module
    this.#matrix = module.HEAPF32.slice(matrix >> 2, (matrix >> 2) + 6)
    const [a = 1, b = 0, c = 0, d = 1] = this.#matrix
    const color = this.#colorOf(ink)
    this.#subpaths = []
    module._wasm_walk_path(path, 0)
    const width = module._wasm_stroke_state_get_linewidth(state) * Math.sqrt(Math.abs(a * d - b * c))
    this.strokes.push({ subpaths: this.#subpaths, width, clip: this.#clip, color, opacity: ink.alpha })
  }

  #colorOf({ colorspace, count, values }: Ink): number {
    const type = this.#module._wasm_colorspace_get_type(colorspace)
    const [first = 0, second = 0, third = 0, fourth = 0] = this.#module.HEAPF32.subarray(
      values >> 2,
      (values >> 2) + count,
    )
    if (type === colorspaceType.gray) return rgb(first, first, first)
    if (type === colorspaceType.rgb) return rgb(first, second, third)
    if (type === colorspaceType.bgr) return rgb(third, second, first)
    if (type === colorspaceType.cmyk) return rgb(1 - first - fourth, 1 - second - fourth, 1 - third - fourth)
    return 0
  }

  addPoints(numbers: readonly number[], kind: 'start' | 'line' | 'curve'): void {
    if (kind === 'start') this.#subpaths.push({ points: [], curved: false, closed: false })
    const subpath = this.#subpaths.at(-1)
    if (subpath === undefined) return
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = this.#matrix
    for (let at = 0; at + 1 < numbers.length; at += 2) {
      const [x, y] = [numbers[at]!, numbers[at + 1]!]
      subpath.points.push(a * x + c * y + e, b * x + d * y + f)
    }
    subpath.curved ||= kind === 'curve'
  }

  close(): void {
    const subpath = this.#subpaths.at(-1)
    if (subpath !== undefined) subpath.closed = true
  }

  pushClip(path: Pointer, matrix: Pointer): void {
    const module = this.#module
    this.#clips.push(clip(boxAt(module, module._wasm_bound_path(path, 0, matrix)), this.#clip))
  }

  /** Clips of text, strokes and masks are not measured. */
  repeatClip(): void {
    this.#clips.push(this.#clip)
  }

  popClip(): void {
    this.#clips.pop()
  }
}

interface Ink {
  readonly colorspace: Pointer
  readonly count: number
  readonly values: Pointer
  readonly alpha: number
}

function rgb(...channels: readonly number[]): number {
  return channels.reduce((color, value) => color * 256 + Math.round(clamp(value, 0, 1) * 255), 0)
}

/** MuPDF calls devices through `globalThis` and expects a function for each event. */
function installDevice(reader: StrokeReader): void {
  const ignore = (): number => 0
  const device = {
    clip_path: (_id: number, path: Pointer, _evenOdd: number, matrix: Pointer) => reader.pushClip(path, matrix),
    stroke_path: (
      _id: number,
      path: Pointer,
      state: Pointer,
      matrix: Pointer,
      colorspace: Pointer,
      count: number,
      values: Pointer,
      alpha: number,
    ) => reader.addStroke(path, { state, matrix, ink: { colorspace, count, values, alpha } }),
    clip_stroke_path: () => reader.repeatClip(),
    clip_text: () => reader.repeatClip(),
    clip_stroke_text: () => reader.repeatClip(),
    clip_image_mask: () => reader.repeatClip(),
    end_mask: () => reader.repeatClip(),
    pop_clip: () => reader.popClip(),
  }
  const walk = {
    moveto: (_id: number, x: number, y: number) => reader.addPoints([x, y], 'start'),
    lineto: (_id: number, x: number, y: number) => reader.addPoints([x, y], 'line'),
    curveto: (_id: number, ...numbers: readonly number[]) => reader.addPoints(numbers, 'curve'),
    closepath: () => reader.close(),
  }
  Object.assign(globalThis, {
    $libmupdf_device: new Proxy(device, { get: (own, name) => Reflect.get(own, name) ?? ignore }),
    $libmupdf_path_walk: walk,
  })
}
