/** LaTeX for amsmath, KaTeX and MathJax, without dollar signs and with as few spaces as possible. */
import type { Equation, Formula, LetterStyle } from '../../model/formula.ts'
import { commandOf, functionCommands } from './latex-commands.ts'
import { joinTokens } from './tokens.ts'

export function latexOf({ tree, number }: Equation): string {
  const body = write(tree)
  return number === undefined ? body : `${body}\\tag{${number}}`
}

const styles: Readonly<Record<Exclude<LetterStyle, 'italic'>, string>> = {
  roman: '\\mathrm',
  bold: '\\mathbf',
  script: '\\mathcal',
  blackboard: '\\mathbb',
  fraktur: '\\mathfrak',
  sans: '\\mathsf',
  mono: '\\mathtt',
}

function write(formula: Formula): string {
  switch (formula.kind) {
    case 'row':
      return joinTokens(formula.items.map(write), needsSpace)
    case 'letter': {
      const letter = commandOf(formula.text)
      if (formula.style === 'italic') return letter
      return formula.style === 'bold' && letter.startsWith('\\')
        ? `\\boldsymbol{${letter}}`
        : `${styles[formula.style]}{${letter}}`
    }
    case 'number':
      return formula.text
    case 'sign':
      return commandOf(formula.text)
    case 'words':
      return `\\text{${escapeText(formula.text)}}`
    case 'function':
      return functionCommands.has(formula.name) ? `\\${formula.name}` : `\\operatorname{${formula.name}}`
    case 'gap':
      return '\\quad'
    case 'fraction':
      return `\\frac{${write(formula.above)}}{${write(formula.below)}}`
    case 'scripts':
      return scripts(baseOf(formula.base), formula.sub, formula.sup)
    case 'limits':
      return limits(formula)
    case 'root':
      return formula.index === undefined
        ? `\\sqrt{${write(formula.body)}}`
        : `\\sqrt[${write(formula.index)}]{${write(formula.body)}}`
    case 'fence':
      return fence(formula)
    case 'matrix':
      return `\\begin{matrix}${rows(formula.rows)}\\end{matrix}`
    case 'accent':
      return `\\${formula.accent}{${write(formula.body)}}`
    case 'lines':
      return `\\begin{aligned}${joinRows(formula.lines.map(([left, right]) => `${write(left)}&${write(right)}`))}\\end{aligned}`
  }
}

/** A letter would extend the command's name. */
function needsSpace(end: string, token: string): boolean {
  return /\\[A-Za-z]+$/.test(end) && /^[A-Za-z]/.test(token)
}

function rows(cells: readonly (readonly Formula[])[]): string {
  return joinRows(cells.map((row) => row.map(write).join('&')))
}

/** A bracket after the end of a row would be a distance. */
function joinRows(rows: readonly string[]): string {
  return rows.map((row, at) => (at > 0 && row.startsWith('[') ? `{}${row}` : row)).join('\\\\')
}

function baseOf(base: Formula): string {
  const text = write(base)
  if (text === '') return '{}'
  return base.kind === 'row' || base.kind === 'scripts' ? `{${text}}` : text
}

/** One character or command needs no braces. */
function argument(formula: Formula): string {
  const text = write(formula)
  return text.length === 1 || /^\\[A-Za-z]+$/.test(text) ? text : `{${text}}`
}

function scripts(base: string, sub: Formula | undefined, sup: Formula | undefined): string {
  const low = sub === undefined ? '' : `_${argument(sub)}`
  const high = sup === undefined ? '' : `^${argument(sup)}`
  return `${base}${low}${high}`
}

/** LaTeX places the limits of operators itself; other bases need `\underset` and `\overset`. */
function limits({ base, under, over }: Extract<Formula, { kind: 'limits' }>): string {
  if (base.kind === 'sign' || base.kind === 'function') return scripts(write(base), under, over)
  let text = write(base)
  if (under !== undefined) text = `\\underset{${write(under)}}{${text}}`
  return over === undefined ? text : `\\overset{${write(over)}}{${text}}`
}

function fence({ open, close, body, tall }: Extract<Formula, { kind: 'fence' }>): string {
  if (body.kind === 'matrix') {
    const cells = rows(body.rows)
    if (close === '' && open === '{') return `\\begin{cases}${cells}\\end{cases}`
    const kind = matrixKinds[`${open}${close}`]
    if (kind !== undefined) return `\\begin{${kind}}${cells}\\end{${kind}}`
  }
  const inner = write(body)
  return tall
    ? joinTokens([`\\left${commandOf(open) || '.'}`, inner, `\\right${commandOf(close) || '.'}`], needsSpace)
    : joinTokens([commandOf(open), inner, commandOf(close)], needsSpace)
}

const matrixKinds: Readonly<Record<string, string>> = {
  '()': 'pmatrix',
  '[]': 'bmatrix',
  '{}': 'Bmatrix',
  '||': 'vmatrix',
}

function escapeText(text: string): string {
  return text.replace(/[\\{}$&#%_^~]/g, (char) =>
    char === '\\' ? '\\textbackslash{}' : char === '^' || char === '~' ? `\\${char}{}` : `\\${char}`,
  )
}
