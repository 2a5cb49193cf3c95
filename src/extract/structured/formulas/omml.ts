/**
 * Office formulas (OMML, ECMA-376 part 1, 22.1) → a formula's tree. What it does not know is read as a row of its parts, so that
 * no sign is lost.
 */
import type { Formula, LetterStyle } from '../../../model/formula.ts'
import { attribute, child, type Element, elements, textOf } from '../../../xml/tree.ts'
import { accentOf, isEmpty, isIntegral, readSigns, row } from './formula-parts.ts'
import { attach, pairFences, stackOn } from './mathml.ts'

/** `null` for a formula without anything in it. */
export function readOmml(math: Element | undefined): Formula | null {
  if (math === undefined) return null
  const tree = readAll(math)
  return isEmpty(tree) ? null : tree
}

function readAll(parent: Element | undefined): Formula {
  return row(pairFences(elements(parent).map(read)))
}

function read(element: Element): Formula {
  const part = (name: string): Formula => readAll(child(element, name))
  switch (element.name) {
    case 'm:r':
      return run(element)
    case 'm:f': {
      const type = attribute(child(element, 'm:fPr', 'm:type'), 'm:val')
      if (type === 'noBar') return { kind: 'matrix', rows: [[part('m:num')], [part('m:den')]] }
      if (type === 'lin') return row([part('m:num'), { kind: 'sign', text: '/' }, part('m:den')])
      return { kind: 'fraction', above: part('m:num'), below: part('m:den') }
    }
    case 'm:sSup':
      return attach(part('m:e'), undefined, part('m:sup'))
    case 'm:sSub':
      return attach(part('m:e'), part('m:sub'), undefined)
    case 'm:sSubSup':
      return attach(part('m:e'), part('m:sub'), part('m:sup'))
    case 'm:sPre':
      return row([attach(row([]), part('m:sub'), part('m:sup')), part('m:e')])
    case 'm:rad': {
      const hidden = isOn(child(element, 'm:radPr', 'm:degHide'))
      const index = hidden ? row([]) : part('m:deg')
      return { kind: 'root', body: part('m:e'), ...(isEmpty(index) ? {} : { index }) }
    }
    case 'm:nary':
      return nary(element)
    case 'm:limLow':
      return stackOn(part('m:e'), part('m:lim'), undefined)
    case 'm:limUpp':
      return stackOn(part('m:e'), undefined, part('m:lim'))
    case 'm:func':
      return row([functionName(part('m:fName')), part('m:e')])
    case 'm:d':
      return delimited(element)
    case 'm:m':
      return { kind: 'matrix', rows: elements(element, 'm:mr').map((line) => elements(line, 'm:e').map(readAll)) }
    case 'm:eqArr': {
      const lines = elements(element, 'm:e').map(readAll)
      return lines.length === 1 ? lines[0]! : { kind: 'lines', lines: lines.map((line) => [line, row([])] as const) }
    }
    case 'm:acc':
      return {
        kind: 'accent',
        accent: accentOf(attribute(child(element, 'm:accPr', 'm:chr'), 'm:val') ?? '̂') ?? 'hat',
        body: part('m:e'),
      }
    case 'm:bar':
      return {
        kind: 'accent',
        accent: attribute(child(element, 'm:barPr', 'm:pos'), 'm:val') === 'top' ? 'overline' : 'underline',
        body: part('m:e'),
      }
    case 'm:groupChr': {
      const below = attribute(child(element, 'm:groupChrPr', 'm:pos'), 'm:val') !== 'top'
      const sign: Formula = { kind: 'sign', text: attribute(child(element, 'm:groupChrPr', 'm:chr'), 'm:val') ?? '⏟' }
      return stackOn(part('m:e'), below ? sign : undefined, below ? undefined : sign)
    }
    case 'm:phant':
      return isOn(child(element, 'm:phantPr', 'm:show')) || child(element, 'm:phantPr', 'm:show') === undefined
        ? part('m:e')
        : row([])
    case 'w:del':
    case 'w:moveFrom':
      return row([])
    default:
      return element.name.endsWith('Pr') ? row([]) : readAll(element)
  }
}

