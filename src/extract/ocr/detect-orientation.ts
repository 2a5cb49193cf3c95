/**
 * Which way up a prepared page stands: a sample of it is read in each orientation, and the one that reads best wins.
 * A sample that shows too few letters says nothing; then a larger one is taken, and in the end the page is left as it is.
 */
import type { OcrEngine } from '../../engines/tesseract.ts'
import type { Prepared } from '../../imaging/prepare.ts'
import { chooseSample, cropRaster, rotateRaster } from '../../imaging/rotate.ts'
import type { Rotation } from '../../model/geometry.ts'
import type { OcrResult, OcrWord } from '../../model/recognition.ts'

/** A sample read this surely ends the search for the orientation: text that stands wrong stayed below 0.55 on all pages measured. */
const SURE_CONFIDENCE = 0.62
/** Letters that a sample must show before it is believed at all; of the last and largest one fewer must do. */
const SURE_LETTERS = 20
const FEW_LETTERS = 8
/** One way up is believed without trying the page sideways when it is this well read, and this much better than upside down. */
const LIKELY_CONFIDENCE = 0.4
const LIKELY_LEAD = 0.12
/** The sample's size in letter heights: about seven lines of forty letters; where that shows too little, more of the page. */
const SAMPLES: readonly Sample[] = [
  { width: 40, height: 16, letters: SURE_LETTERS, compareAll: false },
  { width: 120, height: 60, letters: SURE_LETTERS, compareAll: false },
  { width: 200, height: 160, letters: FEW_LETTERS, compareAll: true },
]
/** Share of the letters in lines that run another way than across: the page was laid sideways for Tesseract to right it. */
const MOST_LETTERS = 0.6

interface Sample {
  readonly width: number
  readonly height: number
  readonly letters: number
  /** No orientation is believed before all have been read: a few letters may be read surely upside down. */
  readonly compareAll: boolean
}

interface VotedPage {
  readonly ocrEngine: OcrEngine
  readonly prepared: Prepared
}

/** The turn that makes a sample of the page readable best, `first` tried first. */
export function detectOrientation(page: VotedPage, first: Rotation): Rotation {
  for (const sample of SAMPLES) {
    const turn = voteBySample(page, first, sample)
    if (turn !== null) return turn
  }
  return 0
}

/** `null`: in no orientation enough letters were seen. */
function voteBySample(
  { ocrEngine, prepared }: VotedPage,
  first: Rotation,
  { letters, compareAll, ...size }: Sample,
): Rotation | null {
  const { height } = prepared.letters
  const sample = cropRaster(
    prepared.raster,
    chooseSample(prepared.raster, { width: size.width * height, height: size.height * height }),
  )
  let best: { turn: Rotation; score: number } | null = null
  let second = 0
  for (const turn of new Set<Rotation>([first, 0, 180, 90, 270])) {
    // Where the lines surely run across, sideways comes last and is seldom needed.
    if (
      turn === 90 &&
      !compareAll &&
      prepared.sureOfLines &&
      best !== null &&
      best.score >= LIKELY_CONFIDENCE &&
      best.score >= second + LIKELY_LEAD
    )
      break
    const { words } = ocrEngine.recognize(rotateRaster(sample, turn).raster, { dpi: prepared.dpi, pageSegMode: 6 })
    if (lettersIn(words) < letters) continue
    const score = meanConfidence(words)
    if (score >= SURE_CONFIDENCE && !compareAll) return turn
    // Grain read sideways gives many letters, too; where the lines were seen to run across, it must be read as well as text.
    const sideways = turn === 90 || turn === 270
    if (sideways && prepared.sureOfLines && score < SURE_CONFIDENCE) continue
    if (best === null || score > best.score) {
      second = best?.score ?? 0
      best = { turn, score }
    } else second = Math.max(second, score)
  }
  return best?.turn ?? null
}

/** How the page must be turned that most of its lines run across: Tesseract reads lines in all directions. 0 when they do. */
export function rotationOfLines({ words, lines }: OcrResult): Rotation {
  const letters = { 0: 0, 90: 0, 180: 0, 270: 0 }
  for (const { text, line } of words) {
    const quarter = ((Math.round((lines[line]?.angle ?? 0) / 90) % 4) + 4) % 4
    letters[([0, 90, 180, 270] as const)[quarter] ?? 0] += text.length
  }
  const all = lettersIn(words)
  // Angles count against the clock, turns with it.
  return all < SURE_LETTERS ? 0 : (([90, 180, 270] as const).find((turn) => letters[turn] > MOST_LETTERS * all) ?? 0)
}

function lettersIn(words: readonly OcrWord[]): number {
  return words.reduce((sum, { text }) => sum + text.length, 0)
}

/** Weighted by letters, so that many small specks read as dots do not outvote a line of text. */
export function meanConfidence(words: readonly OcrWord[]): number {
  const letters = lettersIn(words)
  return letters === 0 ? 0 : words.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0) / letters
}
