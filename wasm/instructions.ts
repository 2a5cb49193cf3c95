/** Decodes the instructions of a function body, with the matching ends of its blocks. */
import { readLeb } from './binary-format.ts'

/** Opcodes that are read or written. */
export const OP = {
  nop: 0x01,
  block: 0x02,
  loop: 0x03,
  if: 0x04,
  else: 0x05,
  end: 0x0b,
  branch: 0x0c,
  branchIf: 0x0d,
  branchTable: 0x0e,
  return: 0x0f,
  call: 0x10,
  callIndirect: 0x11,
  getLocal: 0x20,
  setLocal: 0x21,
  teeLocal: 0x22,
  constant: 0x41,
} as const

export interface Instruction {
  readonly op: number
  readonly start: number
  readonly end: number
  /** Type of a block, number of a local variable, or depths of the targets of a branch. */
  readonly operands: readonly number[]
  /** Index of the `end` of a block, the `else` of an `if` or the `end` of an `else`; -1 for other instructions. */
  partner: number
}

/** The last instruction is the `end` of the function. */
export function readInstructions(bytes: Uint8Array, from: number, to: number): Instruction[] {
  const instructions: Instruction[] = []
  const open: Instruction[] = []
  for (let at = from; at < to; ) {
    const instruction = readInstruction(bytes, at)
    const { op } = instruction
    const index = instructions.push(instruction) - 1
    if (op === OP.else || op === OP.end) {
      const opener = open.pop()
      if (opener !== undefined) opener.partner = index
    }
    if (op === OP.block || op === OP.loop || op === OP.if || op === OP.else) open.push(instruction)
    at = instruction.end
  }
  return instructions
}

function readInstruction(bytes: Uint8Array, start: number): Instruction {
  const op = bytes[start] ?? 0
  let at = start + 1
  const number = (): number => {
    const [value, next] = readLeb(bytes, at)
    at = next
    return value
  }
  const done = (operands: readonly number[] = []): Instruction => ({ op, start, end: at, operands, partner: -1 })
  switch (op) {
    case OP.block:
    case OP.loop:
    case OP.if:
    case OP.branch:
    case OP.branchIf:
    case OP.getLocal:
    case OP.setLocal:
    case OP.teeLocal:
      return done([number()])
    case OP.branchTable: {
      const count = number()
      return done(Array.from({ length: count + 1 }, number))
    }
    default:
      skipImmediates(op, number, (count) => {
        at += count
      })
      return done()
  }
}

/** Numbers after the opcodes that have any, first and last opcode of each group. */
const NUMBERS: readonly (readonly [number, number, number])[] = [
  [OP.call, OP.call, 1],
  [OP.callIndirect, OP.callIndirect, 2],
  [0x23, 0x26, 1],
  [0x28, 0x3e, 2],
  [0x3f, 0x42, 1],
]
const F32_CONSTANT = 0x43
const F64_CONSTANT = 0x44
const LAST_PLAIN = 0xc4
/** Memory and table instructions. */
const BULK = 0xfc
const SIMD = 0xfd

function skipImmediates(op: number, number: () => number, skip: (count: number) => void): void {
  const numbers = NUMBERS.find(([first, last]) => op >= first && op <= last)?.[2]
  if (numbers !== undefined) for (let i = 0; i < numbers; i++) number()
  else if (op === F32_CONSTANT) skip(4)
  else if (op === F64_CONSTANT) skip(8)
  else if (op === BULK) skipNumbers(bulkNumbers(number()), number)
  else if (op === SIMD) skipSimd(number(), number, skip)
  else if (op > LAST_PLAIN || op === 0x1c) throw new Error(`the instruction 0x${op.toString(16)} is not known`)
}

function skipNumbers(count: number, number: () => number): void {
  for (let i = 0; i < count; i++) number()
}

function bulkNumbers(code: number): number {
  if (code < 8) return 0
  return [8, 10, 12, 14].includes(code) ? 2 : 1
}

function skipSimd(code: number, number: () => number, skip: (count: number) => void): void {
  const isConstant = code === 12 || code === 13
  const isMemory = code <= 11 || (code >= 84 && code <= 93)
  const hasLane = (code >= 21 && code <= 34) || (code >= 84 && code <= 91)
  if (isConstant) skip(16)
  if (isMemory) skipNumbers(2, number)
  if (hasLane) skip(1)
}
