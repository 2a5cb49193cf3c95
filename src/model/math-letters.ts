import type { Formula, LetterStyle } from './formula.ts'

/** Styles of 52 letters each, from U+1D400. */
const latinStyles = 'bold italic bold script script fraktur blackboard fraktur sans sans sans sans mono'.split(
  ' ',
) as LetterStyle[]
/** Styles of 58 letters each, from U+1D6A8. */
const greekStyles = 'bold italic bold sans sans'.split(' ') as LetterStyle[]
const greek = [...'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡϴΣΤΥΦΧΨΩ∇αβγδεζηθικλμνξοπρςστυφχψω∂ϵϑϰϕϱϖ']
/** Letters that Unicode encoded before these alphabets, which have gaps for them. */
const letterlike: ReadonlyMap<string, LetterStyle> = new Map(
  Object.entries({ blackboard: 'ℂℍℕℙℚℝℤ', script: 'ℬℰℱℋℐℒℳℛℊ', italic: 'ℎ' }).flatMap(([style, letters]) =>
    [...letters].map((letter) => [letter, style as LetterStyle] as const),
  ),
)

export function readMathLetter(char: string): Extract<Formula, { kind: 'letter' | 'number' }> | null {
  const style = letterlike.get(char)
  if (style !== undefined) return { kind: 'letter', text: char.normalize('NFKC'), style }
  const code = char.codePointAt(0) ?? 0
  if (code >= 0x1d400 && code < 0x1d6a4)
    return {
      kind: 'letter',
      text: char.normalize('NFKC'),
      style: latinStyles[Math.floor((code - 0x1d400) / 52)] ?? 'italic',
    }
  if (code >= 0x1d6a8 && code < 0x1d7ca) {
    const at = code - 0x1d6a8
    // NFKC would merge ϵ with ε and ϕ with φ.
    return { kind: 'letter', text: greek[at % 58] ?? char, style: greekStyles[Math.floor(at / 58)] ?? 'italic' }
  }
  if (code >= 0x1d7ce && code <= 0x1d7ff) return { kind: 'number', text: char.normalize('NFKC') }
  return null
}
