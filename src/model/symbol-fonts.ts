/** Characters of fonts whose codes have no Unicode value: Symbol, Wingdings and Zapf Dingbats. */
const GREEK_LOWERCASE = 'αβχδεφγηιϕκλμνοπθρστυϖωξψζ'
const GREEK_UPPERCASE = 'ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ'
const SYMBOLS: Readonly<Record<number, string>> = {
  34: '∀',
  36: '∃',
  39: '∋',
  42: '∗',
  45: '−',
  64: '≅',
  92: '∴',
  94: '⊥',
  126: '∼',
}
const FIRST_UPPER_SYMBOL = 160
const UPPER_SYMBOLS = '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊⟨®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪ ⟩∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭'
/** Runs of characters by the code of the first; each is one UTF-16 unit. Ornaments are left out. */
const WINGDINGS = tableOf({
  34: '✂✁',
  40: '☎✆✉',
  54: '⌛',
  62: '✇✍✎✌',
  69: '☜☞☝☟✋☺',
  76: '☹',
  78: '☠⚑',
  81: '✈☼',
  84: '❄✝✞',
  88: '✠✡☪☯',
  93: '☸',
  108: '●❍■☐❐❑❒⬧⧫◆❖⬥☒',
  122: '⌘',
  128: '⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿',
  158: '·•',
  161: '○',
  164: '◉◎',
  167: '▪☐',
  170: '✦★✶✴✹✵',
  213: '⌫⌦',
  216: '➢',
  223: '←→↑↓↖↗↙↘←→↑↓↖↗↙↘⇦⇨⇧⇩⬄⇳',
  251: '✗✓☒☑',
})

const WINGDINGS_2: Readonly<Record<number, string>> = { 79: '✗', 80: '✓', 81: '☒', 82: '☑', 163: '☐' }

const ZAPF_DINGBATS: Readonly<Record<number, string>> = {
  51: '✓',
  52: '✔',
  53: '✕',
  54: '✖',
  56: '✘',
  72: '★',
  108: '●',
  110: '■',
  111: '❏',
  113: '❑',
  115: '▲',
  116: '▼',
  117: '◆',
  118: '❖',
}

function tableOf(runs: Readonly<Record<number, string>>): ReadonlyMap<number, string> {
  return new Map(
    Object.entries(runs).flatMap(([first, run]) => [...run].map((char, at) => [Number(first) + at, char] as const)),
  )
}

/** `code` may be in the private use area (U+F000), as on Windows. Unknown characters become "". */
export function symbolText(font: string, code: number): string {
  if (!(code >= 0 && code <= 0x10ffff)) return ''
  const index = code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : code
  const family = font.toLowerCase()
  if (family.includes('dingbats')) return ZAPF_DINGBATS[index] ?? ''
  if (/^wingdings ?2/.test(family)) return WINGDINGS_2[index] ?? ''
  if (family.startsWith('wingdings')) return WINGDINGS.get(index) ?? ''
  if (family.startsWith('symbol')) {
    if (index >= 97 && index < 123) return GREEK_LOWERCASE[index - 97] ?? ''
    if (index >= 65 && index < 91) return GREEK_UPPERCASE[index - 65] ?? ''
    if (index >= FIRST_UPPER_SYMBOL) return UPPER_SYMBOLS.charAt(index - FIRST_UPPER_SYMBOL).trim()
    return SYMBOLS[index] ?? (index >= 32 && index < 127 ? String.fromCharCode(index) : '')
  }
  return index >= 32 && !(index >= 0xe000 && index < 0xf900) ? String.fromCodePoint(index) : ''
}

/** Whether the text has codes that only symbol fonts define. */
export function hasPrivateCodes(text: string): boolean {
  return /[\uf020-\uf0ff]/.test(text)
}

const PRIVATE_CODES = /[\uf020-\uf0ff]/g
const ALL_CODES = /[\u0021-\u00ff\uf020-\uf0ff]/g

/** Replaces characters in the private use area, or with `everyCode` all. */
export function replaceSymbols(text: string, font: string, { everyCode = false } = {}): string {
  if (!isSymbolFont(font)) return text
  return text.replace(everyCode ? ALL_CODES : PRIVATE_CODES, (char) => symbolText(font, char.charCodeAt(0)))
}

export function isSymbolFont(name: string): boolean {
  return /^(?:symbol|wingdings)/i.test(name)
}
