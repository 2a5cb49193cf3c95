/**
 * Parts of one row → formulas from left to right: letters, numbers, words and function names along the baseline, with what is
 * raised, lowered or stacked on each. Brackets stay single signs; `fences.ts` pairs them.
 */

import type { Formula } from '../../model/formula.ts'
import { centerX } from '../../model/geometry.ts'
import { baselineOf, isComposite, mainSizeOf, type Part } from './fractions.ts'
import { isBigOperator, isIntegral, isOperation, isRelation, takesLimits } from './math-symbols.ts'
import { accentOf, wordsOf } from './math-words.ts'
import type { Reader } from './read-formula.ts'

/** Signs of one baseline differ by rounding. Ems. */
const baselineEm = 0.15
/** A fraction's baseline is an estimate. Ems. */
const compositeBaselineEm = 0.5
/** Smaller type than this share of the row's is raised or lowered. */
const scriptSize = 0.86
/** Limits are centered on their operator; scripts stand beside it. Ems. */
const limitReachEm = 0.35
/** Limits stand clear of the row: further than any script is shifted. Ems from the baseline, below and above. */
const limitBelowEm = 0.62
const limitAboveEm = 0.95
/** Parts of one limit or script stand this near. Ems of their size. */
const clusterGapEm = 0.7
/** A gap that is meant: `\quad`. Ems. */
const quadEm = 0.95

/** A thing on the baseline, with what hangs on it. */
interface Slot {
  readonly node: Formula
  readonly x0: number
  readonly x1: number
  readonly baseline: number
  readonly limits: boolean
  readonly sub: Part[]
  readonly sup: Part[]
  readonly under: Part[]
  readonly over: Part[]
}

export function readRow(parts: readonly Part[], { read, slanted }: { read: Reader; slanted: boolean }): Formula[] {
  if (parts.length === 0) return []
  const size = mainSizeOf(parts)
  const baseline = baselineOf(parts)
  const main: Part[] = []
  const off: Part[] = []
  for (const part of parts) (isOnBaseline(part, { size, baseline }) ? main : off).push(part)
  // Scripts without a base, as in the exponent of a lone prime.
  if (main.length === 0) main.push(...off.splice(0))
  const accented = takeAccents(main, off, slanted)
  const slots = wordsOf(accented.main, { slanted }).map((token) => slotOf(token, baseline))
  const scripts = accented.off.filter((part) => !isDisplaced(part, { size, baseline }))
  for (const part of accented.off) {
    if (!scripts.includes(part))
      slots.push(...wordsOf([part], { slanted }).map((token) => slotOf(token, part.baseline)))
  }
  slots.sort((a, b) => a.x0 - b.x0)
  hang(scripts, slots, { size, baseline })
  const items: Formula[] = []
  slots.forEach((slot, index) => {
    const before = slots[index - 1]
    // Wide white beside a relation is how relations are set.
    if (before !== undefined && slot.x0 - rightOf(before) > quadEm * size && !isLoose(before) && !isLoose(slot))
      items.push({ kind: 'gap' })
    items.push(nodeOf(slot, read))
  })
  return items
}

function isOnBaseline(part: Part, { size, baseline }: { size: number; baseline: number }): boolean {
  const shift = Math.abs(part.baseline - baseline)
  if (isComposite(part)) return part.size >= size * scriptSize && shift <= compositeBaselineEm * size
  if (part.loose) return true
  // Primes are raised by their shape; quotation marks stand for them.
  if (isPrime(part.text)) return false
  if (part.size >= size * scriptSize) return shift <= baselineEm * size
  return shift <= baselineEm * 0.3 * size
}

function slotOf({ node, x0, x1 }: { node: Formula; x0: number; x1: number }, baseline: number): Slot {
  return { node, x0, x1, baseline, limits: carriesLimits(node), sub: [], sup: [], under: [], over: [] }
}

/** As large as the row but off its baseline: stacked without a bar, or drawn loosely. It stands for itself and carries its own scripts. */
function isDisplaced(part: Part, { size, baseline }: { size: number; baseline: number }): boolean {
  return (
    !isComposite(part) &&
    !isPrime(part.text) &&
    part.size >= size * scriptSize &&
    Math.abs(part.baseline - baseline) > baselineEm * size
  )
}

function isPrime(text: string): boolean {
  return text === '′' || text === '″' || text === '‴' || text === "'" || text === '’'
}

function carriesLimits(node: Formula): boolean {
  return (node.kind === 'sign' && isBigOperator(node.text)) || (node.kind === 'function' && takesLimits(node.name))
}

function isLoose({ node }: Slot): boolean {
  return node.kind === 'sign' && (isRelation(node.text) || isOperation(node.text))
}

function rightOf(slot: Slot): number {
  return Math.max(slot.x1, ...[...slot.sub, ...slot.sup].map(({ x1 }) => x1))
}

