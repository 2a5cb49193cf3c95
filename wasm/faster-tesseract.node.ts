/**
 * `node wasm/faster-tesseract.node.ts`: the package's Tesseract module with the functions of `kernels/tesseract.wat` in it → `tesseract-core.wasm`,
 * which both runtimes load. Refuses any other module than the one whose function numbers are written here.
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** tesseract-wasm 0.11.0, `dist/tesseract-core.wasm`. */
const knownModule = '3822dc6ee83d507f2bd2f83b97a3dd5dabf3ea71a9836d951602c9054615137e'
/** Functions of that module, by their place among those with a body, and the kernel that takes their place. */
const places: ReadonlyMap<number, string> = new Map([
  [1691, 'matrix_times_vector'],
  [436, 'logistic'],
  [437, 'tanh'],
])
/** The function that holds the loops below (`LSTM::Forward`), by the same count. */
const looping = 1844
/**
 * Loops over numbers in memory, byte by byte as they stand there, and the kernel that does the whole of each. The loops' counters are
 * not read after them: the same code goes on when there was nothing to count. `arguments`: `local.get` of the kernel's parameters.
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
 * Functions whose main loop is left out when the kernel, asked before it with these arguments, says that it has done all of it: layers of
 * other kinds than it knows go the old way, and so do pictures of which nothing is known. `loop` and `rest`: the first bytes of the loop and of what comes after its end.
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
] as const
/** Functions that the module does not have yet, and how many 32-bit integers they take and give. */
const added = [
  { name: 'logistic_all', parameters: 2, results: 0 },
  { name: 'tanh_all', parameters: 2, results: 0 },
  { name: 'tanh_times', parameters: 4, results: 0 },
  { name: 'convolve', parameters: 3, results: 1 },
  { name: 'tanh_layer', parameters: 3, results: 1 },
  { name: 'maxpool', parameters: 3, results: 1 },
  { name: 'known_grays', parameters: 1, results: 1 },
] as const
/** Section numbers of the WebAssembly binary format, a function type's first byte, a 32-bit integer's, and the codes of two instructions. */
const sectionId = { types: 1, functions: 3, exports: 7, code: 10 } as const
const functionType = 0x60
const i32Type = 0x7f
const instruction = { nop: 0x01, block: 0x02, end: 0x0b, branchIf: 0x0d, call: 0x10 } as const
/** A block that gives no value. */
const noResult = 0x40
const headerBytes = 8

interface Span {
  readonly start: number
  readonly end: number
}

interface Section extends Span {
  readonly id: number
  /** Where its id stands. */
  readonly at: number
}

/** The faster module. Throws for a package that is not the known one. */
export function buildFasterModule(): Uint8Array {
  const source = readPackaged()
  const found = createHash('sha256').update(source).digest('hex')
  if (found !== knownModule)
    throw new Error(`tesseract-core.wasm has the checksum ${found}, not ${knownModule}: find the functions anew`)
  const kernels = readFileSync(new URL('./kernels/tesseract.wasm', import.meta.url))
  const packaged = bodiesOf(source).map(({ start, end }) => source.subarray(start, end))
  const bodies = packaged.map((body, index) => {
    const name = places.get(index)
    if (name !== undefined) return bodyNamed(kernels, name)
    if (index === looping) return withCalls(body, IMPORTED + packaged.length)
    const layer = layers.find((one) => one.in === index)
    return layer === undefined ? body : withKernel(body, layer, IMPORTED + packaged.length)
  })
  for (const { name } of added) bodies.push(bodyNamed(kernels, name))
  const functions = sectionOf(source, sectionId.functions)
  const [declared, first] = readLeb(source, functions.start)
  const types = added.map((kernel) => toLeb(typeOf(source, kernel)))
  const declarations = join([toLeb(declared + added.length), source.subarray(first, functions.end), ...types])
  const code = sectionOf(source, sectionId.code)
  const content = join([toLeb(bodies.length), ...bodies.flatMap((body) => [toLeb(body.length), body])])
  return join([
    ...[source.subarray(0, functions.at), toSection(sectionId.functions, declarations)],
    ...[source.subarray(functions.end, code.at), toSection(sectionId.code, content), source.subarray(code.end)],
  ])
}

function toSection(id: number, content: Uint8Array): Uint8Array {
  return join([Uint8Array.of(id), toLeb(content.length), content])
}

/** Functions that the module imports are counted before its own. */
const IMPORTED = 46

