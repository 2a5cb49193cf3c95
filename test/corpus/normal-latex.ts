/**
 * Normalizes LaTeX, so that formulas that are printed equally have equal characters. KaTeX parses it and decides
 * whether a formula is valid.
 */
import katex from 'katex'

interface Node {
  readonly type: string
  readonly [key: string]: unknown
}

/** Names of one symbol. */
const sameSymbols: Readonly<Record<string, string>> = Object.fromEntries(
  String.raw`\le \leq, \ge \geq, \rightarrow \to, \leftarrow \gets, \dots \ldots, \dotsc \ldots, \dotso \ldots, \dotsb \cdots,
    \dotsm \cdots, \@cdots \cdots, \lbrace \{, \rbrace \}, \lbrack [, \rbrack ], \vert |, \lvert |, \rvert |, \mid |, \Vert \|,
    \lVert \|, \rVert \|, \parallel \|, \land \wedge, \lor \vee, \ast *, \cdotp \cdot, \colon :, \iff \Leftrightarrow,
    \implies \Rightarrow, \Longrightarrow \Rightarrow, \Longleftrightarrow \Leftrightarrow, \lt <, \gt >, \setminus \backslash,
    \triangle \Delta, \lnot \neg, \owns \ni, − -, ∗ *, … \ldots, ∥ \|, ⊤ \top`
    .split(',')
    .map(
      (pair) =>
        pair
          .replace(/\.\.\./g, '\\ldots ')
          .replace(/ (?=\\tag)/g, '')
          .trim()
          .split(' ') as [string, string],
    ),
)

const fonts: Readonly<Record<string, string>> = {
  mathbf: 'mathbf',
  boldsymbol: 'mathbf',
  textbf: 'mathbf',
  mathcal: 'mathcal',
  mathscr: 'mathcal',
  mathbb: 'mathbb',
  mathfrak: 'mathfrak',
  mathrm: 'mathrm',
  textrm: 'mathrm',
  text: 'mathrm',
}

/** `null` for LaTeX that KaTeX cannot read. */
export function normalLatex(latex: string): string | null {
  try {
    const parse = (katex as unknown as { __parse(source: string, options: object): Node[] }).__parse
    const nodes = parse(latex, { displayMode: true, throwOnError: true, strict: 'ignore', maxExpand: 2000 })
    // Adjacent letters of one font are one group.
    return write({ type: 'ordgroup', body: nodes }, '')
      .replace(/\}\\(?:mathrm|mathbf)\{/g, (end, at: number, text: string) =>
        fontBefore(text, at) === end.slice(2, -1) ? '' : end,
      )
      .replace(/\.\.\./g, '\\ldots ')
      .replace(/ (?=\\tag)/g, '')
      .trim()
  } catch {
    return null
  }
}

