import { wordPairs } from './tokens.ts'

const greek =
  'α alpha β beta γ gamma δ delta ε varepsilon ϵ epsilon ζ zeta η eta θ theta ϑ vartheta ι iota κ kappa λ lambda μ mu µ mu ν nu ξ xi π pi ϖ varpi ρ rho ϱ varrho σ sigma ς varsigma τ tau υ upsilon φ varphi ϕ phi χ chi ψ psi ω omega Γ Gamma Δ Delta ∆ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Υ Upsilon ϒ Upsilon Φ Phi Ψ Psi Ω Omega'
const relations =
  '≠ ne ≤ le ≥ ge ≦ leqq ≧ geqq ≪ ll ≫ gg ≈ approx ≃ simeq ≅ cong ≡ equiv ∼ sim ≜ triangleq ≐ doteq ∝ propto ∈ in ∉ notin ∋ ni ⊂ subset ⊃ supset ⊆ subseteq ⊇ supseteq → to ← leftarrow ↔ leftrightarrow ⇒ Rightarrow ⇐ Leftarrow ⇔ Leftrightarrow ↦ mapsto ⟶ longrightarrow ⟹ Longrightarrow ⟺ iff ≺ prec ≻ succ ∥ parallel ⊥ perp ⊢ vdash ⊨ models ≲ lesssim ≳ gtrsim ↑ uparrow ↓ downarrow ⇑ Uparrow ⇓ Downarrow ⊤ top ⊣ dashv ⊴ trianglelefteq ⊵ trianglerighteq ⊲ triangleleft ⊳ triangleright ⊊ subsetneq ⊋ supsetneq ⊑ sqsubseteq ⊒ sqsupseteq ≍ asymp ∣ mid ∤ nmid ⇝ leadsto ↪ hookrightarrow ↗ nearrow ↘ searrow ⟵ longleftarrow ⟷ longleftrightarrow ≮ nless ≯ ngtr ⊈ nsubseteq'
const operations =
  '± pm ∓ mp × times ÷ div · cdot ⋅ cdot ∙ cdot ∗ ast ∘ circ ⊕ oplus ⊗ otimes ⊖ ominus ⊙ odot ∪ cup ∩ cap ∧ wedge ∨ vee ∖ setminus ⊎ uplus † dagger ‡ ddagger • bullet ⋆ star ⊞ boxplus ⊟ boxminus ⊠ boxtimes ⊡ boxdot ⊓ sqcap ⊔ sqcup ◦ circ ⋄ diamond ⊘ oslash ⋉ ltimes ⋊ rtimes ≀ wr ⨿ amalg'
const large =
  '∑ sum ∏ prod ∐ coprod ∫ int ∬ iint ∭ iiint ∮ oint ⋃ bigcup ⋂ bigcap ⨁ bigoplus ⨂ bigotimes ⨀ bigodot ⨆ bigsqcup ⨄ biguplus ⋀ bigwedge ⋁ bigvee √ surd'
const others =
  '∂ partial ∇ nabla ∞ infty ∀ forall ∃ exists ∄ nexists ∅ emptyset ℏ hbar ℓ ell ℜ Re ℑ Im ℵ aleph ′ prime ¬ neg ∠ angle △ triangle □ square … ldots ⋯ cdots ⋮ vdots ⋱ ddots ∴ therefore ∵ because ⟨ langle ⟩ rangle ⌊ lfloor ⌋ rfloor ⌈ lceil ⌉ rceil ‖ Vert ℘ wp'

const commands: ReadonlyMap<string, string> = new Map([
  ...wordPairs([greek, relations, operations, large, others].join(' ')).map(([symbol, name]): [string, string] => [
    symbol,
    `\\${name}`,
  ]),
  ['−', '-'],
  ['″', '\\prime\\prime'],
  ['’', '\\prime'],
  ["'", '\\prime'],
  ['°', '^{\\circ}'],
  ['{', '\\{'],
  ['}', '\\}'],
  ['%', '\\%'],
  ['#', '\\#'],
  ['&', '\\&'],
  ['$', '\\$'],
  ['_', '\\_'],
  ['\\', '\\backslash'],
  ['^', '\\hat{}'],
  ['~', '\\sim'],
  ['\u0338', '\\not{}'],
])

export const functionCommands: ReadonlySet<string> = new Set(
  'sin cos tan cot sec csc sinh cosh tanh coth arcsin arccos arctan log ln lg exp lim liminf limsup max min sup inf arg det dim ker deg gcd Pr hom'.split(
    ' ',
  ),
)

/** Returns the command of a symbol, or the character itself, escaped where LaTeX gives it a meaning. */
export function commandOf(symbol: string): string {
  if (symbol.length === 2 && symbol.endsWith('\u0338')) return `\\not${commandOf(symbol.charAt(0))}`
  return commands.get(symbol.normalize('NFC')) ?? symbol
}
