/**
 * Kernels for whole network layers and loops: the same bytes as the original functions, and fallback for unknown
 * layers.
 */
import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, test } from 'vitest'

interface Kernels {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number }
  readonly stack: { value: number }
  tanh(x: number): number
  convolve(layer: number, input: number, output: number): number
  tanh_layer(layer: number, input: number, output: number): number
  maxpool(layer: number, input: number, output: number): number
  known_grays(to: number): number
  skip_to_row(iterator: number, row: number): number
}

/** Addresses in the kernels' memory, away from Tesseract's tables. */
const at = {
  layer: 1024,
  input: 2048,
  output: 3072,
  vectors: 4096,
  dice: 5000,
  scales: 5120,
  weights: 5500,
  stack: 8192,
  bytes: 16_384,
  answers: 65_536,
} as const
const table = { tanh: 267_408, simd: 313_300 } as const
const [width, height] = [11, 7]

let kernels: Kernels

beforeEach(() => {
  const binary = new Uint8Array(readFileSync(new URL('../../wasm/kernels/tesseract.wasm', import.meta.url)))
  kernels = new WebAssembly.Instance(new WebAssembly.Module(binary)).exports as unknown as Kernels
  kernels.memory.grow(7)
  kernels.stack.value = at.stack
  set(table.simd, 1)
  new Float32Array(kernels.memory.buffer, table.tanh, 4096).forEach((_, i, all) => {
    all[i] = Math.tanh(i / 256)
  })
})

function set(place: number, value: number): void {
  new Int32Array(kernels.memory.buffer)[place >> 2] = value
}

function bytes(place: number, count: number): Int8Array {
  return new Int8Array(kernels.memory.buffer, place, count)
}

/** A `NetworkIO` of bytes, as documented in the kernels' source. */
function place(
  io: number,
  { data, width: across, height: down, numbers }: { data: number; width: number; height: number; numbers: number },
): void {
  const vectors = at.vectors + (io - at.input) / 8
  set(vectors, down)
  set(vectors + 4, across)
  const fields = {
    28: data,
    36: across * down,
    40: numbers,
    48: 1,
    52: 1,
    56: down,
    60: across,
    64: across * down,
    68: across,
    72: 1,
  }
  const lists = { 76: vectors, 80: vectors + 4, 88: vectors + 4, 92: vectors + 8 }
  for (const [offset, value] of Object.entries({ ...fields, ...lists })) set(io + Number(offset), value)
}

function placeLayer(fields: Readonly<Record<number, number>>): void {
  for (const [offset, value] of Object.entries(fields)) set(at.layer + Number(offset), value)
}

/** Numbers from -127 to 127, some of them repeated. */
function fill(place: number, count: number): Int8Array {
  const values = bytes(place, count)
  values.set(values.map((_, i) => (i % 50 > 30 ? 90 : ((i * 7919) % 255) - 127)))
  return values
}

/** Tesseract's TRand: the next seed and its byte. */
function roll(seed: number): { seed: number; byte: number } {
  const next = Number((BigInt(seed) * 48_271n) % 2_147_483_647n)
  const value = (next * 254) / 2_147_483_647 - 127
  return { seed: next, byte: Math.sign(value) * Math.floor(Math.abs(value) + 0.5) }
}

function preparePicture(): Int8Array {
  placeLayer({ 20: 1, 52: at.dice, 56: 1, 60: 1 })
  place(at.input, { data: at.bytes, width, height, numbers: 1 })
  place(at.output, { data: at.answers, width, height, numbers: 9 })
  set(at.dice, 1234)
  return fill(at.bytes, width * height)
}

test('convolve: the neighborhood of each step, column by column, with continued random numbers beyond the edges', () => {
  const picture = preparePicture()
  expect(kernels.convolve(at.layer, at.input, at.output)).toBe(1)
  let seed = 1234
  const wanted: number[] = []
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (const dx of [-1, 0, 1])
        for (const dy of [-1, 0, 1]) {
          const inside = x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height
          const rolled = inside ? null : roll(seed)
          seed = rolled?.seed ?? seed
          wanted.push(rolled?.byte ?? picture[(y + dy) * width + x + dx] ?? 0)
        }
  expect([...bytes(at.answers, wanted.length + 1)]).toEqual([...wanted, 0])
  expect(new Int32Array(kernels.memory.buffer)[at.dice >> 2]).toBe(seed)
})

