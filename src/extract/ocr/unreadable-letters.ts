/** Replaces single letters without Unicode values by OCR of their lines. */
import { EngineTrap, loadOcrEngine, PSM } from '../../engines/tesseract.ts'
import type { Span } from '../../model/raw-page.ts'
import { type DrawnLine, isFillable, type LineLetter } from '../pdf/unreadable-lines.ts'
import type { ExtractContext } from '../types.ts'
import { alignLetters } from './align-letters.ts'

/** Minimum widths of dashes. */
const MIN_EN_DASH_EM = 0.42
const MIN_EM_DASH_EM = 0.9

/** A drawn replacement character is read as @ or ®. */
const letterOrPunctuation = /^[\p{L}\p{N}.,:;!?'"‘’“”()[\]%&/µ°+=<>×·\p{Pd}…]$/u

/** Keeps the number of spans and UTF-16 units, because tags refer to them. */
export async function fillUnreadable(
  spans: readonly Span[],
  lines: readonly DrawnLine[],
  { language, context }: { language: string; context: ExtractContext },
): Promise<readonly Span[]> {
  const { settings, loadModel } = context
  const filled = spans.map(({ text }) => text)
  try {
    const ocrEngine = await loadOcrEngine(language, loadModel, { keep: settings.ocrEngineCount })
    for (const { dpi, raster, letters } of lines) {
      const { words } = ocrEngine.recognize(raster, { dpi, pageSegMode: PSM.SINGLE_LINE })
      for (const [{ span, unit }, char] of readLetters(letters, words.map(({ text }) => text).join('')))
        filled[span] = `${filled[span]!.slice(0, unit)}${char}${filled[span]!.slice(unit + 1)}`
    }
  } catch (error) {
    // The other letters stay unreadable.
    if (!(error instanceof EngineTrap)) throw error
  }
  return spans.map((span, index) => (filled[index] === span.text ? span : { ...span, text: filled[index]! }))
}

function readLetters(letters: readonly LineLetter[], read: string): [LineLetter, string][] {
  const aligned = alignLetters(
    letters.map(({ char }) => char),
    [...read],
  )
  if (aligned === null) return []
  const isSame = (at: number): boolean => letters[at] !== undefined && letters[at].char === aligned[at]
  return letters.flatMap((letter, at): [LineLetter, string][] => {
    const char = aligned[at]
    if (!isFillable(letter, at, letters) || !(isSame(at - 1) || isSame(at + 1))) return []
    if (char === undefined || !letterOrPunctuation.test(char)) return []
    return [[letter, /\p{Pd}/u.test(char) ? dashOf(letter.widthEm) : char]]
  })
}

/** OCR confuses dashes; their widths do not. */
function dashOf(em: number): string {
  return em < MIN_EN_DASH_EM ? '-' : em < MIN_EM_DASH_EM ? '–' : '—'
}
