/**
 * Formulas in a row → the same with brackets paired. What hangs on a closing bracket hangs on the pair;
 * brackets without a mate stay signs.
 */
import type { Formula } from '../../model/formula.ts'
import { isClosing, isOpening, pairs } from './math-symbols.ts'

interface Open {
  readonly sign: string
  readonly before: Formula[]
}

export function pairBrackets(items: readonly Formula[]): Formula[] {
  const opens: Open[] = []
  let current: Formula[] = []
  for (const item of items) {
    const sign = bracketIn(item)
    if (sign !== null && item.kind === 'sign' && isOpening(sign)) {
      opens.push({ sign, before: current })
      current = []
      continue
    }
    const open = sign !== null && isClosing(sign) ? opens.at(-1) : undefined
    if (sign === null || open === undefined || !pairs(open.sign, sign)) {
      current.push(item)
      continue
    }
    opens.pop()
    const body: Formula = current.length === 1 ? (current[0] as Formula) : { kind: 'row', items: current }
    const fence: Formula = { kind: 'fence', open: open.sign, close: sign, body, tall: current.some(isTall) }
    current = open.before
    current.push(item.kind === 'scripts' ? { ...item, base: fence } : fence)
  }
  // Never closed: the bracket and what followed it go back into the row.
  for (const open of opens.toReversed()) current = [...open.before, { kind: 'sign', text: open.sign }, ...current]
  return current
}

/** The bracket that an item is, or that its scripts hang on. */
function bracketIn(item: Formula): string | null {
  const sign = item.kind === 'scripts' ? item.base : item
  return sign.kind === 'sign' && (isOpening(sign.text) || isClosing(sign.text)) ? sign.text : null
}

/** Taller than a line of plain letters. */
function isTall(item: Formula): boolean {
  switch (item.kind) {
    case 'fraction':
    case 'scripts':
    case 'limits':
    case 'root':
    case 'matrix':
      return true
    case 'fence':
      return item.tall
    case 'row':
      return item.items.some(isTall)
    default:
      return false
  }
}