test('tanh_layer: products, tanh and rounding as for each step alone, also for equal steps', () => {
  const [outputs, columns, steps] = [16, 10, width * height]
  placeLayer({ 4: 19, 8: 0, 24: outputs, 92: outputs, 96: columns, 132: at.scales, 216: at.weights })
  place(at.input, { data: at.bytes, width, height, numbers: 9 })
  place(at.output, { data: at.answers, width, height, numbers: outputs })
  const inputs = fill(at.bytes, steps * 9)
  inputs.copyWithin(40 * 9, 39 * 9, 40 * 9)
  const weights = fill(at.weights, outputs * columns)
  const scales = new Float32Array(kernels.memory.buffer, at.scales, outputs)
  scales.set(scales.map((_, i) => 0.000_01 * (i + 1)))
  expect(kernels.tanh_layer(at.layer, at.input, at.output)).toBe(1)
  const wanted = Array.from({ length: steps * outputs }, (_, i) => {
    const [step, output] = [Math.floor(i / outputs), i % outputs]
    const own = weights.subarray(output * columns, (output + 1) * columns)
    const sum = inputs
      .subarray(step * 9, step * 9 + 9)
      .reduce((total, value, k) => total + value * own[k]!, 127 * own[9]!)
    const scaled = Math.fround(kernels.tanh(Math.fround(sum * scales[output]!)) * 127)
    return Math.sign(scaled) * Math.floor(Math.fround(Math.abs(scaled) + 0.5))
  })
  expect([...bytes(at.answers, wanted.length + 1)]).toEqual([...wanted.map((value) => value + 0), 0])
})

test('maxpool: the maximum of three by three steps; incomplete windows are dropped', () => {
  placeLayer({ 8: 0, 20: 16, 104: 3, 108: 3 })
  place(at.input, { data: at.bytes, width, height, numbers: 16 })
  place(at.output, { data: at.answers, width: 3, height: 2, numbers: 16 })
  const inputs = fill(at.bytes, width * height * 16)
  expect(kernels.maxpool(at.layer, at.input, at.output)).toBe(1)
  const three = [0, 1, 2]
  const wanted = [0, 1].flatMap((y) =>
    three.flatMap((x) =>
      Array.from({ length: 16 }, (_, i) =>
        Math.max(...three.flatMap((dy) => three.map((dx) => inputs[((3 * y + dy) * width + 3 * x + dx) * 16 + i]!))),
      ),
    ),
  )
  expect([...bytes(at.answers, wanted.length + 1)]).toEqual([...wanted, 0])
})

test('known_grays: the histogram that the word at 1016 points to, if any', () => {
  expect(kernels.known_grays(at.answers)).toBe(0)
  set(1016, at.bytes)
  const counts = fill(at.bytes, 1024)
  expect(kernels.known_grays(at.answers)).toBe(1)
  expect([...bytes(at.answers, 1025)]).toEqual([...counts, 0])
})

