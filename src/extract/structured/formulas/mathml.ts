/** Reads presentation MathML. Unknown elements become a row of their children. */
import type { Formula, LetterStyle } from '../../../model/formula.ts'
import { attribute, type Element, elements, textOf } from '../../../xml/tree.ts'
import {
  accentOf,
  fence,
  isEmpty,
  pairFences,
  readCharacters,
  row,
  withLimits,
  withScripts,
  words,
} from './formula-parts.ts'

export function readMathml(math: Element): Formula | null {
  const tree = readRow(elements(math))
  return isEmpty(tree) ? null : tree
}

function readRow(children: readonly Element[]): Formula {
  return row(pairFences(children.map(read)))
}

function read(element: Element): Formula {
  const children = elements(element)
  const part = (index: number): Formula => (children[index] === undefined ? row([]) : read(children[index]))
  switch (element.name.slice(element.name.indexOf(':') + 1)) {
    case 'mi':
      return readIdentifier(textOf(element), LETTER_STYLES.get(attribute(element, 'mathvariant') ?? ''))
    case 'mn':
      return { kind: 'number', text: textOf(element).trim() }
    case 'mo':
      return readOperator(textOf(element).trim())
    case 'mtext':
    case 'ms':
      return words(textOf(element))
    case 'mspace':
      return isGap(attribute(element, 'width') ?? '') ? { kind: 'gap' } : row([])
    case 'mfrac':
      return /^0(?![.\d]*[1-9])/.test(attribute(element, 'linethickness') ?? '')
        ? { kind: 'matrix', rows: [[part(0)], [part(1)]] }
        : { kind: 'fraction', above: part(0), below: part(1) }
    case 'msqrt':
      return { kind: 'root', body: readRow(children) }
    case 'mroot':
      return { kind: 'root', body: part(0), index: part(1) }
    case 'msub':
      return withScripts(part(0), part(1), undefined)
    case 'msup':
      return withScripts(part(0), undefined, part(1))
    case 'msubsup':
      return withScripts(part(0), part(1), part(2))
    case 'munder':
      return readStack(part(0), part(1), undefined)
    case 'mover':
      return readStack(part(0), undefined, part(1))
    case 'munderover':
      return readStack(part(0), part(1), part(2))
    case 'mfenced':
      return readFenced(element, children)
    case 'mtable':
      return { kind: 'matrix', rows: children.map((line) => elements(line).map((cell) => readRow(elements(cell)))) }
    case 'semantics':
      return part(0)
    case 'annotation':
    case 'annotation-xml':
    case 'mphantom':
    case 'maligngroup':
    case 'malignmark':
      return row([])
    default:
      return children.length > 0 ? readRow(children) : row(readCharacters(textOf(element)))
  }
}

/** Spaces of less than about one em are typographic. */
function isGap(width: string): boolean {
  const [, number = '0', unit = 'em'] = /^\s*(\d*\.?\d+)\s*([a-z]*)/.exec(width) ?? []
  return Number(number) >= (unit === 'em' ? 0.9 : unit === 'ex' ? 2 : 10)
}

const LETTER_STYLES = new Map<string, LetterStyle>([
  ['bold', 'bold'],
  ['normal', 'roman'],
  ['double-struck', 'blackboard'],
  ['script', 'script'],
  ['fraktur', 'fraktur'],
])

function readIdentifier(source: string, style?: LetterStyle): Formula {
  const text = source.trim()
  const characters = readCharacters(text, style)
  return characters.length > 1 && /^\p{L}+$/u.test(text) ? { kind: 'words', text } : row(characters)
}

const INVISIBLE_OPERATORS = new Set(['\u2061', '\u2062', '\u2063', '\u2064'])

function readOperator(text: string): Formula {
  return INVISIBLE_OPERATORS.has(text) ? row([]) : readIdentifier(text)
}

function readStack(base: Formula, under: Formula | undefined, over: Formula | undefined): Formula {
  if (over?.kind === 'sign' && under === undefined) {
    const accent = accentOf(over.text)
    if (accent !== null)
      return { kind: 'accent', accent: accent === 'bar' && base.kind !== 'letter' ? 'overline' : accent, body: base }
  }
  if (under?.kind === 'sign' && over === undefined && accentOf(under.text) !== null)
    return { kind: 'accent', accent: 'underline', body: base }
  return withLimits(base, under, over)
}

function readFenced(element: Element, children: readonly Element[]): Formula {
  const separators = [...(attribute(element, 'separators') ?? ',').replace(/\s/g, '')]
  const brackets = { open: attribute(element, 'open') ?? '(', close: attribute(element, 'close') ?? ')' }
  return fence(brackets, children.map(read), (at) => separators[Math.min(at, separators.length - 1)])
}
