import { I32_TYPE, NO_RESULT, toLeb } from './binary-format.ts'
import { type Instruction, OP } from './instructions.ts'

/** A block that becomes a function. Its results are local variables and, with exits, the number of the exit. */
export interface Region {
  readonly first: number
  /** Index of its last instruction. */
  readonly last: number
  readonly parameters: readonly number[]
  readonly results: readonly number[]
  /** Depths of the outer targets of its branches, 0 for the block around it. */
  readonly exits: readonly number[]
  /** Number of the new function. */
  readonly callee: number
}

interface Source {
  readonly body: Uint8Array
  readonly code: readonly Instruction[]
  /** Types of the local variables. */
  readonly types: readonly number[]
  /** Regions by their first instruction. */
  readonly regions: ReadonlyMap<number, Region>
}

/** Writes a function of instructions of another one, with calls instead of the regions in it. */
export class FunctionWriter {
  readonly #source: Source
  /** Numbers of the local variables of the source in this function. */
  readonly #locals: Map<number, number>
  readonly #declared: number[] = []
  readonly #out: number[] = []
  /** The region of this function; `null` for the rest of the source. */
  #region: Region | null = null
  #exitLocal: number | null = null
  readonly #parameterCount: number

  constructor(source: Source, parameters: readonly number[]) {
    this.#source = source
    this.#locals = new Map(parameters.map((local, index) => [local, index]))
    this.#parameterCount = parameters.length
  }

  writeAll(): Uint8Array {
    this.#write(0, this.#source.code.length - 1)
    return this.#finish()
  }

  /** Returns the local variables and the number of the exit, which is 0 after the end of the region. */
  writeRegion(region: Region): Uint8Array {
    this.#region = region
    for (const _ of region.exits) this.#out.push(OP.block, NO_RESULT)
    this.#write(region.first, region.last)
    for (let exit = 0; exit <= region.exits.length; exit++) {
      for (const local of region.results) this.#local(OP.getLocal, local)
      if (region.exits.length > 0) this.#push(OP.constant, exit)
      if (exit < region.exits.length) this.#out.push(OP.return)
      this.#out.push(OP.end)
    }
    return this.#finish()
  }

  #write(first: number, last: number): void {
    const { code, regions, body } = this.#source
    let depth = 0
    for (let index = first; index <= last; index++) {
      const inner = index === this.#region?.first ? undefined : regions.get(index)
      if (inner !== undefined) {
        this.#call(inner, depth)
        index = inner.last
        continue
      }
      const { op, start, end, operands } = code[index]!
      switch (op) {
        case OP.getLocal:
        case OP.setLocal:
        case OP.teeLocal:
          this.#local(op, operands[0] ?? 0)
          break
        case OP.branch:
        case OP.branchIf:
          this.#push(op, this.#target(operands[0] ?? 0, depth))
          break
        case OP.branchTable:
          this.#push(op, operands.length - 1, ...operands.map((target) => this.#target(target, depth)))
          break
        default:
          for (let at = start; at < end; at++) this.#out.push(body[at]!)
      }
      if (op === OP.block || op === OP.loop || op === OP.if) depth++
      else if (op === OP.end) depth--
    }
  }

  #call({ parameters, results, exits, callee }: Region, depth: number): void {
    for (const local of parameters) this.#local(OP.getLocal, local)
    this.#push(OP.call, callee)
    if (exits.length > 0) this.#push(OP.setLocal, this.#exitVariable())
    for (const local of results.toReversed()) this.#local(OP.setLocal, local)
    if (exits.length === 0) return
    this.#out.push(OP.block, NO_RESULT)
    this.#push(OP.getLocal, this.#exitVariable())
    const targets = exits.map((exit) => this.#target(exit, depth) + 1)
    // The last target is the one of all greater numbers.
    this.#push(OP.branchTable, targets.length, 0, ...targets)
    this.#out.push(OP.end)
  }

  /** Targets outside the region are the blocks around it, one per exit. */
  #target(target: number, depth: number): number {
    const region = this.#region
    if (region === null || target < depth) return target
    return depth + region.exits.indexOf(target - depth)
  }

  #local(op: number, local: number): void {
    let number = this.#locals.get(local)
    if (number === undefined) {
      number = this.#declare(this.#source.types[local]!)
      this.#locals.set(local, number)
    }
    this.#push(op, number)
  }

  #declare(type: number): number {
    return this.#parameterCount + this.#declared.push(type) - 1
  }

  #exitVariable(): number {
    this.#exitLocal ??= this.#declare(I32_TYPE)
    return this.#exitLocal
  }

  #push(op: number, ...numbers: number[]): void {
    this.#out.push(op)
    for (const number of numbers) this.#out.push(...toLeb(number))
  }

  #finish(): Uint8Array {
    const head: number[] = [...toLeb(this.#declared.length)]
    for (const type of this.#declared) head.push(1, type)
    const bytes = new Uint8Array(head.length + this.#out.length)
    bytes.set(head)
    bytes.set(this.#out, head.length)
    return bytes
  }
}
