/**
 * MathML → a formula's tree. Reads presentation markup (with or without the `math:` prefix); of `semantics` the first child.
 * What it does not know is read as a row of its children.
 */
import type { Formula } from '../../../model/formula.ts'
import { attribute, type Element, elements, textOf } from '../../../xml/tree.ts'
import { accentOf, isEmpty, isIntegral, isLarge, readSigns, row } from './formula-parts.ts'

/** `null` for an element without anything in it. */
export function readMathml(math: Element): Formula | null {
  const tree = readRow(elements(math))
  return isEmpty(tree) ? null : tree
}

function local({ name }: Element): string {
  return name.slice(name.indexOf(':') + 1)
}

function readRow(children: readonly Element[]): Formula {
  return row(pairFences(children.map(read)))
}

function read(element: Element): Formula {
  const children = elements(element)
  const at = (index: number): Formula => (children[index] === undefined ? row([]) : read(children[index]))
  switch (local(element)) {
    case 'mi':
      return identifier(element)
    case 'mn':
      return { kind: 'number', text: textOf(element).trim() }
    case 'mo':
      return operator(textOf(element).trim())
    case 'mtext':
    case 'ms':
      return words(textOf(element))
    case 'mspace':
      return /^(?:[1-9]|\d+\.?\d*em)/.test(attribute(element, 'width') ?? '') ? { kind: 'gap' } : row([])
    case 'mfrac':
      return attribute(element, 'linethickness')?.match(/^0(?![.\d]*[1-9])/)
        ? { kind: 'matrix', rows: [[at(0)], [at(1)]] }
        : { kind: 'fraction', above: at(0), below: at(1) }
    case 'msqrt':
      return { kind: 'root', body: readRow(children) }
    case 'mroot':
      return { kind: 'root', body: at(0), index: at(1) }
    case 'msub':
      return attach(at(0), at(1), undefined)
    case 'msup':
      return attach(at(0), undefined, at(1))
    case 'msubsup':
      return attach(at(0), at(1), at(2))
    case 'munder':
      return stack(at(0), at(1), undefined)
    case 'mover':
      return stack(at(0), undefined, at(1))
    case 'munderover':
      return stack(at(0), at(1), at(2))
    case 'mfenced':
      return fenced(element, children)
    case 'mtable':
      return { kind: 'matrix', rows: children.map((each) => elements(each).map((cell) => readRow(elements(cell)))) }
    case 'semantics':
      return at(0)
    case 'annotation':
    case 'annotation-xml':
    case 'mphantom':
    case 'maligngroup':
    case 'malignmark':
      return row([])
    default:
      return children.length > 0 ? readRow(children) : row(readSigns(textOf(element)))
  }
}

function identifier(element: Element): Formula {
  const text = textOf(element).trim()
  const variant = attribute(element, 'mathvariant')
  const style =
    variant === 'bold'
      ? 'bold'
      : variant === 'normal'
        ? 'roman'
        : variant === 'double-struck'
          ? 'blackboard'
          : variant === 'script'
            ? 'script'
            : variant === 'fraktur'
              ? 'fraktur'
              : undefined
  const signs = readSigns(text, style)
  // A name of several letters is set upright and is one thing.
  if (signs.length > 1 && /^\p{L}+$/u.test(text)) return { kind: 'words', text }
  return row(signs)
}

function operator(text: string): Formula {
  if (text === '\u2061' || text === '\u2062' || text === '\u2063' || text === '\u2064') return row([])
  const signs = readSigns(text)
  if (signs.length > 1 && /^\p{L}+$/u.test(text)) return { kind: 'words', text }
  return row(signs)
}

function words(text: string): Formula {
  const trimmed = text.replace(/\s+/g, ' ').trim()
  return trimmed === '' ? row([]) : { kind: 'words', text: trimmed }
}

export function attach(base: Formula, sub: Formula | undefined, sup: Formula | undefined): Formula {
  const low = sub === undefined || isEmpty(sub) ? undefined : sub
  const high = sup === undefined || isEmpty(sup) ? undefined : sup
  if (low === undefined && high === undefined) return base
  if (base.kind === 'sign' && isLarge(base.text) && !isIntegral(base.text)) return stackOn(base, low, high)
  return {
    kind: 'scripts',
    base,
    ...(low === undefined ? {} : { sub: low }),
    ...(high === undefined ? {} : { sup: high }),
  }
}

function stack(base: Formula, under: Formula | undefined, over: Formula | undefined): Formula {
  if (over?.kind === 'sign' && under === undefined) {
    const accent = accentOf(over.text)
    if (accent !== null)
      return { kind: 'accent', accent: accent === 'bar' && base.kind !== 'letter' ? 'overline' : accent, body: base }
  }
  if (under?.kind === 'sign' && over === undefined && accentOf(under.text) !== null)
    return { kind: 'accent', accent: 'underline', body: base }
  return stackOn(base, under, over)
}

export function stackOn(base: Formula, under: Formula | undefined, over: Formula | undefined): Formula {
  const low = under === undefined || isEmpty(under) ? undefined : under
  const high = over === undefined || isEmpty(over) ? undefined : over
  if (low === undefined && high === undefined) return base
  return {
    kind: 'limits',
    base,
    ...(low === undefined ? {} : { under: low }),
    ...(high === undefined ? {} : { over: high }),
  }
}

function fenced(element: Element, children: readonly Element[]): Formula {
  const separators = [...(attribute(element, 'separators') ?? ',').replace(/\s/g, '')]
  const items = children.flatMap((each, at): Formula[] => {
    const separator = separators[Math.min(at - 1, separators.length - 1)]
    return at > 0 && separator !== undefined ? [{ kind: 'sign', text: separator }, read(each)] : [read(each)]
  })
  return {
    kind: 'fence',
    open: attribute(element, 'open') ?? '(',
    close: attribute(element, 'close') ?? ')',
    body: row(items),
    tall: true,
  }
}

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '⟨': '⟩', '⌊': '⌋', '⌈': '⌉' }

/** Brackets that pair become fences, so that they grow with what they hold; a brace before a matrix alone opens cases. */
export function pairFences(items: readonly Formula[]): Formula[] {
  const open: { sign: string; items: Formula[] }[] = [{ sign: '', items: [] }]
  for (const item of items.flatMap((each) => (each.kind === 'row' ? each.items : [each]))) {
    const top = open[open.length - 1]!
    if (item.kind === 'sign' && Object.hasOwn(closing, item.text)) open.push({ sign: item.text, items: [] })
    else if (item.kind === 'sign' && open.length > 1 && closing[top.sign] === item.text) {
      open.pop()
      open[open.length - 1]!.items.push({
        kind: 'fence',
        open: top.sign,
        close: item.text,
        body: row(top.items),
        tall: top.items.some(isTall),
      })
    } else top.items.push(item)
  }
  // What was never closed stays as it stood.
  return open.flatMap(({ sign, items: held }, at): Formula[] => {
    const [only] = held
    if (at > 0 && sign === '{' && held.length === 1 && only?.kind === 'matrix')
      return [{ kind: 'fence', open: '{', close: '', body: only, tall: true }]
    return at === 0 ? held : [{ kind: 'sign', text: sign }, ...held]
  })
}

function isTall(formula: Formula): boolean {
  return (
    formula.kind === 'fraction' ||
    formula.kind === 'matrix' ||
    formula.kind === 'limits' ||
    (formula.kind === 'fence' && formula.tall)
  )
}
