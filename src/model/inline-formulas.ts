/**
 * Two invisible operators, never a pair in a PDF, enclose the plain form of a formula; the block contains the trees.
 */
import type { Formula } from './formula.ts'

const START = '\u2062'
const END = '\u2064'
const marked = /\u2062([^\u2062\u2064]*)\u2064/g

export function markFormula(plain: string): string {
  return START + plain + END
}

/** Uses `write(tree, plain)`, or the plain form if the number of trees does not match. */
export function fillFormulas(
  text: string,
  formulas: readonly Formula[] | undefined,
  write: (formula: Formula, plain: string) => string,
): string {
  if (!text.includes(START)) return text
  let next = 0
  const isComplete = text.match(marked)?.length === formulas?.length
  return text.replace(marked, (_, plain: string) => {
    const formula = formulas?.[next++]
    return formula === undefined || !isComplete ? plain : write(formula, plain)
  })
}

export function withoutFormulas(text: string): string {
  return fillFormulas(text, undefined, () => '')
}

/** A formula's plain form, or a UTF-16 unit between formulas. */
export interface TextPart {
  readonly plain: string
  readonly from: number
  readonly to: number
}

export function splitAtFormulas(text: string): TextPart[] {
  return [...text.matchAll(/\u2062([^\u2062\u2064]*)\u2064|[\s\S]/g)].map(
    ({ 0: part, 1: plain = part, index: from }): TextPart => ({ plain, from, to: from + part.length }),
  )
}

export function formulasWithin(
  text: string,
  formulas: readonly Formula[] | undefined,
  { from, to }: { readonly from: number; readonly to: number },
): readonly Formula[] | undefined {
  const first = countFormulas(text.slice(0, from))
  return formulas?.slice(first, first + countFormulas(text.slice(from, to)))
}

export function countFormulas(text: string): number {
  return text.match(marked)?.length ?? 0
}

/** Without notation ½ would be 12. */
export function needsNotation(formula: Formula): boolean {
  switch (formula.kind) {
    case 'fraction':
    case 'root':
    case 'limits':
    case 'matrix':
      return true
    case 'row':
      return formula.items.some(needsNotation)
    case 'fence':
    case 'accent':
      return needsNotation(formula.body)
    case 'scripts':
      return [formula.base, formula.sub, formula.sup].some((part) => part !== undefined && needsNotation(part))
    default:
      return false
  }
}

export function mergeFormulas(...parts: readonly { readonly inlineFormulas?: readonly Formula[] }[]): {
  readonly inlineFormulas?: readonly Formula[]
} {
  const inlineFormulas = parts.flatMap((part) => part.inlineFormulas ?? [])
  return inlineFormulas.length === 0 ? {} : { inlineFormulas }
}
