/**
 * A formula as a tree, plain JSON data: what layout reads from the page and renderers write as LaTeX, MathML or AsciiMath.
 * It holds what stands where (above, below, raised, under a root) and the kind of each sign; it says nothing about meaning.
 */

/** How letters are set; `italic` is what variables are set in by default. */
export type LetterStyle = 'italic' | 'roman' | 'bold' | 'script' | 'blackboard' | 'fraktur' | 'sans' | 'mono'

export type Accent =
  | 'hat'
  | 'tilde'
  | 'bar'
  | 'dot'
  | 'ddot'
  | 'vec'
  | 'check'
  | 'acute'
  | 'grave'
  | 'breve'
  | 'overline'
  | 'underline'

export type Formula =
  | { readonly kind: 'row'; readonly items: readonly Formula[] }
  /** One letter. */
  | { readonly kind: 'letter'; readonly text: string; readonly style: LetterStyle }
  | { readonly kind: 'number'; readonly text: string }
  /** Relations, operations, punctuation, arrows and brackets that pair with nothing: one sign. */
  | { readonly kind: 'sign'; readonly text: string }
  /** Words set upright within a formula. */
  | { readonly kind: 'words'; readonly text: string }
  /** `sin`, `lim`, `max`. */
  | { readonly kind: 'function'; readonly name: string }
  /** A gap that is meant: one em and more. */
  | { readonly kind: 'gap' }
  | { readonly kind: 'fraction'; readonly above: Formula; readonly below: Formula }
  | { readonly kind: 'scripts'; readonly base: Formula; readonly sub?: Formula; readonly sup?: Formula }
  /** Stacked on its base: sums and limits. */
  | { readonly kind: 'limits'; readonly base: Formula; readonly under?: Formula; readonly over?: Formula }
  | { readonly kind: 'root'; readonly body: Formula; readonly index?: Formula }
  /** A pair of brackets; `close` is "" for a brace that opens cases. `tall` brackets grow with what they hold. */
  | {
      readonly kind: 'fence'
      readonly open: string
      readonly close: string
      readonly body: Formula
      readonly tall: boolean
    }
  | { readonly kind: 'matrix'; readonly rows: readonly (readonly Formula[])[] }
  | { readonly kind: 'accent'; readonly accent: Accent; readonly body: Formula }
  /** Lines below each other; each is cut at its first relation, where they are aligned. */
  | { readonly kind: 'lines'; readonly lines: readonly (readonly [Formula, Formula])[] }

/** A display equation with its printed number, without brackets: `3.15a`. */
export interface Equation {
  readonly tree: Formula
  readonly number?: string
}
