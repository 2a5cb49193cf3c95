/**
 * Codes of mathematical fonts that carry no Unicode values → the signs they draw: TeX's extension font, Adobe's Symbol,
 * MathType's extra font, and the symbol fonts of 3B2. Anything else stays unknown: a wrong sign is worse than none.
 */

/** From a character code (a Unicode value, or the font's own number when `raw`) to a code point; `null` when it is not known. */
export type SignTable = (code: number, raw: boolean) => number | null

/** The table for a font, by its name without subset prefix; `null` for fonts that need none. */
export function signTableOf(fontName: string): SignTable | null {
  if (extensionFont.test(fontName)) return extensionSign
  if (symbolFont.test(fontName)) return symbolSign
  if (extraFont.test(fontName)) return extraSign
  return typesetterFont.test(fontName) ? typesetterSign : null
}

const extensionFont = /^cmex\d|^lmmathextension|^LMEX/i
const symbolFont = /^symbol(?:mt|ps|std|neu)?(?:[-,].*)?$/i
/** MathType's signs beside Symbol. */
const extraFont = /^MT ?Extra/i
/** Fonts that 3B2 makes of Computer Modern, and the same under their publishers' names. */
const typesetterFont = /^TeXCMMathsSymbol|^AdvP4C4E74|^AdvPSSym|^AdvMathSymb/i

/** Draws nothing of its own. */
const nothing = 0x200b

/** OMX, the encoding of cmex10 (The TeXbook, appendix F), from 0; a blank is a piece without a sign of its own. */
const extension = [
  ...'()[]⌊⌋⌈⌉{}⟨⟩|‖/\\()()[]⌊⌋⌈⌉{}⟨⟩/\\()[]⌊⌋⌈⌉{}⟨⟩/\\/\\⎛⎞⎡⎤⎣⎦⎢⎥⎧⎫⎩⎭⎨⎬⎪⏐⎝⎠⎜⎟⟨⟩⨆⨆∮∮⨀⨀⨁⨁⨂⨂∑∏∫⋃⋂⨄⋀⋁∑∏∫⋃⋂⨄⋀⋁∐∐^^^~~~[]⌊⌋⌈⌉{}√√√√√  ‖↑↓⏞⏞⏟⏟⇑⇓',
]

function extensionSign(code: number, raw: boolean): number | null {
  if (!raw) return null
  const sign = extension[unshifted(code)]
  if (sign === undefined) return null
  return sign === ' ' ? nothing : (sign.codePointAt(0) ?? null)
}

/** Type 1 versions of TeX's fonts have the control codes a second time above 160. */
function unshifted(code: number): number {
  if (code >= 161 && code <= 170) return code - 161
  if (code >= 173 && code <= 195) return code - 163
  return code === 196 ? 127 : code
}

/** Adobe's Symbol encoding (PDF 32000-1, annex D.5) from 32 and from 160; `?` where there is no sign. */
const symbolLow = [...' !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼']
const symbolHigh = [
  ...'€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊⟨®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪?⟩∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭',
]

/** Symbol fonts of TrueType keep the codes in the private area from F000 on. */
function symbolSign(code: number, raw: boolean): number | null {
  const own = code >= 0xf020 && code <= 0xf0fe ? code - 0xf000 : raw ? code : -1
  const sign = own >= 0xa0 ? symbolHigh[own - 0xa0] : symbolLow[own - 0x20]
  return sign?.codePointAt(0) ?? null
}

/** By the letters that MathType's users know them by; the rest is left unknown. */
const extraSigns: Readonly<Record<string, string>> = {
  '&': '˙',
  K: '…',
  L: '⋯',
  M: '⋮',
  O: '⋱',
  h: 'ℏ',
  l: 'ℓ',
  r: '\u20d7',
}

function extraSign(code: number, raw: boolean): number | null {
  const own = code >= 0xf020 && code <= 0xf0ff ? code - 0xf000 : raw ? code : -1
  return own < 0 ? null : (extraSigns[String.fromCharCode(own)]?.codePointAt(0) ?? null)
}

/** No font of mathematical symbols has these letters and fractions: their codes are those of the signs. */
const typesetterSigns: Readonly<Record<number, string>> = { 2: '−', 188: '=', 189: '[', 222: ')', 240: '(', 254: '+' }

function typesetterSign(code: number): number | null {
  return typesetterSigns[code]?.codePointAt(0) ?? null
}
