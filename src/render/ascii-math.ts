/**
 * Formula → AsciiMath (asciimath.org): what a calculator's line would look like, for readers without a typesetter.
 * Signs that AsciiMath has no name for stay as they are.
 */
import type { Accent, Equation, Formula, LetterStyle } from '../model/formula.ts'

export function asciiMathOf({ tree, number }: Equation): string {
  const body = write(tree).replace(/ {2,}/g, ' ').trim()
  return number === undefined ? body : `${body} qquad "(${number})"`
}

const greek =
  'α alpha β beta γ gamma δ delta ε epsilon ϵ epsilon ζ zeta η eta θ theta ϑ vartheta ι iota κ kappa λ lambda μ mu µ mu ν nu ξ xi π pi ρ rho σ sigma τ tau υ upsilon φ varphi ϕ phi χ chi ψ psi ω omega Γ Gamma Δ Delta ∆ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Φ Phi Ψ Psi Ω Omega'
const signs =
  "− - · * ⋅ * × xx ÷ -: ∗ ** ∘ @ ± +- ∓ -+ ⊕ o+ ⊗ ox ∑ sum ∏ prod ∫ int ∮ oint ∧ ^^ ∨ vv ∩ nn ∪ uu ≠ != ≤ <= ≥ >= ≺ -< ≻ >- ∈ in ∉ !in ⊂ sub ⊃ sup ⊆ sube ⊇ supe ≡ -= ≅ ~= ≈ ~~ ∼ ~ ∝ prop ∀ AA ∃ EE ⊥ _|_ ∅ O/ ∞ oo ∂ del ∇ grad ∴ :. … ... ⋯ cdots ⋮ vdots ⋱ ddots → -> ← larr ↔ harr ⇒ => ⇐ lArr ⇔ <=> ↦ |-> ⟨ (: ⟩ :) ⌊ |__ ⌋ __| ⌈ |~ ⌉ ~| ′ ' ‖ || ¬ not ∠ /_ ℓ ell"

function tableOf(list: string): [string, string][] {
  const words = list.split(' ')
  return words.flatMap((word, index): [string, string][] => (index % 2 === 0 ? [[word, words[index + 1] ?? '']] : []))
}

const names: ReadonlyMap<string, string> = new Map([...tableOf(greek), ...tableOf(signs)])

const styles: Readonly<Partial<Record<LetterStyle, string>>> = {
  roman: 'rm',
  bold: 'bb',
  script: 'cc',
  blackboard: 'bbb',
  fraktur: 'fr',
  sans: 'sf',
  mono: 'tt',
}

const accents: Readonly<Record<Accent, string>> = {
  hat: 'hat',
  tilde: 'tilde',
  bar: 'bar',
  dot: 'dot',
  ddot: 'ddot',
  vec: 'vec',
  check: 'hat',
  acute: 'hat',
  grave: 'hat',
  breve: 'hat',
  overline: 'overline',
  underline: 'ul',
}

function write(formula: Formula): string {
  switch (formula.kind) {
    case 'row':
      return join(formula.items.map(write))
    case 'letter': {
      const name = names.get(formula.text) ?? formula.text
      const style = styles[formula.style]
      return style === undefined ? name : `${style}(${name})`
    }
    case 'number':
      return formula.text
    case 'sign':
      return names.get(formula.text) ?? formula.text
    case 'words':
      return `"${formula.text.replaceAll('"', "''")}"`
    case 'function':
      return formula.name
    case 'gap':
      return 'quad'
    case 'fraction':
      return `(${write(formula.above)})/(${write(formula.below)})`
    case 'scripts':
      return attach(base(formula.base), formula.sub, formula.sup)
    case 'limits':
      return attach(base(formula.base), formula.under, formula.over)
    case 'root':
      return formula.index === undefined
        ? `sqrt(${write(formula.body)})`
        : `root(${write(formula.index)})(${write(formula.body)})`
    case 'fence':
      return formula.body.kind === 'matrix'
        ? `${formula.open}${rows(formula.body.rows)}${formula.close === '' ? ':}' : formula.close}`
        : `${names.get(formula.open) ?? formula.open}${write(formula.body)}${names.get(formula.close) ?? formula.close}`
    case 'matrix':
      return `{:${rows(formula.rows)}:}`
    case 'accent':
      return `${accents[formula.accent]}(${write(formula.body)})`
    case 'lines':
      return `{:${rows(formula.lines)}:}`
  }
}

/** Letters and names that would run into each other are kept apart. */
function join(pieces: readonly string[]): string {
  const joined: string[] = []
  /** The last two letters, which may be pairs of units: looking at the whole would cost the square of a long formula. */
  let end = ''
  for (const piece of pieces) {
    const runsOn = /[\p{L}\p{N}]$/u.test(end) && /^[\p{L}\p{N}]/u.test(piece)
    const blank = runsOn || (piece.length > 1 && /[A-Za-z]{2}$/.test(end)) ? ' ' : ''
    joined.push(blank, piece)
    end = `${end}${blank}${piece.slice(-4)}`.slice(-4)
  }
  return joined.join('')
}

function rows(cells: readonly (readonly Formula[])[]): string {
  return cells.map((row) => `(${row.map(write).join(',')})`).join(',')
}

function base(formula: Formula): string {
  const text = write(formula)
  return formula.kind === 'row' || formula.kind === 'scripts' ? `{:${text}:}` : text
}

function attach(text: string, low: Formula | undefined, high: Formula | undefined): string {
  return `${text}${low === undefined ? '' : `_${argument(low)}`}${high === undefined ? '' : `^${argument(high)}`}`
}

function argument(formula: Formula): string {
  const text = write(formula)
  return text.length === 1 || /^\d+$/.test(text) ? text : `(${text})`
}
