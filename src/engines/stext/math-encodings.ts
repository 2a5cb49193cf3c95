/** Unicode values for mathematical fonts without a mapping. */

/** Returns a code point, or `null` if unknown. `isRaw` marks the font's own numbers. */
export type SymbolTable = (code: number, isRaw: boolean) => number | null

/** Expects a name without subset prefix; returns `null` if the font needs no table. */
export function symbolTableOf(fontName: string): SymbolTable | null {
  if (extensionFont.test(fontName)) return extensionSymbol
  if (symbolFont.test(fontName)) return adobeSymbol
  if (mathTypeFont.test(fontName)) return mathTypeSymbol
  return typesetterFont.test(fontName) ? typesetterSymbol : null
}

const extensionFont = /^cmex\d|^lmmathextension|^LMEX/i
const symbolFont = /^symbol(?:mt|ps|std|neu)?(?:[-,].*)?$/i
const mathTypeFont = /^MT ?Extra/i
const typesetterFont = /^TeXCMMathsSymbol|^AdvP4C4E74|^AdvPSSym|^AdvMathSymb/i

const ZERO_WIDTH_SPACE = 0x200b

/** OMX, the encoding of cmex10 (The TeXbook, appendix F), from code 0. Spaces are parts of large symbols. */
const extension = [
  ...'()[]⌊⌋⌈⌉{}⟨⟩|‖/\\()()[]⌊⌋⌈⌉{}⟨⟩/\\()[]⌊⌋⌈⌉{}⟨⟩/\\/\\⎛⎞⎡⎤⎣⎦⎢⎥⎧⎫⎩⎭⎨⎬⎪⏐⎝⎠⎜⎟⟨⟩⨆⨆∮∮⨀⨀⨁⨁⨂⨂∑∏∫⋃⋂⨄⋀⋁∑∏∫⋃⋂⨄⋀⋁∐∐^^^~~~[]⌊⌋⌈⌉{}√√√√√  ‖↑↓⏞⏞⏟⏟⇑⇓',
]

function extensionSymbol(code: number, isRaw: boolean): number | null {
  if (!isRaw) return null
  const symbol = extension[unshifted(code)]
  if (symbol === undefined) return null
  return symbol === ' ' ? ZERO_WIDTH_SPACE : (symbol.codePointAt(0) ?? null)
}

function unshifted(code: number): number {
  if (code >= 161 && code <= 170) return code - 161
  if (code >= 173 && code <= 195) return code - 163
  return code === 196 ? 127 : code
}

/** Adobe's Symbol encoding (PDF 32000-1, annex D.5) from 32 and from 160; `?` where there is no symbol. */
const symbolLow = [...' !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼']
const symbolHigh = [
  ...'€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊⟨®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪?⟩∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭',
]

/** TrueType symbol fonts have the codes from F000 on. */
function encodedCode(code: number, isRaw: boolean): number {
  if (code >= 0xf020) return code - 0xf000
  return isRaw ? code : -1
}

function adobeSymbol(code: number, isRaw: boolean): number | null {
  const symbolCode = encodedCode(code, isRaw)
  const symbol = symbolCode >= 0xa0 ? symbolHigh[symbolCode - 0xa0] : symbolLow[symbolCode - 0x20]
  return symbol?.codePointAt(0) ?? null
}

const mathTypeSymbols: Readonly<Record<string, string>> = {
  '&': '˙',
  K: '…',
  L: '⋯',
  M: '⋮',
  O: '⋱',
  h: 'ℏ',
  l: 'ℓ',
  r: '\u20d7',
}

function mathTypeSymbol(code: number, isRaw: boolean): number | null {
  return mathTypeSymbols[String.fromCharCode(encodedCode(code, isRaw))]?.codePointAt(0) ?? null
}

const typesetterSymbols: Readonly<Record<number, string>> = { 2: '−', 188: '=', 189: '[', 222: ')', 240: '(', 254: '+' }

function typesetterSymbol(code: number): number | null {
  return typesetterSymbols[code]?.codePointAt(0) ?? null
}
