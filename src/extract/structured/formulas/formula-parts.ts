import type { Accent, Formula, LetterStyle } from '../../../model/formula.ts'
import { readMathLetter } from '../../../model/math-letters.ts'

const FUNCTION_NAMES = new Set(
  `sin cos tan cot sec csc sinh cosh tanh coth arcsin arccos arctan log ln lg exp lim limsup liminf max min sup inf
  det dim ker gcd deg arg hom Pr mod`.split(/\s+/),
)

export function row(items: readonly Formula[]): Formula {
  const flat = flatten(items)
  return flat.length === 1 ? flat[0]! : { kind: 'row', items: flat }
}

function flatten(items: readonly Formula[]): Formula[] {
  return items.flatMap((item) => (item.kind === 'row' ? item.items : [item]))
}

export function isEmpty(formula: Formula): boolean {
  return formula.kind === 'row' && formula.items.length === 0
}

export function words(text: string): Formula {
  const tidied = text.replace(/\s+/g, ' ').trim()
  return tidied === '' ? row([]) : { kind: 'words', text: tidied }
}

export function readCharacters(text: string, style?: LetterStyle): Formula[] {
  const parts: Formula[] = []
  for (const [part] of text.matchAll(/\p{Nd}+(?:[.,]\p{Nd}+)*|[\p{sc=Latin}]{2,}|\s+|[\s\S]/gu)) {
    if (/^\s/.test(part)) continue
    if (/^\p{Nd}/u.test(part) && readMathLetter(part) === null) parts.push({ kind: 'number', text: part })
    else if (FUNCTION_NAMES.has(part)) parts.push({ kind: 'function', name: part })
    else for (const char of part) parts.push(readCharacter(char, style))
  }
  return parts
}

function readCharacter(char: string, style?: LetterStyle): Formula {
  const plain = readMathLetter(char)
  if (plain !== null)
    return plain.kind === 'letter' && style === 'bold' && plain.style === 'italic' ? { ...plain, style } : plain
  if (/\p{L}/u.test(char))
    return { kind: 'letter', text: char, style: style ?? (/[\p{Ll}\p{sc=Latin}]/u.test(char) ? 'italic' : 'roman') }
  if (/\p{Nd}/u.test(char)) return { kind: 'number', text: char }
  return { kind: 'sign', text: char === '-' ? '−' : char === '*' ? '∗' : char }
}

/** Large operators such as sums have limits instead of scripts. */
export function withScripts(base: Formula, sub: Formula | undefined, sup: Formula | undefined): Formula {
  const hasLimits = base.kind === 'sign' && isLargeOperator(base.text) && !isIntegral(base.text)
  return hasLimits ? withLimits(base, sub, sup) : withSideScripts(base, sub, sup)
}

export function withSideScripts(base: Formula, sub: Formula | undefined, sup: Formula | undefined): Formula {
  const [low, high] = [nonEmpty(sub), nonEmpty(sup)]
  if (low === undefined && high === undefined) return base
  return {
    kind: 'scripts',
    base,
    ...(low === undefined ? {} : { sub: low }),
    ...(high === undefined ? {} : { sup: high }),
  }
}

export function withLimits(base: Formula, under: Formula | undefined, over: Formula | undefined): Formula {
  const [low, high] = [nonEmpty(under), nonEmpty(over)]
  if (low === undefined && high === undefined) return base
  return {
    kind: 'limits',
    base,
    ...(low === undefined ? {} : { under: low }),
    ...(high === undefined ? {} : { over: high }),
  }
}

function nonEmpty(formula: Formula | undefined): Formula | undefined {
  return formula === undefined || isEmpty(formula) ? undefined : formula
}

export function fence(
  brackets: { readonly open: string; readonly close: string },
  parts: readonly Formula[],
  separatorAt: (index: number) => string | undefined,
): Formula {
  const items = parts.flatMap((part, at): Formula[] => {
    const separator = at === 0 ? undefined : separatorAt(at - 1)
    return separator === undefined ? [part] : [{ kind: 'sign', text: separator }, part]
  })
  return { kind: 'fence', ...brackets, body: row(items), tall: true }
}

const CLOSING_BRACKETS = new Map(['()', '[]', '{}', '⟨⟩', '⌊⌋', '⌈⌉'].map(([open, close]) => [open!, close!]))

/** Turns matching brackets into fences; a brace before a matrix opens cases. */
export function pairFences(items: readonly Formula[]): Formula[] {
  const open: { bracket: string; items: Formula[] }[] = [{ bracket: '', items: [] }]
  for (const item of flatten(items)) {
    const top = open[open.length - 1]!
    if (item.kind === 'sign' && CLOSING_BRACKETS.has(item.text)) open.push({ bracket: item.text, items: [] })
    else if (item.kind === 'sign' && open.length > 1 && CLOSING_BRACKETS.get(top.bracket) === item.text) {
      open.pop()
      open[open.length - 1]!.items.push({
        kind: 'fence',
        open: top.bracket,
        close: item.text,
        body: row(top.items),
        tall: top.items.some(isTall),
      })
    } else top.items.push(item)
  }
  return open.flatMap(({ bracket, items: inside }, at): Formula[] => {
    if (at === 0) return inside
    const [only] = inside
    if (bracket === '{' && inside.length === 1 && only?.kind === 'matrix')
      return [{ kind: 'fence', open: '{', close: '', body: only, tall: true }]
    return [{ kind: 'sign', text: bracket }, ...inside]
  })
}

function isTall(formula: Formula): boolean {
  return ['fraction', 'matrix', 'limits'].includes(formula.kind) || (formula.kind === 'fence' && formula.tall)
}

const ACCENTS: readonly (readonly [Accent, string])[] = [
  ['hat', '\u0302^ˆ'],
  ['tilde', '\u0303~˜'],
  ['bar', '\u0304¯ˉ'],
  ['overline', '‾\u0305―'],
  ['dot', '\u0307˙'],
  ['ddot', '\u0308¨'],
  ['vec', '\u20d7→'],
  ['check', '\u030cˇ'],
  ['acute', '\u0301´ˊ'],
  ['grave', '\u0300`ˋ'],
  ['breve', '\u0306˘'],
  ['underline', '_\u0332'],
]

export function accentOf(char: string): Accent | null {
  return char === '' ? null : (ACCENTS.find(([, characters]) => characters.includes(char))?.[0] ?? null)
}

function isLargeOperator(char: string): boolean {
  return /^[∑∏∐⋂⋃⋀⋁⨀⨁⨂⨄⨆]$/u.test(char) || isIntegral(char)
}

export function isIntegral(char: string): boolean {
  return /^[∫∬∭∮∯∰]$/u.test(char)
}
