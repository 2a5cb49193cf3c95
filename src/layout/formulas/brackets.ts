/** Pairs brackets of one row. Scripts of a closing bracket move to the pair. */
import type { Formula } from '../../model/formula.ts'
import { isBracketPair, isClosing, isOpening } from './math-symbols.ts'

export function pairBrackets(items: readonly Formula[]): Formula[] {
  const opened: { readonly bracket: string; readonly before: Formula[] }[] = []
  let current: Formula[] = []
  for (const item of items) {
    const bracket = bracketOf(item)
    if (bracket !== null && item.kind === 'sign' && isOpening(bracket)) {
      opened.push({ bracket, before: current })
      current = []
      continue
    }
    const open = bracket === null ? undefined : opened.at(-1)
    if (bracket === null || open === undefined || !isBracketPair(open.bracket, bracket)) {
      current.push(item)
      continue
    }
    opened.pop()
    const body: Formula = current.length === 1 ? (current[0] as Formula) : { kind: 'row', items: current }
    const pair: Formula = { kind: 'fence', open: open.bracket, close: bracket, body, tall: current.some(isTall) }
    current = open.before
    current.push(item.kind === 'scripts' ? { ...item, base: pair } : pair)
  }
  for (const { bracket, before } of opened.toReversed())
    current = [...before, { kind: 'sign', text: bracket }, ...current]
  return current
}

/** The bracket may be the base of scripts. */
function bracketOf(item: Formula): string | null {
  const base = item.kind === 'scripts' ? item.base : item
  return base.kind === 'sign' && (isOpening(base.text) || isClosing(base.text)) ? base.text : null
}

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
