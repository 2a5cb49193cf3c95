/** Characters of Windows' symbol fonts → the signs that they show. What has no sign of its own is left out. */

/** The Symbol font from 0x61 on and its capitals: Greek by the Latin letter's place. */
const greekSmall = 'αβχδεφγηιϕκλμνοπθρστυϖωξψζ'
const greekCapital = 'ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ'
const symbols: Readonly<Record<number, string>> = {
  34: '∀',
  36: '∃',
  39: '∋',
  42: '∗',
  45: '−',
  64: '≅',
  92: '∴',
  94: '⊥',
  126: '∼',
  162: '′',
  163: '≤',
  164: '⁄',
  165: '∞',
  171: '↔',
  172: '←',
  173: '↑',
  174: '→',
  175: '↓',
  176: '°',
  177: '±',
  178: '″',
  179: '≥',
  180: '×',
  181: '∝',
  182: '∂',
  183: '•',
  184: '÷',
  185: '≠',
  186: '≡',
  187: '≈',
  188: '…',
  196: '⊗',
  197: '⊕',
  198: '∅',
  199: '∩',
  200: '∪',
  201: '⊃',
  202: '⊇',
  204: '⊂',
  205: '⊆',
  206: '∈',
  207: '∉',
  208: '∠',
  209: '∇',
  210: '®',
  211: '©',
  212: '™',
  213: '∏',
  214: '√',
  215: '⋅',
  216: '¬',
  217: '∧',
  218: '∨',
  219: '⇔',
  220: '⇐',
  222: '⇒',
  229: '∑',
  242: '∫',
}
/** Of Wingdings the signs that texts use: boxes, ticks, arrows. */
const wingdings: Readonly<Record<number, string>> = {
  74: '☺',
  108: '●',
  110: '■',
  111: '☐',
  113: '❑',
  120: '☒',
  168: '☐',
  167: '▪',
  216: '➢',
  223: '←',
  224: '→',
  225: '↑',
  226: '↓',
  232: '→',
  251: '✗',
  252: '✓',
  253: '☒',
  254: '☑',
}

/** `code` may stand in the private area, where Windows keeps these fonts (U+F000). "" for what is no character. */
export function symbolText(font: string, code: number): string {
  if (!(code >= 0 && code <= 0x10ffff)) return ''
  const place = code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : code
  const family = font.toLowerCase()
  if (family.startsWith('wingdings')) return wingdings[place] ?? ''
  if (family === 'symbol') {
    if (place >= 97 && place < 123) return greekSmall[place - 97] ?? ''
    if (place >= 65 && place < 91) return greekCapital[place - 65] ?? ''
    return symbols[place] ?? (place >= 32 && place < 127 ? String.fromCharCode(place) : '')
  }
  return place >= 32 && !(place >= 0xe000 && place < 0xf900) ? String.fromCodePoint(place) : ''
}
