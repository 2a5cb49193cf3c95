/**
 * Formula → LaTeX that amsmath, KaTeX and MathJax read, without dollar signs. Compact: blanks only where a command's name would
 * run into a letter.
 */
import type { Accent, Equation, Formula, LetterStyle } from '../model/formula.ts'
import { commandOf, functionCommands } from './latex-commands.ts'

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

const accentCommands: Readonly<Record<Accent, string>> = {
  hat: '\\hat',
  tilde: '\\tilde',
  bar: '\\bar',
  dot: '\\dot',
  ddot: '\\ddot',
  vec: '\\vec',
  check: '\\check',
  acute: '\\acute',
  grave: '\\grave',
  breve: '\\breve',
  overline: '\\overline',
  underline: '\\underline',
}

function write(formula: Formula): string {
  switch (formula.kind) {
    case 'row':
      return join(formula.items.map(write))
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
      return `${accentCommands[formula.accent]}{${write(formula.body)}}`
    case 'lines':
      return `\\begin{aligned}${formula.lines.map(([left, right]) => `${write(left)}&${write(right)}`).join('\\\\')}\\end{aligned}`
  }
}

/** Letters of the longest command, and many more. */
const MAX_COMMAND = 64

/** A command's name ends at the first sign that is no letter. */
function join(pieces: readonly string[]): string {
  const joined: string[] = []
  /** The end of what is joined: all that can matter, and looking at the whole would cost the square of a long formula. */
  let end = ''
  for (const piece of pieces) {
    const blank = /\\[A-Za-z]+$/.test(end) && /^[A-Za-z]/.test(piece) ? ' ' : ''
    joined.push(blank, piece)
    end = `${end}${blank}${piece.slice(-MAX_COMMAND)}`.slice(-MAX_COMMAND)
  }
  return joined.join('')
}

function rows(cells: readonly (readonly Formula[])[]): string {
  return cells.map((row) => row.map(write).join('&')).join('\\\\')
}

/** What scripts hang on: one thing, or braces around several. */
function baseOf(base: Formula): string {
  const text = write(base)
  if (text === '') return '{}'
  return base.kind === 'row' || base.kind === 'scripts' ? `{${text}}` : text
}

/** Scripts of one sign need no braces. */
function argument(formula: Formula): string {
  const text = write(formula)
  return text.length === 1 || /^\\[A-Za-z]+$/.test(text) ? text : `{${text}}`
}

function scripts(base: string, sub: Formula | undefined, sup: Formula | undefined): string {
  const low = sub === undefined ? '' : `_${argument(sub)}`
  const high = sup === undefined ? '' : `^${argument(sup)}`
  return `${base}${low}${high}`
}

/** Operators know where their limits go; anything else gets them set above and below. */
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
  if (!tall) return join([commandOf(open), inner, commandOf(close)])
  return join([`\\left${commandOf(open)}`, inner, `\\right${close === '' ? '.' : commandOf(close)}`])
}

const matrixKinds: Readonly<Record<string, string>> = {
  '()': 'pmatrix',
  '[]': 'bmatrix',
  '{}': 'Bmatrix',
  '||': 'vmatrix',
}

function escapeText(text: string): string {
  return text.replace(/[\\{}$&#%_^~]/g, (sign) =>
    sign === '\\' ? '\\textbackslash{}' : sign === '^' || sign === '~' ? `\\${sign}{}` : `\\${sign}`,
  )
}