/** The font of the group that ends at `at`, if it contains plain letters only. */
function fontBefore(text: string, at: number): string | undefined {
  return /\\(mathrm|mathbf)\{[^{}\\]*$/.exec(text.slice(0, at))?.[1]
}

function child(node: Node, key: string, font: string): string {
  const value = node[key] as Node | readonly Node[] | null | undefined
  if (value === null || value === undefined) return ''
  return Array.isArray(value) ? value.map((item: Node) => write(item, font)).join('') : write(value as Node, font)
}

function symbol(text: string, font = ''): string {
  const name = sameSymbols[text] ?? text
  const isLetter = /^[A-Za-z]$/.test(name) || (/^[0-9]$/.test(name) && font !== 'mathrm')
  if (font !== '' && (isLetter || (font === 'mathbf' && greek.test(name)))) return `\\${font}{${name}}`
  return /^\\[A-Za-z]+$/.test(name) ? `${name} ` : name
}

const greek =
  /^\\(?:var)?(?:alpha|beta|gamma|delta|epsilon|zeta|eta|theta|iota|kappa|lambda|mu|nu|xi|pi|rho|sigma|tau|upsilon|phi|chi|psi|omega)$/i

function write(node: Node, font: string): string {
  switch (node.type) {
    case 'mathord':
    case 'textord':
    case 'atom':
    case 'accent-token':
      return symbol(String(node.text), font)
    case 'ordgroup':
    case 'styling':
    case 'color':
    case 'mclass':
    case 'hbox':
    case 'vcenter':
    case 'smash':
    case 'lap':
    case 'raisebox':
    case 'sizing':
    case 'href':
    case 'html':
    case 'pmb':
      return child(node, 'body', font)
    case 'tag':
      return `${child(node, 'body', font)}\\tag{${child(node, 'tag', font).replace(/^\(|\)$/g, '')}}`
    case 'supsub':
      return scripts(node, font)
    case 'genfrac':
      return genfrac(node, font)
    case 'sqrt':
      return `\\sqrt${node.index ? `[${child(node, 'index', font)}]` : ''}{${child(node, 'body', font)}}`
    case 'leftright':
      return `${delimiter(node.left)}${child(node, 'body', font)}${delimiter(node.right)}`
    case 'delimsizing':
      return delimiter(node.delim)
    case 'middle':
      return delimiter(node.delim)
    case 'op':
      return node.name === undefined ? child(node, 'body', font) : operator(node)
    case 'operatorname':
      return child(node, 'body', 'mathrm')
    case 'text':
    case 'font':
      return withFont(node, font)
    case 'accent':
      return `${wideAccents[String(node.label)] ?? node.label}{${child(node, 'base', font)}}`
    case 'overline':
      return `\\bar{${child(node, 'body', font)}}`
    case 'accentUnder':
    case 'underline':
      return `\\underline{${child(node, 'body', font) || child(node, 'base', font)}}`
    case 'horizBrace':
      return `${node.label}{${child(node, 'base', font)}}`
    case 'xArrow':
      return `${node.label}{${child(node, 'body', font)}}`
    case 'array':
      return array(node, font)
    case 'htmlmathml':
      return symbolOfMathml(node)
    case 'mathchoice':
    case 'kern':
    case 'spacing':
    case 'rule':
    case 'phantom':
    case 'hphantom':
    case 'vphantom':
    case 'cr':
    case 'internal':
      return ''
    default:
      throw new Error(`unknown node ${node.type}`)
  }
}

const wideAccents: Readonly<Record<string, string>> = {
  '\\widehat': '\\hat',
  '\\widetilde': '\\tilde',
  '\\overrightarrow': '\\vec',
}

function operator(node: Node): string {
  const name = String(node.name)
  return node.symbol === true ? symbol(name) : `\\mathrm{${name.slice(1)}}`
}

function scripts(node: Node, font: string): string {
  const [base, sub, sup] = [child(node, 'base', font), child(node, 'sub', font), child(node, 'sup', font)]
  return `${base}${node.sub ? `_{${sub}}` : ''}${node.sup ? `^{${sup}}` : ''}`
}

function genfrac(node: Node, font: string): string {
  const [above, below] = [child(node, 'numer', font), child(node, 'denom', font)]
  const body =
    node.hasBarLine === true ? `\\frac{${above}}{${below}}` : `\\begin{array}${above}\\\\${below}\\end{array}`
  return `${delimiter(node.leftDelim)}${body}${delimiter(node.rightDelim)}`
}

function delimiter(text: unknown): string {
  return text === null || text === undefined || text === '.' ? '' : symbol(String(text))
}

/** Fonts are written at each letter: italic is the default, text is upright, and its spaces are not compared. */
function withFont(node: Node, font: string): string {
  const name = node.type === 'text' ? String(node.font ?? 'text').replace(/^\\/, '') : String(node.font)
  return child(node, 'body', fonts[name] ?? (name === 'mathit' || name === 'mathnormal' ? '' : font))
}

/** Alignment is not compared, and one row prints like a row of symbols. */
function array(node: Node, font: string): string {
  const cells = (node.body as Node[][]).map((row) => row.map((cell) => write(cell, font)))
  if (cells.length === 1) return cells.flat().join('')
  return `\\begin{array}${cells.map((row) => row.join(node.addJot ? '' : '&')).join('\\\\')}\\end{array}`
}

function symbolOfMathml(node: Node): string {
  const text = (node.mathml as readonly Node[]).map(textOf).join('')
  return text === '̸' ? '\\not' : symbol(text)
}

function textOf(node: Node): string {
  if (typeof node.text === 'string') return node.text
  return Array.isArray(node.body) ? (node.body as Node[]).map(textOf).join('') : ''
}
