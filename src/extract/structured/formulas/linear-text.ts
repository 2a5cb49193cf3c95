/**
 * A formula's tree → one line of plain signs, for formulas inside running text and as the plain text of display equations.
 * Meant for people and search: brackets are set where a line needs them, nothing is escaped.
 */
import type { Formula } from '../../../model/formula.ts'
import { subscripts, superscripts } from '../../../model/superscripts.ts'

const spaced = /^[=<>≤≥≠≈≡∼≅→⇒⇔↔←∈∉⊂⊆⊃⊇∝±∓+−×÷⋅∧∨∩∪]$/

export function linearFormula(formula: Formula): string {
  return write(formula).replace(/ {2,}/g, ' ').trim()
}

function write(formula: Formula): string {
  switch (formula.kind) {
    case 'row':
      return formula.items
        .map((item) => (item.kind === 'sign' && spaced.test(item.text) ? ` ${item.text} ` : write(item)))
        .join('')
    case 'letter':
    case 'number':
    case 'sign':
      return formula.text
    case 'words':
      return ` ${formula.text} `
    case 'function':
      return `${formula.name} `
    case 'gap':
      return ' '
    case 'fraction':
      return `${group(formula.above)}/${group(formula.below)}`
    case 'scripts':
      return `${write(formula.base).trimEnd()}${script(formula.sub, '_', subscripts)}${script(formula.sup, '^', superscripts)}`
    case 'limits':
      return `${write(formula.base).trimEnd()}${script(formula.under, '_', subscripts)}${script(formula.over, '^', superscripts)} `
    case 'root':
      return `${formula.index === undefined ? '√' : `${script(formula.index, '^', superscripts)}√`}${group(formula.body)}`
    case 'fence':
      return `${formula.open}${linearFormula(formula.body)}${formula.close}`
    case 'matrix':
      return formula.rows.map((row) => row.map(linearFormula).join(', ')).join('; ')
    case 'accent':
      return write(formula.body)
    case 'lines':
      return formula.lines.map(([left, right]) => linearFormula({ kind: 'row', items: [left, right] })).join('\n')
  }
}

function script(formula: Formula | undefined, sign: string, raised: Readonly<Record<string, string>>): string {
  if (formula === undefined) return ''
  const text = linearFormula(formula)
  if (text === '') return ''
  if (text === '′' || text === '″' || text === '‴' || text === '∗' || text === '°') return text
  if ([...text].every((char) => Object.hasOwn(raised, char))) return [...text].map((char) => raised[char]).join('')
  return `${sign}${[...text].length === 1 ? text : `(${text})`}`
}

function group(formula: Formula): string {
  const text = linearFormula(formula)
  return /^(?:[\p{L}\p{N}.]+|\(.*\))$/u.test(text) ? text : `(${text})`
}
