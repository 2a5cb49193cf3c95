/** Attaches accents, which are separate glyphs in the text layer, to their letters. */
import type { Accent } from '../../model/formula.ts'
import { centerX } from '../../model/geometry.ts'
import { readTokens } from './math-words.ts'
import { isComposite } from './part-metrics.ts'
import type { Glyph, Part } from './types.ts'

const accents: ReadonlyMap<string, Accent> = new Map([
  ['ˆ', 'hat'],
  ['^', 'hat'],
  ['\u0302', 'hat'],
  ['˜', 'tilde'],
  ['\u0303', 'tilde'],
  ['¯', 'bar'],
  ['ˉ', 'bar'],
  ['\u0304', 'bar'],
  ['˙', 'dot'],
  ['\u0307', 'dot'],
  ['¨', 'ddot'],
  ['\u0308', 'ddot'],
  ['\u20d7', 'vec'],
  ['ˇ', 'check'],
  ['\u030c', 'check'],
  ['´', 'acute'],
  ['\u0301', 'acute'],
  ['`', 'grave'],
  ['\u0300', 'grave'],
  ['˘', 'breve'],
  ['\u0306', 'breve'],
])

interface RowParts {
  readonly main: readonly Part[]
  readonly off: readonly Part[]
}

export function attachAccents({ main, off }: RowParts, hasItalic: boolean): RowParts {
  const parts = [...main, ...off]
  const marks = parts.filter(isAccent)
  if (marks.length === 0) return { main, off }
  const accentOfLetter = new Map<Part, Glyph>()
  for (const mark of marks) {
    const [letter] = parts
      .filter((part) => !accentOfLetter.has(part) && isLetterBelow(part, mark))
      .sort((a, b) => distance(a, mark) - distance(b, mark))
    if (letter !== undefined) accentOfLetter.set(letter, mark)
  }
  const attached = new Set<Part>(accentOfLetter.values())
  const attach = (list: readonly Part[]): Part[] =>
    list.filter((part) => !attached.has(part)).map((part) => withAccent(part, accentOfLetter.get(part), hasItalic))
  return { main: attach(main), off: attach(off) }
}

/** Letters of another size are scripts of the accented letter. */
function distance(part: Part, mark: Glyph): number {
  return Math.abs(centerX(part) - centerX(mark)) + (Math.abs(part.size - mark.size) > 0.1 * mark.size ? mark.size : 0)
}

function isAccent(part: Part): part is Glyph {
  return !isComposite(part) && accents.has(part.text)
}

function isLetterBelow(part: Part, mark: Glyph): boolean {
  const x = centerX(mark)
  return (
    !isComposite(part) &&
    !accents.has(part.text) &&
    /\p{L}/u.test(part.text) &&
    x > part.x0 - 0.1 * part.size &&
    x < part.x1 + 0.35 * part.size &&
    Math.abs(part.baseline - mark.baseline) < part.size * 0.5
  )
}

function withAccent(part: Part, mark: Glyph | undefined, hasItalic: boolean): Part {
  const accent = mark === undefined ? undefined : accents.get(mark.text)
  const [letter] = accent === undefined ? [] : readTokens([part], hasItalic)
  if (accent === undefined || letter === undefined) return part
  const { x0, x1, y1, baseline, size } = part
  return { node: { kind: 'accent', accent, body: letter.node }, x0, y0: part.y0 - 0.25 * size, x1, y1, baseline, size }
}
