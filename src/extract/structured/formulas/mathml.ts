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
  return row(pairFences(children.map((element, at) => readNamed(element, children[at + 1]) ?? read(element))))
}

/** The invisible operator of function application follows the name of a function. */
function readNamed(element: Element, next: Element | undefined): Formula | null {
  if (localName(element) !== 'mi' || next === undefined || textOf(next) !== '\u2061') return null
  return { kind: 'function', name: textOf(element).replace(/[\u2061\s]/g, '') }
}

function localName({ name }: Element): string {
  return name.slice(name.indexOf(':') + 1)
}

function read(element: Element): Formula {
  const children = elements(element)
  const part = (index: number): Formula => (children[index] === undefined ? row([]) : read(children[index]))
  switch (localName(element)) {
    case 'mi':
      return readIdentifier(
        bracketOf(textOf(element).trim()),
        LETTER_STYLES.get(attribute(element, 'mathvariant') ?? ''),
      )
    case 'mn':
      return { kind: 'number', text: textOf(element).trim() }
    case 'mo':
      return readOperator(element)
    case 'mtext':
    case 'ms':
      return readText(textOf(element))
    case 'mrow':
      return readWord(children) ?? readFence(children) ?? readRow(children)
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
      return readTable(element, children)
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

function readTable(element: Element, children: readonly Element[]): Formula {
  const rows = children
    .map((line) => elements(line).map((cell) => readRow(elements(cell))))
    .filter((cells) => cells.some((cell) => !isEmpty(cell)))
  const [alignment, spacing] = [attribute(element, 'columnalign') ?? '', attribute(element, 'columnspacing')]
  const isAligned = alignment === 'right' || (/^right left/.test(alignment) && spacing?.startsWith('0em') === true)
  if (!isAligned) return { kind: 'matrix', rows }
  if (rows.length === 1) return row(rows[0]!)
  return { kind: 'lines', lines: rows.map(([left = row([]), ...right]) => [left, row(right)] as const) }
}

function readText(text: string): Formula {
  if (text === '\u00a0') return { kind: 'gap' }
  const inside = words(text.replace(/[\u2061-\u2064]/g, ''))
  if (isEmpty(inside)) return inside
  const gaps = [/^\s/, /\s$/].map((space): Formula[] => (space.test(text) ? [{ kind: 'gap' }] : []))
  return row([...gaps[0]!, inside, ...gaps[1]!])
}

/** Several roman letters are a word. */
function readWord(children: readonly Element[]): Formula | null {
  const isWord =
    children.length > 1 &&
    children.every(
      (each) =>
        localName(each) === 'mi' && attribute(each, 'mathvariant') === 'normal' && /^\p{L}+$/u.test(textOf(each)),
    )
  return isWord ? words(children.map(textOf).join('')) : null
}

/** Spaces of less than about one em are typographic. */
function isGap(width: string): boolean {
  const [, number = '0', unit = 'em'] = /^\s*(\d*\.?\d+)\s*([a-z]*)/.exec(width) ?? []
  return Number(number) >= (unit === 'em' ? 0.9 : unit === 'ex' ? 2 : 10)
}

const LETTER_STYLES = new Map<string, LetterStyle>([
  ['bold', 'bold'],
  ['normal', 'roman'],
  ['bold-italic', 'bold'],
  ['sans-serif', 'sans'],
  ['monospace', 'mono'],
  ['double-struck', 'blackboard'],
  ['script', 'script'],
  ['fraktur', 'fraktur'],
])

function readIdentifier(source: string, style?: LetterStyle): Formula {
  const text = source.trim().normalize('NFC')
  // Letters such as ℏ and ℓ have a style of their own.
  const characters = readCharacters(text, /^[\u2100-\u214f]$/.test(text) ? undefined : style)
  return characters.length > 1 && /^\p{L}+$/u.test(text) ? { kind: 'words', text } : row(characters)
}

const INVISIBLE_OPERATORS = new Set(['\u2061', '\u2062', '\u2063', '\u2064'])

function readOperator(element: Element): Formula {
  const text = textOf(element).trim()
  if (INVISIBLE_OPERATORS.has(text)) return row([])
  const isBracket = attribute(element, 'fence') !== undefined || attribute(element, 'stretchy') === 'false'
  return isBracket ? readIdentifier(bracketOf(text)) : readIdentifier(text)
}

/** KaTeX writes vertical bars as the relations ∣ and ∥. */
function bracketOf(text: string): string {
  return BRACKETS.get(text) ?? text
}

const BRACKETS = new Map([
  ['∣', '|'],
  ['∥', '‖'],
  ['<', '⟨'],
  ['>', '⟩'],
])
const TALL_BRACKETS = new Set([...'()[]|/⟨⟩⌊⌋⌈⌉{}‖', ''])

/** Brackets that enclose a row and grow with it, as of `\left` and `\right`; one of both can be missing. */
function readFence(children: readonly Element[]): Formula | null {
  const [first, last] = [children[0], children.at(-1)]
  const [open, close] = [first, last].map((each) => (isFence(each) ? bracketOf(textOf(each).trim()) : ''))
  const inside = children.slice(isFence(first) ? 1 : 0, isFence(last) ? -1 : undefined)
  const isOne = !inside.some((each) => isFence(each) && !'|‖'.includes(bracketOf(textOf(each).trim())))
  if (first === last || `${open}${close}` === '' || !isOne) return null
  if (!TALL_BRACKETS.has(open!) || !TALL_BRACKETS.has(close!)) return null
  return { kind: 'fence', open: open!, close: close!, body: readRow(inside), tall: true }
}

function isFence(element: Element | undefined): element is Element {
  return element !== undefined && localName(element) === 'mo' && attribute(element, 'fence') === 'true'
}

function readStack(base: Formula, under: Formula | undefined, over: Formula | undefined): Formula {
  if ((over?.kind === 'sign' || over?.kind === 'letter') && under === undefined) {
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
