/** Reads Office formulas (OMML, ECMA-376 part 1, 22.1). Unknown elements become a row of their parts. */
import type { Formula, LetterStyle } from '../../../model/formula.ts'
import { attribute, child, type Element, elements, textOf } from '../../../xml/tree.ts'
import { isOn } from '../ooxml/on-off.ts'
import {
  accentOf,
  fence,
  isEmpty,
  isIntegral,
  pairFences,
  readCharacters,
  row,
  withLimits,
  withScripts,
  withSideScripts,
  words,
} from './formula-parts.ts'

export function readOmml(math: Element | undefined): Formula | null {
  const tree = readParts(math)
  return isEmpty(tree) ? null : tree
}

function readParts(parent: Element | undefined): Formula {
  return row(pairFences(elements(parent).map(read)))
}

function read(element: Element): Formula {
  const part = (name: string): Formula => readParts(child(element, name))
  switch (element.name) {
    case 'm:r':
      return readRun(element)
    case 'm:f':
      return readFraction(element)
    case 'm:sSup':
      return withScripts(part('m:e'), undefined, part('m:sup'))
    case 'm:sSub':
      return withScripts(part('m:e'), part('m:sub'), undefined)
    case 'm:sSubSup':
      return withScripts(part('m:e'), part('m:sub'), part('m:sup'))
    case 'm:sPre':
      return row([withScripts(row([]), part('m:sub'), part('m:sup')), part('m:e')])
    case 'm:rad': {
      const index = isOn(child(element, 'm:radPr', 'm:degHide'), 'm:val') ? row([]) : part('m:deg')
      return { kind: 'root', body: part('m:e'), ...(isEmpty(index) ? {} : { index }) }
    }
    case 'm:nary':
      return readLargeOperator(element)
    case 'm:limLow':
      return withLimits(part('m:e'), part('m:lim'), undefined)
    case 'm:limUpp':
      return withLimits(part('m:e'), undefined, part('m:lim'))
    case 'm:func':
      return row([toFunction(part('m:fName')), part('m:e')])
    case 'm:d':
      return readDelimited(element)
    case 'm:m':
      return { kind: 'matrix', rows: elements(element, 'm:mr').map((line) => elements(line, 'm:e').map(readParts)) }
    case 'm:eqArr': {
      const lines = elements(element, 'm:e').map(readParts)
      return lines.length === 1 ? lines[0]! : { kind: 'lines', lines: lines.map((line) => [line, row([])] as const) }
    }
    case 'm:acc': {
      const accent = accentOf(valueIn(child(element, 'm:accPr', 'm:chr')) ?? '') ?? 'hat'
      return { kind: 'accent', accent, body: part('m:e') }
    }
    case 'm:bar': {
      const isAbove = valueIn(child(element, 'm:barPr', 'm:pos')) === 'top'
      return { kind: 'accent', accent: isAbove ? 'overline' : 'underline', body: part('m:e') }
    }
    case 'm:groupChr': {
      const properties = child(element, 'm:groupChrPr')
      const symbol: Formula = { kind: 'sign', text: valueIn(child(properties, 'm:chr')) ?? '⏟' }
      return valueIn(child(properties, 'm:pos')) === 'top'
        ? withLimits(part('m:e'), undefined, symbol)
        : withLimits(part('m:e'), symbol, undefined)
    }
    case 'm:phant': {
      const show = child(element, 'm:phantPr', 'm:show')
      return show === undefined || isOn(show, 'm:val') ? part('m:e') : row([])
    }
    case 'w:del':
    case 'w:moveFrom':
      return row([])
    default:
      return element.name.endsWith('Pr') ? row([]) : readParts(element)
  }
}

/** A run marked as normal text (`m:nor`) contains words, not variables. */
function readRun(element: Element): Formula {
  const text = elements(element)
    .map((each) => {
      if (each.name === 'm:t' || each.name === 'w:t') return textOf(each)
      return each.name === 'w:sym' ? readSymbol(each) : ''
    })
    .join('')
  const properties = child(element, 'm:rPr')
  if (child(properties, 'm:nor') !== undefined) return words(text)
  return row(readCharacters(text.replaceAll('\u2061', ''), letterStyle(properties)))
}

const SCRIPT_STYLES = new Map<string, LetterStyle>([
  ['double-struck', 'blackboard'],
  ['script', 'script'],
  ['fraktur', 'fraktur'],
  ['sans-serif', 'sans'],
  ['monospace', 'mono'],
])
const FONT_STYLES = new Map<string, LetterStyle>([
  ['p', 'roman'],
  ['b', 'bold'],
  ['bi', 'bold'],
])

function letterStyle(properties: Element | undefined): LetterStyle | undefined {
  return (
    SCRIPT_STYLES.get(valueIn(child(properties, 'm:scr')) ?? '') ??
    FONT_STYLES.get(valueIn(child(properties, 'm:sty')) ?? '')
  )
}

/** Characters of the private use area have no meaning without their font. */
function readSymbol(element: Element): string {
  const code = Number.parseInt(attribute(element, 'w:char') ?? '', 16)
  return !(code >= 0 && code <= 0x10ffff) || (code >= 0xe000 && code < 0xf900) ? '' : String.fromCodePoint(code)
}

function readFraction(element: Element): Formula {
  const [above, below] = [readParts(child(element, 'm:num')), readParts(child(element, 'm:den'))]
  switch (valueIn(child(element, 'm:fPr', 'm:type'))) {
    case 'noBar':
      return { kind: 'matrix', rows: [[above], [below]] }
    case 'lin':
      return row([above, { kind: 'sign', text: '/' }, below])
    default:
      return { kind: 'fraction', above, below }
  }
}

function readLargeOperator(element: Element): Formula {
  const properties = child(element, 'm:naryPr')
  const char = valueIn(child(properties, 'm:chr')) ?? '∫'
  const symbol: Formula = { kind: 'sign', text: char }
  const [low, high] = [readParts(child(element, 'm:sub')), readParts(child(element, 'm:sup'))]
  const position = valueIn(child(properties, 'm:limLoc')) ?? (isIntegral(char) ? 'subSup' : 'undOvr')
  const operator = position === 'subSup' ? withSideScripts(symbol, low, high) : withLimits(symbol, low, high)
  return row([operator, readParts(child(element, 'm:e'))])
}

function toFunction(name: Formula): Formula {
  if (name.kind === 'limits' || name.kind === 'scripts') return { ...name, base: toFunction(name.base) }
  const items = name.kind === 'row' ? name.items : [name]
  const letters = items.filter((each) => each.kind === 'letter')
  return letters.length > 1 && letters.length === items.length
    ? { kind: 'function', name: letters.map(({ text }) => text).join('') }
    : name
}

function readDelimited(element: Element): Formula {
  const properties = child(element, 'm:dPr')
  const charOf = (name: string, defaultChar: string): string => {
    const char = child(properties, name)
    return char === undefined ? defaultChar : (valueIn(char) ?? '')
  }
  const separator = charOf('m:sepChr', '|')
  const brackets = { open: charOf('m:begChr', '('), close: charOf('m:endChr', ')') }
  return fence(brackets, elements(element, 'm:e').map(readParts), () => (separator === '' ? undefined : separator))
}

function valueIn(element: Element | undefined): string | undefined {
  return attribute(element, 'm:val')
}