describe('skip_to_row', () => {
  const pageResult = 2048
  const iterator = 4096
  const [blockRows, rowWords, partOfCombination] = [28, 20, 265]
  const read = (place: number): number => new Int32Array(kernels.memory.buffer)[place >> 2] ?? 0
  /** Element `index` of a block, of its rows, or of their words: the level is the number of indexes. */
  const element = (...path: readonly number[]): number =>
    path.reduce((place, index, level) => place + (index + 1) * [65_536, 8192, 512][level]!, 0)
  const link = (list: number, elements: readonly number[]): void => {
    set(list, elements.at(-1) ?? 0)
    for (const [index, one] of elements.entries()) set(one, elements[index + 1] ?? elements[0]!)
  }

  /** Pages of blocks of rows of words; `true` is a part of a combined word. */
  function placePage(blocks: readonly (readonly (readonly boolean[])[])[]): void {
    set(iterator, pageResult)
    link(
      pageResult + 8,
      blocks.map((_, block) => element(block)),
    )
    for (const [block, rows] of blocks.entries()) {
      link(
        element(block) + blockRows,
        rows.map((_, row) => element(block, row)),
      )
      for (const [row, words] of rows.entries()) {
        link(
          element(block, row) + rowWords,
          words.map((_, word) => element(block, row, word)),
        )
        for (const [word, isPart] of words.entries())
          bytes(element(block, row, word) + partOfCombination, 1)[0] = isPart ? 1 : 0
      }
    }
  }

  /** List, previous, current and next element, end of the cycle, and whether it has begun, of the three iterators. */
  const iterators = (): number[][] =>
    [40, 64, 88].map((offset) => [
      ...[0, 4, 8, 12, 16].map((field) => read(iterator + offset + field)),
      bytes(iterator + offset + 22, 1)[0] ?? 0,
    ])

  test('the iterators are at the last word before the row, in another block and before the parts of a combined word', () => {
    placePage([[[false, false]], [[false], [false, false, true]], [[], [false]]])
    kernels.skip_to_row(iterator, element(2, 1))
    expect(iterators()).toEqual([
      [pageResult + 8, element(0), element(1), element(2), element(0), 1],
      [element(1) + blockRows, element(1, 0), element(1, 1), element(1, 0), element(1, 0), 1],
      [element(1, 1) + rowWords, element(1, 1, 0), element(1, 1, 1), element(1, 1, 2), element(1, 1, 0), 1],
    ])
  })

  test('a single word in the first row of the first block has not begun a cycle', () => {
    placePage([[[false], [false]]])
    kernels.skip_to_row(iterator, element(0, 1))
    expect(iterators().map((iterator) => iterator[5])).toEqual([0, 0, 0])
    expect(iterators().map((iterator) => iterator[2])).toEqual([element(0), element(0, 0), element(0, 0, 0)])
  })

  test.each([
    ['the first row', [[[false], [false]]], [0, 0]],
    ['only parts before it', [[[true], [false]]], [0, 1]],
    ['a row of another page', [[[false], [false]]], [1, 1]],
  ] as const)('nothing moves: %s', (_, blocks, row) => {
    placePage(blocks)
    kernels.skip_to_row(iterator, element(...row))
    expect(
      iterators()
        .flat()
        .every((value) => value === 0),
    ).toBe(true)
  })

  test('nothing moves: the row is next', () => {
    placePage([[[false], [false]]])
    set(iterator + 32, element(0, 1))
    kernels.skip_to_row(iterator, element(0, 1))
    expect(
      iterators()
        .flat()
        .every((value) => value === 0),
    ).toBe(true)
  })
})

test.each([
  ['floats', at.input + 48, 0],
  ['three inputs a step', at.layer + 20, 3],
  ['a wider window', at.layer + 56, 2],
  ['two pictures', at.input + 52, 2],
  ['columns that follow each other downwards', at.input + 72, height],
  ['a picture narrower than its room', at.vectors + 4, width - 1],
])('falls back to the module: %s', (_, where, value) => {
  preparePicture()
  set(where, value)
  expect(kernels.convolve(at.layer, at.input, at.output)).toBe(0)
  expect(bytes(at.answers, width * height * 9).every((byte) => byte === 0)).toBe(true)
})

test.each([
  ['tanh_layer', { 4: 16, 92: 16, 96: 10 }],
  ['tanh_layer', { 4: 19, 8: 1, 92: 16, 96: 10 }],
  ['tanh_layer', { 4: 19, 92: 96, 96: 10 }],
  ['maxpool', { 8: 1, 20: 16, 104: 3, 108: 3 }],
  ['maxpool', { 20: 8, 104: 3, 108: 3 }],
  ['maxpool', { 20: 16, 104: 30, 108: 3 }],
] as const)('other activations, sizes and training are left to the module: %s %j', (kernel, fields) => {
  placeLayer(fields)
  place(at.input, { data: at.bytes, width, height, numbers: kernel === 'maxpool' ? 16 : 9 })
  place(at.output, { data: at.answers, width: 3, height: 2, numbers: 16 })
  expect(kernels[kernel](at.layer, at.input, at.output)).toBe(0)
})
