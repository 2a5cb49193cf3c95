/** Numbers, sections and function bodies of WebAssembly modules. */

/** Codes of sections, types and instructions. */
export const SECTION = { types: 1, functions: 3, exports: 7, code: 10 } as const
export const FUNCTION_TYPE = 0x60
export const I32_TYPE = 0x7f
/** Type of a block without a result. */
export const NO_RESULT = 0x40
const HEADER_BYTES = 8

export interface Span {
  readonly start: number
  readonly end: number
}

export interface Section extends Span {
  readonly id: number
  /** Offset of the section's id. */
  readonly at: number
}

export function bodiesOf(module: Uint8Array): Span[] {
  const section = sectionOf(module, SECTION.code)
  const [count, first] = readLeb(module, section.start)
  const bodies: Span[] = []
  for (let at = first; bodies.length < count; ) {
    const [length, start] = readLeb(module, at)
    at = start + length
    bodies.push({ start, end: at })
  }
  return bodies
}

export function sectionOf(module: Uint8Array, id: number): Section {
  for (let at = HEADER_BYTES; at < module.length; ) {
    const [length, start] = readLeb(module, at + 1)
    const section: Section = { id: module[at] ?? 0, at, start, end: start + length }
    if (section.id === id) return section
    at = section.end
  }
  throw new Error(`no section ${id}: not a WebAssembly module`)
}

/** Reads an unsigned LEB128 number. Returns it and the offset after it. */
export function readLeb(bytes: Uint8Array, at: number): [number, number] {
  let value = 0
  for (let shift = 0; ; shift += 7, at++) {
    const byte = bytes[at] ?? 0
    value += (byte & 127) * 2 ** shift
    if (byte < 128) return [value, at + 1]
  }
}

export function toLeb(value: number): Uint8Array {
  const bytes: number[] = []
  for (; value > 127; value >>>= 7) bytes.push((value & 127) | 128)
  return Uint8Array.from([...bytes, value])
}
