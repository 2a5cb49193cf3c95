/**
 * `node wasm/patch-tesseract.node.ts` writes `tesseract-core.wasm`: the published Tesseract module with the faster
 * functions of `kernels/tesseract.wat`. Only works for the version whose function numbers are listed here.
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { concatBytes } from '../src/model/bytes.ts'
import { bodiesOf, FUNCTION_TYPE, I32_TYPE, NO_RESULT, readLeb, SECTION, sectionOf, toLeb } from './binary-format.ts'
import { OP } from './instructions.ts'
import { type Signature, splitFunction } from './split-function.ts'

/** SHA-256 of tesseract-wasm 0.11.0, `dist/tesseract-core.wasm`. */
const SUPPORTED_SHA256 = '3822dc6ee83d507f2bd2f83b97a3dd5dabf3ea71a9836d951602c9054615137e'
/** Kernels that replace whole functions, by index among the functions with a body. */
const replacements: ReadonlyMap<number, string> = new Map([
  [1691, 'matrix_times_vector'],
  [436, 'logistic'],
  [437, 'tanh'],
])
/** Index of the function with the loops below, `LSTM::Forward`. */
const LSTM_FORWARD = 1844
/**
 * Loops as bytecode, and the kernels that replace them. Their counters are not used afterwards. `arguments` is the
 * bytecode that loads the parameters of the kernel.
 */
const loops = [
  {
    loop: '0340200420034102746a220120012a020010e303380200200341016a22032006470d000b',
    count: 1,
    arguments: '20042006',
    kernel: 'tanh_all',
  },
  {
    loop: '0340200420034102746a220120012a020010e203380200200341016a22032006470d000b',
    count: 3,
    arguments: '20042006',
    kernel: 'logistic_all',
  },
  {
    loop: '0340200620014102746a220420042a020010e203380200200141016a22012003470d000b',
    count: 1,
    arguments: '20062003',
    kernel: 'logistic_all',
  },
  {
    loop: '03402006200341027422096a200120096a2a020010e303200420096a2a020094380200200341016a2203200b470d000b',
    count: 1,
    arguments: '200620012004200b',
    kernel: 'tanh_times',
  },
] as const
/**
 * Functions in which a kernel is called before the main loop, which is skipped if the kernel returns 1. Otherwise, for
 * other types of layers and unknown images, the original loop runs. `loop` and `rest` are the first bytes of the loop
 * and of the code after it.
 */
const layers = [
  { in: 1883, loop: '0340200641004e04404100', rest: '200841206a24000b', arguments: '200020022005', kernel: 'convolve' },
  {
    in: 1859,
    loop: '0340200c280204210102402002',
    rest: '0b024020002802084101470d0020002802044116460d002000',
    arguments: '200020022005',
    kernel: 'tanh_layer',
  },
  {
    in: 1829,
    loop: '03402002280240210820022802',
    rest: '200e41106a24000b',
    arguments: '200020022005',
    kernel: 'maxpool',
  },
  {
    in: 1278,
    loop: '0340201a200720196c4102746a210b',
    rest: '0b440000000000000000211b',
    arguments: '200e',
    kernel: 'known_grays',
  },
  { in: 344, loop: '0340200041004100105c1a', rest: '0b20002802100b', arguments: '20002002', kernel: 'skip_to_row' },
] as const
/** New functions, with their numbers of 32-bit parameters and results. */
const added = [
  { name: 'logistic_all', parameters: 2, results: 0 },
  { name: 'tanh_all', parameters: 2, results: 0 },
  { name: 'tanh_times', parameters: 4, results: 0 },
  { name: 'convolve', parameters: 3, results: 1 },
  { name: 'tanh_layer', parameters: 3, results: 1 },
  { name: 'maxpool', parameters: 3, results: 1 },
  { name: 'known_grays', parameters: 1, results: 1 },
  { name: 'skip_to_row', parameters: 2, results: 1 },
] as const
/** The function of page layout analysis, into which the compiler inlined about a tenth of the module's code. */
const PAGE_LAYOUT = { index: 1701, parameters: [I32_TYPE, I32_TYPE, I32_TYPE] } as const
/** Size of its blocks that become functions, in bytes. */
const MIN_PART_BYTES = 1500

/** Throws for other versions of the package. */
export function patchTesseract(): Uint8Array {
  const source = readPublishedModule()
  const found = createHash('sha256').update(source).digest('hex')
  if (found !== SUPPORTED_SHA256)
    throw new Error(
      `tesseract-core.wasm has the checksum ${found}, not ${SUPPORTED_SHA256}: the function numbers have to be determined again`,
    )
  const kernels = readFileSync(new URL('./kernels/tesseract.wasm', import.meta.url))
  const published = bodiesOf(source).map(({ start, end }) => source.subarray(start, end))
  const bodies = published.map((body, index) => {
    const name = replacements.get(index)
    if (name !== undefined) return bodyNamed(kernels, name)
    if (index === LSTM_FORWARD) return replaceLoops(body, IMPORTED + published.length)
    const layer = layers.find((one) => one.in === index)
    return layer === undefined ? body : bypassLoop(body, layer, IMPORTED + published.length)
  })
  for (const { name } of added) bodies.push(bodyNamed(kernels, name))
  const { index, parameters } = PAGE_LAYOUT
  const layout = splitFunction(bodies[index]!, {
    parameters,
    firstCallee: IMPORTED + bodies.length,
    minBytes: MIN_PART_BYTES,
  })
  bodies[index] = layout.body
  bodies.push(...layout.parts.map(({ body }) => body))
  const types = sectionOf(source, SECTION.types)
  const [typeCount, firstType] = readLeb(source, types.start)
  const newTypes = layout.parts.map(({ signature }) => toType(signature))
  const functions = sectionOf(source, SECTION.functions)
  const [declared, first] = readLeb(source, functions.start)
  const numbers = [...added.map((kernel) => typeOf(source, kernel)), ...layout.parts.map((_, part) => typeCount + part)]
  const code = sectionOf(source, SECTION.code)
  return concatBytes([
    source.subarray(0, types.at),
    toSection(SECTION.types, [
      ...[toLeb(typeCount + newTypes.length), source.subarray(firstType, types.end)],
      ...newTypes,
    ]),
    source.subarray(types.end, functions.at),
    toSection(SECTION.functions, [
      ...[toLeb(declared + numbers.length), source.subarray(first, functions.end)],
      ...numbers.map(toLeb),
    ]),
    source.subarray(functions.end, code.at),
    toSection(SECTION.code, [toLeb(bodies.length), ...bodies.flatMap((body) => [toLeb(body.length), body])]),
    source.subarray(code.end),
  ])
}

