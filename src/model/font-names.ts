/** Styles by the names of fonts, because descriptors often lack flags. "Bd", "B" and "I" are abbreviations. */

const monospacedName =
  /mono|nimbusmon|courier|consol|menlo|typewriter|fixed|(?:cm|sf|ec)(?:sl|i)?tt|letter ?gothic|inconsolata|fira ?code|source ?code/i
const boldName = /bold|black|heavy|demi(?!light)|\bbd\b|[-,]b(?:d?it?|oi?)?$|^(?:cm|sf|ec)(?:ss)?bx|cmb\d/i
const italicName = /ital|obliq|slant|kursiv|[-,](?:b[do]?)?it?$|^(?:cm|sf|ec)(?:bx)?(?:ti|sl)|^cmssi/i

export function isMonospacedFont(name: string): boolean {
  return monospacedName.test(name)
}

export function isBoldFont(name: string): boolean {
  return boldName.test(name)
}

export function isItalicFont(name: string): boolean {
  return italicName.test(name)
}
