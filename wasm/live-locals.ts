import { type Instruction, OP } from './instructions.ts'

/** A bit per local variable. */
export type Locals = bigint

/**
 * The local variables whose values are read after the start of each instruction, before they are written; one more
 * entry for the end of the function.
 */
export function findLiveLocals(code: readonly Instruction[]): Locals[] {
  const live = Array.from<Locals>({ length: code.length + 1 }).fill(0n)
  const targets = findTargets(code)
  for (let isChanged = true; isChanged; ) {
    isChanged = false
    for (let index = code.length - 1; index >= 0; index--) {
      const before = liveBefore(index, code, { live, targets })
      if (before === live[index]) continue
      live[index] = before
      isChanged = true
    }
  }
  return live
}

function liveBefore(
  index: number,
  code: readonly Instruction[],
  { live, targets }: { live: readonly Locals[]; targets: readonly (readonly number[])[] },
): Locals {
  const { op, operands, partner } = code[index]!
  const after = live[index + 1]!
  const bit = 1n << BigInt(operands[0] ?? 0)
  let atTargets = 0n
  for (const target of targets[index]!) atTargets |= live[target]!
  switch (op) {
    case OP.getLocal:
      return after | bit
    case OP.setLocal:
    case OP.teeLocal:
      return after & ~bit
    case OP.branch:
    case OP.branchTable:
    case OP.return:
      return atTargets
    case OP.branchIf:
      return after | atTargets
    case OP.if:
      return after | live[partner + 1]!
    case OP.else:
      return live[partner + 1]!
    default:
      return after
  }
}

/** Indexes of the instructions to which each branch leads. */
function findTargets(code: readonly Instruction[]): number[][] {
  const labels = [code.length]
  return code.map(({ op, operands, partner }, index) => {
    const isBranch = op === OP.branch || op === OP.branchIf || op === OP.branchTable
    const targets = isBranch ? operands.map((depth) => labels[labels.length - 1 - depth] ?? code.length) : []
    if (op === OP.end) labels.pop()
    else if (op === OP.loop) labels.push(index)
    else if (op === OP.block) labels.push(partner + 1)
    else if (op === OP.if) labels.push(endOfIf(code, partner) + 1)
    return targets
  })
}

/** `partner` is the index of the `else` or the `end` of an `if`. */
export function endOfIf(code: readonly Instruction[], partner: number): number {
  const { op, partner: end } = code[partner]!
  return op === OP.else ? end : partner
}
