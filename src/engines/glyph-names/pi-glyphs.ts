/**
 * Glyph names of Adobe's Pi fonts: "H" and a number. Adobe has not published them; extractors for scientific papers
 * collected these.
 */

const CAPITALS = { first: 9001, characters: 'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ' } as const
const SMALL = { first: 9251, characters: 'αβγδεζηθικλμνξοπρσςτυφχψω' } as const

const symbols: Readonly<Record<number, string>> = {
  5008: '–',
  5009: '−',
  6036: 'ℏ',
  9277: 'ϑ',
  9278: 'ϕ',
  9280: 'ϵ',
  11001: '+',
  11002: '−',
  11003: '×',
  11005: '=',
  11006: '±',
  11008: '∝',
  11009: '∞',
  11011: '∼',
  11013: '≡',
  11015: '≈',
  11021: '<',
  11022: '>',
  11032: '′',
  11033: '″',
  11034: '°',
  11036: '⊥',
  11061: '≅',
  11080: '·',
  11128: '∂',
  11229: '≃',
  11270: '≪',
  11271: '≫',
  11349: '≤',
  11350: '≥',
  11351: '≲',
  11407: '≳',
  11545: '+',
  11546: '−',
  11549: '=',
  11569: '*',
  11612: '∇',
  17033: '●',
  17034: '○',
  17039: '■',
  17040: '□',
  18528: '•',
  20648: '‖',
  20848: '∫',
  20849: '(',
  20850: ')',
  20851: '[',
  20852: ']',
  20853: '{',
  20854: '}',
  20855: '⟨',
  20856: '⟩',
  20857: '√',
  20858: '∑',
  20862: '/',
  20863: '∏',
  20875: '[',
  20876: ']',
  20877: '{',
  20879: '|',
  20881: '√',
  20885: '∫',
  20888: '∑',
  33355: '⩽',
  33356: '⩾',
}

export function piCharacter(name: string): number | null {
  const number = Number(/^H(\d{4,5})$/.exec(name)?.[1] ?? NaN)
  const character =
    symbols[number] ?? CAPITALS.characters[number - CAPITALS.first] ?? SMALL.characters[number - SMALL.first]
  return character?.codePointAt(0) ?? null
}
