import type { Formula } from '../../../model/formula.ts'
import { subscripts, superscripts } from '../../../model/superscripts.ts'

const SPACED_OPERATOR = /^[=<>≤≥≠≈≡∼≅→⇒⇔↔←∈∉⊂⊆⊃⊇∝±∓+−×÷⋅∧∨∩∪]$/

export function linearFormula(formula: Formula): string {
  return write(formula).replace(/ {2,}/g, ' ').trim()
}

function write(formula: Formula): string {
  switch (formula.kind) {
    case 'row':
      return formula.items
        .map((item) => (item.kind === 'sign' && SPACED_OPERATOR.test(item.text) ? ` ${item.text} ` : write(item)))
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
      return withScripts(formula.base, formula.sub, formula.sup)
    case 'limits':
      return `${withScripts(formula.base, formula.under, formula.over)} `
    case 'root':
      return `${script(formula.index, '^', superscripts)}√${group(formula.body)}`
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

function withScripts(base: Formula, low: Formula | undefined, high: Formula | undefined): string {
  return `${write(base).trimEnd()}${script(low, '_', subscripts)}${script(high, '^', superscripts)}`
}

const RAISED_SYMBOLS = new Set(['', '′', '″', '‴', '∗', '°'])

/** Uses Unicode sub- and superscripts if all characters have one. */
function script(formula: Formula | undefined, mark: string, scripts: Readonly<Record<string, string>>): string {
  const text = formula === undefined ? '' : linearFormula(formula)
  if (RAISED_SYMBOLS.has(text)) return text
  const characters = [...text]
  if (characters.every((char) => Object.hasOwn(scripts, char))) return characters.map((char) => scripts[char]).join('')
  return `${mark}${characters.length === 1 ? text : `(${text})`}`
}

function group(formula: Formula): string {
  const text = linearFormula(formula)
  return /^(?:[\p{L}\p{N}.]+|\(.*\))$/u.test(text) ? text : `(${text})`
}
