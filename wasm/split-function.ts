/**
 * Moves blocks of a large function into functions of their own. V8 optimizes whole functions: a function with loops
 * that run a few times costs time and memory for all of its code.
 */
import { I32_TYPE, NO_RESULT, readLeb } from './binary-format.ts'
import { FunctionWriter, type Region } from './function-writer.ts'
import { type Instruction, OP, readInstructions } from './instructions.ts'
import { endOfIf, findLiveLocals, type Locals } from './live-locals.ts'

/** Maximum number of outer targets: greater numbers of exits need two bytes. */
const MAX_EXITS = 63

/** Value types of WebAssembly. */
export interface Signature {
  readonly parameters: readonly number[]
  readonly results: readonly number[]
}

export interface Part {
  readonly signature: Signature
  readonly body: Uint8Array
}

interface Options {
  readonly parameters: readonly number[]
  /** Number of the first new function. */
  readonly firstCallee: number
  /** Size in bytes from which a block becomes a function. */
  readonly minBytes: number
}

/** Returns the shorter body and the new functions. */
export function splitFunction(
  body: Uint8Array,
  { parameters, firstCallee, minBytes }: Options,
): { readonly body: Uint8Array; readonly parts: readonly Part[] } {
  const { types, codeStart } = readLocals(body, parameters)
  const code = readInstructions(body, codeStart, body.length)
  const regions = chooseRegions(code, { firstCallee, minBytes })
  const context = { body, code, types, regions: new Map(regions.map((region) => [region.first, region])) }
  const parts = regions.map((region): Part => {
    const results = region.results.map((local) => types[local]!)
    return {
      signature: {
        parameters: region.parameters.map((local) => types[local]!),
        results: region.exits.length === 0 ? results : [...results, I32_TYPE],
      },
      body: new FunctionWriter(context, region.parameters).writeRegion(region),
    }
  })
  const all = Array.from(parameters, (_, local) => local)
  return { body: new FunctionWriter(context, all).writeAll(), parts }
}

function readLocals(body: Uint8Array, parameters: readonly number[]): { types: number[]; codeStart: number } {
  const types = [...parameters]
  let [groups, at] = readLeb(body, 0)
  for (; groups > 0; groups--) {
    const [count, next] = readLeb(body, at)
    types.push(...Array.from({ length: count }, () => body[next] ?? 0))
    at = next + 1
  }
  return { types, codeStart: at }
}

interface OpenBlock {
  readonly first: number
  readonly op: number
  readonly type: number
  /** In bytes, without the blocks in it that become functions. */
  bytes: number
  read: Locals
  written: Locals
  /** Depths of outer targets, from inside the block. */
  readonly exits: Set<number>
  hasReturn: boolean
}

/** From the inside to the outside, so that each part has at most about twice the size. */
function chooseRegions(
  code: readonly Instruction[],
  { firstCallee, minBytes }: Pick<Options, 'firstCallee' | 'minBytes'>,
): Region[] {
  const live = findLiveLocals(code)
  const regions: Region[] = []
  const root = openBlock(-1, OP.block, -1)
  const open = [root]
  for (const [index, { op, start, end, operands }] of code.entries()) {
    const isOpener = op === OP.block || op === OP.loop || op === OP.if
    if (isOpener) open.push(openBlock(index, op, operands[0] ?? 0))
    const block = open.at(-1)!
    block.bytes += end - start
    recordUse(block, code[index]!)
    const outer = open.at(-2)
    if (op !== OP.end || outer === undefined) continue
    open.pop()
    const isVoid = block.op !== OP.if && block.type === NO_RESULT
    const targets = [...block.exits].map((depth) => open[open.length - 1 - depth])
    const isMovable =
      isVoid &&
      !block.hasReturn &&
      block.exits.size <= MAX_EXITS &&
      targets.every((target) => target?.type === NO_RESULT)
    const isMoved = isMovable && block.bytes >= minBytes
    if (isMoved) regions.push(toRegion(block, { code, last: index, live, open, callee: firstCallee + regions.length }))
    outer.bytes += isMoved ? 0 : block.bytes
    outer.read |= block.read
    outer.written |= block.written
    outer.hasReturn ||= block.hasReturn
    for (const depth of block.exits) if (depth > 0) outer.exits.add(depth - 1)
  }
  return regions
}

function openBlock(first: number, op: number, type: number): OpenBlock {
  return { first, op, type, bytes: 0, read: 0n, written: 0n, exits: new Set(), hasReturn: false }
}

function recordUse(block: OpenBlock, { op, operands }: Instruction): void {
  const bit = 1n << BigInt(operands[0] ?? 0)
  if (op === OP.getLocal) block.read |= bit
  else if (op === OP.setLocal || op === OP.teeLocal) block.written |= bit
  else if (op === OP.return) block.hasReturn = true
  else if (op === OP.branch || op === OP.branchIf || op === OP.branchTable)
    for (const depth of operands) if (depth > 0) block.exits.add(depth - 1)
}

function toRegion(
  { first, read, written, exits }: OpenBlock,
  context: {
    code: readonly Instruction[]
    last: number
    live: readonly Locals[]
    open: readonly OpenBlock[]
    callee: number
  },
): Region {
  const { code, last, live, open, callee } = context
  const depths = [...exits].sort((a, b) => a - b)
  let liveAfter = live[last + 1]!
  for (const depth of depths) liveAfter |= live[targetOf(open[open.length - 1 - depth]!, code)]!
  const results = written & liveAfter
  const parameters = live[first]! & (read | results)
  return { first, last, parameters: listLocals(parameters), results: listLocals(results), exits: depths, callee }
}

function targetOf({ op, first }: OpenBlock, code: readonly Instruction[]): number {
  if (op === OP.loop) return first
  return endOfIf(code, code[first]!.partner) + 1
}

function listLocals(locals: Locals): number[] {
  return locals
    .toString(2)
    .split('')
    .reverse()
    .flatMap((bit, local) => (bit === '1' ? [local] : []))
}
