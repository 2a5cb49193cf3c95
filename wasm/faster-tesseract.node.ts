/**
 * `node wasm/faster-tesseract.node.ts`: the package's Tesseract module + the functions of `kernels/tesseract.wat` → `tesseract-core.wasm`,
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
/** Section numbers of the WebAssembly binary format. */
const sectionId = { exports: 7, code: 10 } as const
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
  if (found !== knownModule) throw new Error(`tesseract-core.wasm has the checksum ${found}, not ${knownModule}: find the three functions anew`)
  const kernels = readFileSync(new URL('./kernels/tesseract.wasm', import.meta.url))
  const bodies = bodiesOf(source)
  const replaced = bodies.map((body, index) => {
    const name = places.get(index)
    return name === undefined ? source.subarray(body.start, body.end) : bodyNamed(kernels, name)
  })
  const code = sectionOf(source, sectionId.code)
  const content = join([toLeb(bodies.length), ...replaced.flatMap((body) => [toLeb(body.length), body])])
  return join([source.subarray(0, code.at), Uint8Array.of(sectionId.code), toLeb(content.length), content, source.subarray(code.end)])
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
