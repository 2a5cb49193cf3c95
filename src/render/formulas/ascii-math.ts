/** AsciiMath (asciimath.org). Symbols without a name there are kept as characters. */
import type { Accent, Equation, Formula, LetterStyle } from '../../model/formula.ts'
import { joinTokens, wordPairs } from './tokens.ts'

export function asciiMathOf({ tree, number }: Equation): string {
  const body = write(tree).replace(/ {2,}/g, ' ').trim()
  return number === undefined ? body : `${body} qquad "(${number})"`
}

const greek =
  'α alpha β beta γ gamma δ delta ε epsilon ϵ epsilon ζ zeta η eta θ theta ϑ vartheta ι iota κ kappa λ lambda μ mu µ mu ν nu ξ xi π pi ρ rho σ sigma τ tau υ upsilon φ varphi ϕ phi χ chi ψ psi ω omega Γ Gamma Δ Delta ∆ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Φ Phi Ψ Psi Ω Omega'
const symbols =
  "− - · * ⋅ * × xx ÷ -: ∗ ** ∘ @ ± +- ∓ -+ ⊕ o+ ⊗ ox ∑ sum ∏ prod ∫ int ∮ oint ∧ ^^ ∨ vv ∩ nn ∪ uu ≠ != ≤ <= ≥ >= ≺ -< ≻ >- ∈ in ∉ !in ⊂ sub ⊃ sup ⊆ sube ⊇ supe ≡ -= ≅ ~= ≈ ~~ ∼ ~ ∝ prop ∀ AA ∃ EE ⊥ _|_ ∅ O/ ∞ oo ∂ del ∇ grad ∴ :. … ... ⋯ cdots ⋮ vdots ⋱ ddots → -> ← larr ↔ harr ⇒ => ⇐ lArr ⇔ <=> ↦ |-> ⟨ (: ⟩ :) ⌊ |__ ⌋ __| ⌈ |~ ⌉ ~| ′ ' ‖ || ¬ not ∠ /_ ℓ ell"

const names: ReadonlyMap<string, string> = new Map(wordPairs(`${greek} ${symbols}`))

function nameOf(symbol: string): string {
  return names.get(symbol) ?? symbol
}

const styles: Readonly<Partial<Record<LetterStyle, string>>> = {
  roman: 'rm',
  bold: 'bb',
  script: 'cc',
  blackboard: 'bbb',
  fraktur: 'fr',
  sans: 'sf',
  mono: 'tt',
}

const accentNames: Readonly<Partial<Record<Accent, string>>> = {
  check: 'hat',
  acute: 'hat',
  grave: 'hat',
  breve: 'hat',
  underline: 'ul',
}

function write(formula: Formula): string {
  switch (formula.kind) {
    case 'row':
      return joinTokens(formula.items.map(write), needsSpace)
    case 'letter': {
      const style = styles[formula.style]
      return style === undefined ? nameOf(formula.text) : `${style}(${nameOf(formula.text)})`
    }
    case 'number':
      return formula.text
    case 'sign':
      return nameOf(formula.text)
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
        : `${nameOf(formula.open)}${write(formula.body)}${nameOf(formula.close)}`
    case 'matrix':
      return `{:${rows(formula.rows)}:}`
    case 'accent':
      return `${accentNames[formula.accent] ?? formula.accent}(${write(formula.body)})`
    case 'lines':
      return `{:${rows(formula.lines)}:}`
  }
}

/** Adjacent letters, digits and names would be read as one name. */
function needsSpace(end: string, token: string): boolean {
  const touches = /[\p{L}\p{N}]$/u.test(end) && /^[\p{L}\p{N}]/u.test(token)
  return touches || (token.length > 1 && /[A-Za-z]{2}$/.test(end))
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
