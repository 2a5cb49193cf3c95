/** Formula as a tree of positions, not of meaning. Stored in the page JSON: renaming breaks tasks in progress. */

/** Variables default to `italic`. */
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
  | { readonly kind: 'letter'; readonly text: string; readonly style: LetterStyle }
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'sign'; readonly text: string }
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'function'; readonly name: string }
  | { readonly kind: 'gap' }
  | { readonly kind: 'fraction'; readonly above: Formula; readonly below: Formula }
  | { readonly kind: 'scripts'; readonly base: Formula; readonly sub?: Formula; readonly sup?: Formula }
  | { readonly kind: 'limits'; readonly base: Formula; readonly under?: Formula; readonly over?: Formula }
  | { readonly kind: 'root'; readonly body: Formula; readonly index?: Formula }
  /** `close` is "" for the brace of a case distinction; `tall` brackets grow with their content. */
  | {
      readonly kind: 'fence'
      readonly open: string
      readonly close: string
      readonly body: Formula
      readonly tall: boolean
    }
  | { readonly kind: 'matrix'; readonly rows: readonly (readonly Formula[])[] }
  | { readonly kind: 'accent'; readonly accent: Accent; readonly body: Formula }
  /** Aligned lines, each split at its first relation. */
  | { readonly kind: 'lines'; readonly lines: readonly (readonly [Formula, Formula])[] }

/** `number` is the printed number without brackets. */
export interface Equation {
  readonly tree: Formula
  readonly number?: string
}
