/** Finds LaTeX in text, with the delimiters of MathJax and KaTeX. */

export interface TexPart {
  readonly tex: string
  readonly isDisplay: boolean
  /** With its delimiters. */
  readonly source: string
}

const OPENINGS = /\\[([]|\$\$?|\\begin\{(equation|align|gather|multline|eqnarray|alignat)(\*?)\}/g
const CLOSINGS: Readonly<Record<string, string>> = { '\\(': '\\)', '\\[': '\\]', $$: '$$', $: '$' }
const MAX_LENGTH = 10_000

/** Single dollar signs count only with `dollars`, because they are often prices. */
export function splitTex(text: string, { dollars }: { readonly dollars: boolean }): (string | TexPart)[] {
  if (!/\\[([b]|\$/.test(text)) return [text]
  const parts: (string | TexPart)[] = []
  const closings = new ClosingPositions(text)
  let end = 0
  for (const { 0: opening, 1: environment, 2: star, index } of text.matchAll(OPENINGS)) {
    if (index < end || (opening === '$' && !dollars)) continue
    const closing = environment === undefined ? CLOSINGS[opening]! : `\\end{${environment}${star}}`
    const from = index + opening.length
    const at = closings.after(closing, from)
    if (at - from > MAX_LENGTH) continue
    const inside = text.slice(from, at)
    const stop = at + closing.length
    if (environment === undefined && !isTex(inside, { opening, next: text[stop] ?? '' })) continue
    const source = text.slice(index, stop)
    if (index > end) parts.push(text.slice(end, index))
    const isDisplay = opening !== '\\(' && opening !== '$'
    parts.push({ tex: environment === undefined ? inside.trim() : source, isDisplay, source })
    end = stop
  }
  if (end < text.length) parts.push(text.slice(end))
  return parts
}

/** Remembers positions, so that many openings without a closing take linear time. */
class ClosingPositions {
  readonly #text: string
  readonly #found = new Map<string, number>()

  constructor(text: string) {
    this.#text = text
  }

  /** Far away if there is none. */
  after(closing: string, from: number): number {
    const known = this.#found.get(closing)
    if (known !== undefined && known >= from) return known
    const at = this.#text.indexOf(closing, from)
    const position = at < 0 ? Number.POSITIVE_INFINITY : at
    this.#found.set(closing, position)
    return position
  }
}

/** Backslashes and dollar signs are also in regular expressions, shell commands and prices. */
function isTex(inside: string, { opening, next }: { opening: string; next: string }): boolean {
  if (/`|\n[ \t]*\n/.test(inside)) return false
  // As in Pandoc: no space inside single dollar signs, no digit after them.
  if (opening === '$' && (!/^\S(?:[^\n]*\S)?$/.test(inside) || /\d/.test(next))) return false
  return /[\\^_={}<>+]|^\s*[a-zA-Z]\d?\s*$/.test(inside)
}