function toType({ parameters, results }: Signature): Uint8Array {
  return Uint8Array.of(FUNCTION_TYPE, parameters.length, ...parameters, results.length, ...results)
}

function toSection(id: number, content: readonly Uint8Array[]): Uint8Array {
  const bytes = concatBytes(content)
  return concatBytes([Uint8Array.of(id), toLeb(bytes.length), bytes])
}

/** Imported functions, which are numbered before the module's own. */
const IMPORTED = 46

/** The body with kernel calls instead of its loops, padded with no-ops. */
function replaceLoops(source: Uint8Array, firstKernel: number): Uint8Array {
  const body = Buffer.from(source)
  for (const { loop, count, arguments: gets, kernel } of loops) {
    const wanted = Buffer.from(loop, 'hex')
    const number = firstKernel + added.findIndex(({ name }) => name === kernel)
    const call = Buffer.concat([Buffer.from(gets, 'hex'), Uint8Array.of(OP.call), toLeb(number)])
    let found = 0
    for (let at = body.indexOf(wanted); at !== -1; at = body.indexOf(wanted, at + 1), found++) {
      body.fill(OP.nop, at, at + wanted.length)
      call.copy(body, at)
    }
    if (found !== count) throw new Error(`${found} loops for ${kernel}, not ${count}: they have to be located again`)
  }
  return body
}

/** The body with its loop in a block that is left if the kernel returns 1. No branch leads out of these loops. */
function bypassLoop(
  source: Uint8Array,
  { loop, rest, arguments: gets, kernel }: (typeof layers)[number],
  firstKernel: number,
): Uint8Array {
  const body = Buffer.from(source)
  const [start, end] = [loop, rest].map((bytes) => {
    const wanted = Buffer.from(bytes, 'hex')
    const at = body.indexOf(wanted)
    if (at === -1 || body.indexOf(wanted, at + 1) !== -1)
      throw new Error(`the loop for ${kernel} was not found once: it has to be located again`)
    return at
  })
  const call = [
    ...Buffer.from(gets, 'hex'),
    OP.call,
    ...toLeb(firstKernel + added.findIndex(({ name }) => name === kernel)),
  ]
  return concatBytes([
    ...[body.subarray(0, start), Uint8Array.of(OP.block, NO_RESULT, ...call, OP.branchIf, 0)],
    ...[body.subarray(start, end), Uint8Array.of(OP.end), body.subarray(end)],
  ])
}

/** The index of a function type by its numbers of 32-bit parameters and results. */
function typeOf(
  module: Uint8Array,
  { parameters, results: wantedResults }: { parameters: number; results: number },
): number {
  const section = sectionOf(module, SECTION.types)
  const integers = (count: number): number[] => [count, ...Array.from({ length: count }, () => I32_TYPE)]
  const wanted = [FUNCTION_TYPE, ...integers(parameters), ...integers(wantedResults)]
  let [count, at] = readLeb(module, section.start)
  for (let type = 0; type < count; type++) {
    if (wanted.every((byte, index) => module[at + index] === byte)) return type
    const [parameterCount, values] = readLeb(module, at + 1)
    const [resultCount, results] = readLeb(module, values + parameterCount)
    at = results + resultCount
  }
  throw new Error(`no function type with ${parameters} parameters and ${wantedResults} results`)
}

export function readPublishedModule(): Uint8Array {
  return readFileSync(
    createRequire(import.meta.url)
      .resolve('tesseract-wasm')
      .replace(/lib\.js$/, 'tesseract-core.wasm'),
  )
}

/** The body of an exported kernel. The kernels' module has no imports, so that function numbers are body indexes. */
function bodyNamed(kernels: Uint8Array, name: string): Uint8Array {
  const section = sectionOf(kernels, SECTION.exports)
  let [count, at] = readLeb(kernels, section.start)
  for (; count > 0; count--) {
    const [length, start] = readLeb(kernels, at)
    const exported = new TextDecoder().decode(kernels.subarray(start, start + length))
    const [index, next] = readLeb(kernels, start + length + 1)
    at = next
    const body = bodiesOf(kernels)[index]
    if (exported === name && body !== undefined) return kernels.subarray(body.start, body.end)
  }
  throw new Error(`kernels/tesseract.wasm has no function "${name}": assemble it again`)
}

if (import.meta.main) writeFileSync(new URL('./tesseract-core.wasm', import.meta.url), patchTesseract())