/** Marks drawn over a letter are signs of their own in the text layer. */
function takeAccents(main: readonly Part[], off: readonly Part[], slanted: boolean): { main: Part[]; off: Part[] } {
  const marks = [...main, ...off].filter((part) => !isComposite(part) && accentOf(part.text) !== undefined)
  if (marks.length === 0) return { main: [...main], off: [...off] }
  const used = new Set<Part>()
  const carried = new Map<Part, Part>()
  for (const mark of marks) {
    const middle = centerX(mark)
    const base = [...main, ...off].find(
      (part) =>
        part !== mark &&
        !marks.includes(part) &&
        !isComposite(part) &&
        /\p{L}/u.test(part.text) &&
        middle > part.x0 - 0.1 * part.size &&
        middle < part.x1 + 0.25 * part.size &&
        Math.abs(part.baseline - mark.baseline) < part.size * 0.5,
    )
    if (base === undefined || carried.has(base)) continue
    used.add(mark)
    carried.set(base, mark)
  }
  const carry = (part: Part): Part => {
    const mark = carried.get(part)
    const accent = mark === undefined || isComposite(mark) ? undefined : accentOf(mark.text)
    if (accent === undefined || isComposite(part)) return part
    const [letter] = wordsOf([part], { slanted })
    if (letter === undefined) return part
    return {
      node: { kind: 'accent', accent, body: letter.node },
      x0: part.x0,
      x1: part.x1,
      top: part.top - 0.25 * part.size,
      bottom: part.bottom,
      baseline: part.baseline,
      size: part.size,
    }
  }
  return {
    main: main.filter((part) => !used.has(part)).map(carry),
    off: off.filter((part) => !used.has(part)).map(carry),
  }
}

/** Hands each part off the baseline to the thing that it hangs on. */
function hang(off: readonly Part[], slots: Slot[], row: { size: number; baseline: number }): void {
  const { size, baseline } = row
  const limits = new Set<Part>()
  for (const slot of slots.filter((candidate) => candidate.limits)) {
    const center = centerX(slot)
    for (const side of ['under', 'over'] as const) {
      const far = off.filter(
        (part) =>
          !limits.has(part) &&
          (side === 'under'
            ? part.baseline - baseline > limitBelowEm * size
            : baseline - part.baseline > limitAboveEm * size),
      )
      for (const cluster of clustersOf(far)) {
        const [x0, x1] = [Math.min(...cluster.map((part) => part.x0)), Math.max(...cluster.map((part) => part.x1))]
        const near = Math.abs((x0 + x1) / 2 - center) < limitReachEm * size + (slot.x1 - slot.x0) * 0.2
        if (!near) continue
        slot[side].push(...cluster)
        for (const part of cluster) limits.add(part)
      }
    }
  }
  for (const part of off) {
    if (limits.has(part)) continue
    const slot = slots.findLast((candidate) => candidate.x0 <= part.x0 + 0.1 * size) ?? slots[0]
    if (slot === undefined) continue
    const small = part.size < size * 0.62
    const last = small ? lastOf(slot, part) : undefined
    ;(
      last ??
      (part.baseline < slot.baseline - 0.02 * size || (!isComposite(part) && isPrime(part.text)) ? slot.sup : slot.sub)
    ).push(part)
  }
}

/** Scripts of scripts may cross the row's baseline: they go where their neighbor went. */
function lastOf(slot: Slot, part: Part): Part[] | undefined {
  const near = (list: readonly Part[]): boolean =>
    list.some(
      (other) =>
        other.size > part.size * 1.15 &&
        part.x0 - other.x1 < 0.3 * other.size &&
        part.x0 - other.x1 > -0.5 * other.size &&
        Math.abs(part.baseline - other.baseline) < other.size * 0.6,
    )
  if (near(slot.sup)) return slot.sup
  return near(slot.sub) ? slot.sub : undefined
}

/** Parts that stand together, from left to right. */
function clustersOf(parts: readonly Part[]): Part[][] {
  const clusters: Part[][] = []
  let right = 0
  for (const part of [...parts].sort((a, b) => a.x0 - b.x0)) {
    const last = clusters.at(-1)
    if (last !== undefined && part.x0 - right < clusterGapEm * part.size) last.push(part)
    else clusters.push([part])
    right = last === undefined || clusters.at(-1) !== last ? part.x1 : Math.max(right, part.x1)
  }
  return clusters
}

function nodeOf(slot: Slot, read: Reader): Formula {
  const { node } = slot
  const readAll = (parts: readonly Part[]): Formula | undefined => (parts.length === 0 ? undefined : read(parts, []))
  const integral = node.kind === 'sign' && isIntegral(node.text)
  const [sub, sup] = integral
    ? [
        [...slot.sub, ...slot.under],
        [...slot.sup, ...slot.over],
      ]
    : [slot.sub, slot.sup]
  const [under, over] = integral ? [undefined, undefined] : [readAll(slot.under), readAll(slot.over)]
  const base: Formula =
    under === undefined && over === undefined
      ? node
      : {
          kind: 'limits',
          base: node,
          ...(under === undefined ? {} : { under }),
          ...(over === undefined ? {} : { over }),
        }
  const [low, high] = [readAll(sub), readAll(sup)]
  if (low === undefined && high === undefined) return base
  return {
    kind: 'scripts',
    base,
    ...(low === undefined ? {} : { sub: low }),
    ...(high === undefined ? {} : { sup: high }),
  }
}
