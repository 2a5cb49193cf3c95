/**
 * Our kernels in Tesseract's module: built from the installed package, with the same numbers and words as without them.
 */
import { readFileSync } from 'node:fs'
import { createOCREngine } from 'tesseract-wasm'
import { beforeAll, describe, expect, test } from 'vitest'
import { renderWarmupImage } from '../../src/engines/warmup-image.ts'
import { patchTesseract, readPublishedModule } from '../../wasm/patch-tesseract.node.ts'

const wasm = (name: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(new URL(`../../wasm/${name}`, import.meta.url)))

test('the loaded module is the package’s with the kernels in it', () => {
  expect(Buffer.compare(wasm('tesseract-core.wasm'), patchTesseract())).toBe(0)
})

test('results are equal to the last digit of confidence', async () => {
  const rows = [
    'Sheaf reads the page, and (knows) 1,234.50 words;',
    'JUMPING Quick fox @ 7% of "all" [things] #42 &',
    'Wieviel? Nur so viel!',
    'Fourth row',
    'and a fifth one',
  ]
  const raster = renderWarmupImage(rows, { scale: 3 })
  const words = Uint32Array.from(raster.pixels, (value) => value * 0x01010101)
  const read = async (wasmBinary: Uint8Array): Promise<string> => {
    const engine = await createOCREngine({ wasmBinary })
    engine.loadModel(wasm('models/eng.traineddata'))
    engine.setVariable('user_defined_dpi', '200')
    engine.loadImage({ data: new Uint8ClampedArray(words.slice().buffer), width: raster.width, height: raster.height })
    return engine.getHOCR()
  }
  const ours = await read(wasm('tesseract-core.wasm'))
  expect(ours).toContain('Sheaf')
  expect(ours).toBe(await read(new Uint8Array(readPublishedModule())))
})

describe('the kernels alone', () => {
  interface Kernels {
    readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number }
    matrix_times_vector(
      rows: number,
      columns: number,
      weights: number,
      scales: number,
      inputs: number,
      results: number,
    ): void
    logistic(x: number): number
    tanh(x: number): number
    logistic_all(numbers: number, count: number): void
    tanh_all(numbers: number, count: number): void
    tanh_times(to: number, from: number, by: number, count: number): void
  }
  let kernels: Kernels
  /** Addresses of Tesseract's tables. */
  const tables = { logistic: 283_792, tanh: 267_408 } as const

  beforeAll(() => {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(wasm('kernels/tesseract.wasm')))
    kernels = exports as unknown as Kernels
    kernels.memory.grow(7)
    for (const [name, act] of [
      ['logistic', (x: number) => 1 / (1 + Math.exp(-x))],
      ['tanh', Math.tanh],
    ] as const) {
      const table = new Float32Array(kernels.memory.buffer, tables[name], 4096)
      for (let i = 0; i < table.length; i++) table[i] = act(i / 256)
    }
  })

  test.each([
    [1, 2],
    [3, 9],
    [4, 10],
    [5, 17],
    [16, 10],
    [48, 65],
    [111, 193],
    [7, 32],
    [2, 1],
  ])('%i rows of %i columns, as a plain loop computes them', (rows, columns) => {
    const at = { weights: 1000, scales: 40_000, inputs: 50_000, results: 60_000 }
    const { buffer } = kernels.memory
    const weights = new Int8Array(buffer, at.weights, rows * columns).map((_, i) => ((i * 7919) % 255) - 127)
    new Int8Array(buffer, at.weights, weights.length).set(weights)
    const inputs = Int8Array.from({ length: columns - 1 }, (_, i) => ((i * 104_729) % 255) - 127)
    new Int8Array(buffer, at.inputs, inputs.length).set(inputs)
    const scales = new Float32Array(buffer, at.scales, rows).map((_, i) => Math.fround(0.001 * (i + 1)))
    new Float32Array(buffer, at.scales, rows).set(scales)
    new Float32Array(buffer, at.results, rows + 1).fill(-5)
    kernels.matrix_times_vector(rows, columns, at.weights, at.scales, at.inputs, at.results)
    const wanted = Array.from({ length: rows }, (_, row) => {
      const own = weights.subarray(row * columns, (row + 1) * columns)
      const sum = inputs.reduce((total, value, i) => total + value * (own[i] ?? 0), 0)
      return Math.fround(Math.fround(sum + 127 * (own[columns - 1] ?? 0)) * (scales[row] ?? 0))
    })
    // Nothing is written after the last row.
    expect([...new Float32Array(buffer, at.results, rows + 1)]).toEqual([...wanted, -5])
  })

  test('logistic and tanh: table values, interpolation, limits, and both signs', () => {
    for (const x of [0.001, 0.5, 1.2345, 7, 15.99]) {
      expect(kernels.logistic(x)).toBeCloseTo(1 / (1 + Math.exp(-x)), 4)
      expect(kernels.logistic(-x)).toBe(Math.fround(1 - kernels.logistic(x)))
      expect(kernels.tanh(x)).toBeCloseTo(Math.tanh(x), 4)
      expect(kernels.tanh(-x)).toBe(-kernels.tanh(x))
    }
    expect([
      kernels.logistic(16),
      kernels.logistic(1e30),
      kernels.logistic(-1e30),
      kernels.tanh(99),
      kernels.tanh(-99),
    ]).toEqual([1, 1, 0, 1, -1])
  })

  test.each([0, 1, 3, 4, 5, 8, 11])(
    '%i numbers at once give what each gives alone, and nothing beyond them changes',
    (count) => {
      const numbers = [0.3, -0.3, 15.99, -15.99, 16, -16, 1e30, -1e30, -0.002, 2.5, -7.125].slice(0, count)
      const write = (at: number, values: readonly number[]): number => {
        new Float32Array(kernels.memory.buffer, at, values.length + 1).set([...values, -5])
        return at
      }
      const read = (at: number): number[] => [...new Float32Array(kernels.memory.buffer, at, count + 1)]
      const at = write(1000, numbers)
      kernels.logistic_all(at, count)
      expect(read(at)).toEqual([...numbers.map((x) => kernels.logistic(x)), -5])
      kernels.tanh_all(write(at, numbers), count)
      expect(read(at)).toEqual([...numbers.map((x) => kernels.tanh(x)), -5])
      const factors = numbers.map((_, i) => Math.fround(0.7 * i - 1))
      const to = write(
        3000,
        numbers.map(() => 0),
      )
      kernels.tanh_times(to, write(at, numbers), write(2000, factors), count)
      expect(read(to)).toEqual([...numbers.map((x, i) => Math.fround(kernels.tanh(x) * (factors[i] ?? 0))), -5])
    },
  )
})
