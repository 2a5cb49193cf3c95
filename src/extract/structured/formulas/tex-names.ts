/** Commands and environments of LaTeX by their role in the tree of a formula. */
import type { Accent, LetterStyle } from '../../../model/formula.ts'

export const FENCED_MATRICES: Readonly<Record<string, readonly [string, string]>> = {
  pmatrix: ['(', ')'],
  bmatrix: ['[', ']'],
  Bmatrix: ['{', '}'],
  vmatrix: ['|', '|'],
  Vmatrix: ['‖', '‖'],
  cases: ['{', ''],
}
export const PLAIN_MATRICES = new Set(['matrix', 'smallmatrix', 'array'])
export const ALIGNED = new Set(['aligned', 'align', 'split', 'gathered', 'gather', 'eqnarray', 'multline', 'alignat'])
export const LIMIT_FUNCTIONS = new Set('lim limsup liminf max min sup inf det gcd Pr argmax argmin'.split(' '))
export const IGNORED = new Set(
  `, ; : ! > limits nolimits displaystyle textstyle scriptstyle scriptscriptstyle nonumber notag hline
  big Big bigg Bigg bigl Bigl biggl Biggl bigr Bigr biggr Biggr bigm Bigm mathopen mathclose mathbin mathrel mathord
  strut mathstrut allowbreak middle`.split(/\s+/),
)
export const IGNORED_WITH_ARGUMENT = new Set(['label', 'hspace', 'vspace', 'phantom', 'hphantom', 'vphantom'])
export const TEXTS = new Set(['text', 'mbox', 'hbox', 'textrm', 'textit', 'textbf', 'textsf', 'texttt', 'textnormal'])
export const ACCENTS: Readonly<Record<string, Accent>> = {
  ...{ hat: 'hat', widehat: 'hat', tilde: 'tilde', widetilde: 'tilde', bar: 'bar', overline: 'overline', dot: 'dot' },
  ...{ ddot: 'ddot', vec: 'vec', overrightarrow: 'vec', check: 'check', acute: 'acute', grave: 'grave' },
  ...{ breve: 'breve', underline: 'underline' },
}
export const STYLES: Readonly<Record<string, LetterStyle>> = {
  ...{ mathrm: 'roman', mathbf: 'bold', boldsymbol: 'bold', bm: 'bold', mathit: 'italic', mathcal: 'script' },
  ...{ mathscr: 'script', mathbb: 'blackboard', mathfrak: 'fraktur', mathsf: 'sans', mathtt: 'mono' },
}
export const DELIMITERS = new Set([...'()[]|/⟨⟩⌊⌋⌈⌉{}‖'])
export const FRACTIONS = new Set(['frac', 'dfrac', 'tfrac', 'cfrac'])
export const BINOMIALS = new Set(['binom', 'dbinom', 'tbinom'])