/** The body with calls of the kernels in place of its loops; what is left of a loop's room does nothing. */
function withCalls(source: Uint8Array, firstKernel: number): Uint8Array {
  const body = Buffer.from(source)
  for (const { loop, count, arguments: gets, kernel } of loops) {
    const wanted = Buffer.from(loop, 'hex')
    const number = firstKernel + added.findIndex(({ name }) => name === kernel)
    const call = Buffer.concat([Buffer.from(gets, 'hex'), Uint8Array.of(instruction.call), toLeb(number)])
    let found = 0
    for (let at = body.indexOf(wanted); at !== -1; at = body.indexOf(wanted, at + 1), found++) {
      body.fill(instruction.nop, at, at + wanted.length)
      call.copy(body, at)
    }
    if (found !== count) throw new Error(`${found} loops for ${kernel}, not ${count}: find them anew`)
  }
  return body
}

/** The body with its loop in a block that the kernel's answer leaves. No branch in these loops reaches beyond them. */
function withKernel(
  source: Uint8Array,
  { loop, rest, arguments: gets, kernel }: (typeof layers)[number],
  firstKernel: number,
): Uint8Array {
  const body = Buffer.from(source)
  const [start, end] = [loop, rest].map((bytes) => {
    const wanted = Buffer.from(bytes, 'hex')
    const at = body.indexOf(wanted)
    if (at === -1 || body.indexOf(wanted, at + 1) !== -1)
      throw new Error(`the loop for ${kernel} is not where it was: find it anew`)
    return at
  })
  const call = [
    ...Buffer.from(gets, 'hex'),
    instruction.call,
    ...toLeb(firstKernel + added.findIndex(({ name }) => name === kernel)),
  ]
  return join([
    ...[body.subarray(0, start), Uint8Array.of(instruction.block, noResult, ...call, instruction.branchIf, 0)],
    ...[body.subarray(start, end), Uint8Array.of(instruction.end), body.subarray(end)],
  ])
}

/** The number of the type of a function that takes and gives so many 32-bit integers. */
function typeOf(
  module: Uint8Array,
  { parameters, results: wantedResults }: { parameters: number; results: number },
): number {
  const section = sectionOf(module, sectionId.types)
  const integers = (count: number): number[] => [count, ...Array.from({ length: count }, () => i32Type)]
  const wanted = [functionType, ...integers(parameters), ...integers(wantedResults)]
  let [count, at] = readLeb(module, section.start)
  for (let type = 0; type < count; type++) {
    if (wanted.every((byte, index) => module[at + index] === byte)) return type
    const [taken, values] = readLeb(module, at + 1)
    const [given, results] = readLeb(module, values + taken)
    at = results + given
  }
  throw new Error(`no type of ${parameters} integers that gives ${wantedResults}`)
}

/** The module as the package has it. */
export function readPackaged(): Uint8Array {
  return readFileSync(
    createRequire(import.meta.url)
      .resolve('tesseract-wasm')
      .replace(/lib\.js$/, 'tesseract-core.wasm'),
  )
}

/** The kernels' module imports nothing, so that its functions are numbered as their bodies. */
function bodyNamed(kernels: Uint8Array, name: string): Uint8Array {
  const section = sectionOf(kernels, sectionId.exports)
  let [count, at] = readLeb(kernels, section.start)
  for (; count > 0; count--) {
    const [length, start] = readLeb(kernels, at)
    const exported = new TextDecoder().decode(kernels.subarray(start, start + length))
    const [index, next] = readLeb(kernels, start + length + 1)
    at = next
    const body = bodiesOf(kernels)[index]
    if (exported === name && body !== undefined) return kernels.subarray(body.start, body.end)
  }
  throw new Error(`kernels/tesseract.wasm has no function "${name}": assemble it anew`)
}

function bodiesOf(module: Uint8Array): Span[] {
  const section = sectionOf(module, sectionId.code)
  const [count, first] = readLeb(module, section.start)
  const bodies: Span[] = []
  for (let at = first; bodies.length < count; ) {
    const [length, start] = readLeb(module, at)
    at = start + length
    bodies.push({ start, end: at })
  }
  return bodies
}

function sectionOf(module: Uint8Array, id: number): Section {
  for (let at = headerBytes; at < module.length; ) {
    const [length, start] = readLeb(module, at + 1)
    const section: Section = { id: module[at] ?? 0, at, start, end: start + length }
    if (section.id === id) return section
    at = section.end
  }
  throw new Error(`no section ${id}: this is no module with code`)
}

/** An unsigned number in LEB128, and where the next byte stands. */
function readLeb(bytes: Uint8Array, at: number): [number, number] {
  let value = 0
  for (let shift = 0; ; shift += 7, at++) {
    const byte = bytes[at] ?? 0
    value += (byte & 127) * 2 ** shift
    if (byte < 128) return [value, at + 1]
  }
}

function toLeb(value: number): Uint8Array {
  const bytes: number[] = []
  for (; value > 127; value >>>= 7) bytes.push((value & 127) | 128)
  return Uint8Array.from([...bytes, value])
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

if (import.meta.main) writeFileSync(new URL('./tesseract-core.wasm', import.meta.url), buildFasterModule())
