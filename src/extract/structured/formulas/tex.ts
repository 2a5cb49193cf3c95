/** Reads the LaTeX that web pages and Markdown use for formulas, with KaTeX (docs/decisions/035-latex.md). */
/// <reference path="./katex-min.d.ts" />
import katex from 'katex/dist/katex.min.js'
import type { Equation } from '../../../model/formula.ts'
import { descendants, type Element } from '../../../xml/tree.ts'
import { parseXml } from '../../../xml/xml.ts'
import { readMathml } from './mathml.ts'

const MAX_LENGTH = 2000
const MAX_DEPTH = 40
const DEFINITION = /\\(?:[gex]?def|let|futurelet|global|long|(?:new|renew|provide)command)(?![a-zA-Z])/
const TAG = /\\tag\*?\s*\{([^{}]*)\}/g
const IGNORED = /\\(?:label|vspace)\*?\s*\{[^{}]*\}|\\(?:begin|end)\{equation\*?\}/g
/** Numbered environments, of which KaTeX writes the numbers, and those that it lacks. */
const ENVIRONMENT = /\\(begin|end)\{(align|gather|alignat|eqnarray|multline)\*?\}/g
const SUBSTITUTES: Readonly<Record<string, string>> = { eqnarray: 'align', multline: 'gather' }

/** Returns `null` for commands that are unknown or unsafe. */
export function readTex(source: string): Equation | null {
  if (source.length > MAX_LENGTH || DEFINITION.test(source) || isDeep(source)) return null
  let number = ''
  const plain = source
    .replace(TAG, (_, tag: string) => {
      number = tag
      return ''
    })
    .replace(IGNORED, '')
    .replace(ENVIRONMENT, (_, side: string, name: string) => `\\${side}{${SUBSTITUTES[name] ?? name}*}`)
  const math = toMathml(plain)
  const tree = math === null ? null : readMathml(math)
  return tree === null ? null : { tree, ...(number === '' ? {} : { number }) }
}

/** KaTeX throws errors of several types, such as `RangeError` for recursion; too deep elements are a `ParseError`. */
function toMathml(source: string): Element | null {
  try {
    const mathml = katex.renderToString(source, {
      output: 'mathml',
      displayMode: true,
      strict: 'ignore',
      trust: refuse,
      maxExpand: 1000,
      maxSize: 10,
    })
    // `\bullet`; the command for ∙ is `\cdot`.
    const page = parseXml(new TextEncoder().encode(mathml.replaceAll('∙', '•')), 'The formula')
    return descendants(page, 'math:math')[0] ?? null
  } catch {
    return null
  }
}

/** With `false`, KaTeX would write the names of links and images as text. */
function refuse(): never {
  throw new Error('The formula has links or images.')
}

/** KaTeX recurses at each level. */
function isDeep(source: string): boolean {
  let depth = 0
  for (const [token] of source.matchAll(/\\(?:left|right|begin|end)(?![a-zA-Z])|\\[\s\S]|[{}]/g)) {
    if (/^(?:\{|\\left|\\begin)$/.test(token)) depth++
    else if (/^(?:\}|\\right|\\end)$/.test(token)) depth--
    if (depth > MAX_DEPTH) return true
  }
  return false
}