/** A run of signs. Text marked as normal is words. */
function run(element: Element): Formula {
  const text = elements(element)
    .map((each) =>
      each.name === 'm:t' || each.name === 'w:t' ? textOf(each) : each.name === 'w:sym' ? symbol(each) : '',
    )
    .join('')
  const properties = child(element, 'm:rPr')
  const isWords = child(properties, 'm:nor') !== undefined
  if (isWords) return text.trim() === '' ? row([]) : { kind: 'words', text: text.replace(/\s+/g, ' ').trim() }
  return row(readSigns(text.replaceAll('\u2061', ''), styleOf(properties)))
}

function styleOf(properties: Element | undefined): LetterStyle | undefined {
  const script = attribute(child(properties, 'm:scr'), 'm:val')
  if (script === 'double-struck') return 'blackboard'
  if (script === 'script' || script === 'fraktur') return script
  if (script === 'sans-serif') return 'sans'
  if (script === 'monospace') return 'mono'
  const style = attribute(child(properties, 'm:sty'), 'm:val')
  return style === 'p' ? 'roman' : style === 'b' || style === 'bi' ? 'bold' : undefined
}

function symbol(element: Element): string {
  const code = Number.parseInt(attribute(element, 'w:char') ?? '', 16)
  return !(code >= 0 && code <= 0x10ffff) || (code >= 0xe000 && code < 0xf900) ? '' : String.fromCodePoint(code)
}

function nary(element: Element): Formula {
  const properties = child(element, 'm:naryPr')
  const char = attribute(child(properties, 'm:chr'), 'm:val') ?? '∫'
  const sign: Formula = { kind: 'sign', text: char }
  const low = readAll(child(element, 'm:sub'))
  const high = readAll(child(element, 'm:sup'))
  const place = attribute(child(properties, 'm:limLoc'), 'm:val') ?? (isIntegral(char) ? 'subSup' : 'undOvr')
  const operator = place === 'subSup' ? scripts(sign, low, high) : stackOn(sign, low, high)
  return row([operator, readAll(child(element, 'm:e'))])
}

function scripts(base: Formula, low: Formula, high: Formula): Formula {
  if (isEmpty(low) && isEmpty(high)) return base
  return { kind: 'scripts', base, ...(isEmpty(low) ? {} : { sub: low }), ...(isEmpty(high) ? {} : { sup: high }) }
}

/** The name of a function comes as letters, and possibly with bounds. */
function functionName(name: Formula): Formula {
  if (name.kind === 'limits' || name.kind === 'scripts') return { ...name, base: functionName(name.base) }
  const letters = name.kind === 'row' ? name.items : [name]
  if (letters.length > 1 && letters.every((each) => each.kind === 'letter'))
    return { kind: 'function', name: letters.map((each) => (each.kind === 'letter' ? each.text : '')).join('') }
  return name
}

function delimited(element: Element): Formula {
  const properties = child(element, 'm:dPr')
  const sign = (name: string, usual: string): string => {
    const given = child(properties, name)
    return given === undefined ? usual : (attribute(given, 'm:val') ?? '')
  }
  const separator = sign('m:sepChr', '|')
  const parts = elements(element, 'm:e').flatMap((each, at): Formula[] =>
    at > 0 && separator !== '' ? [{ kind: 'sign', text: separator }, readAll(each)] : [readAll(each)],
  )
  return { kind: 'fence', open: sign('m:begChr', '('), close: sign('m:endChr', ')'), body: row(parts), tall: true }
}

function isOn(element: Element | undefined): boolean {
  return element !== undefined && !['0', 'off', 'false'].includes(attribute(element, 'm:val') ?? '1')
}
