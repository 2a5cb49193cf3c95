/**
 * A prepared page → its words, in one language: the right way up by a sample where that is not sure, long pages band by band.
 * It chooses no language and knows no points: see `ocr.ts`.
 */
import type { Recogniser } from '../engines/tesseract.ts'
import { bandRaster, cutBands } from '../imaging/bands.ts'
import { chooseSample, cropRaster, type QuarterTurn, turnRaster } from '../imaging/orientation.ts'
import type { Prepared } from '../imaging/prepare.ts'
import type { Box } from '../model/geometry.ts'
import type { Band, ReadBands, RecognisedLine, RecognisedWord, Recognition } from '../model/recognition.ts'

/** A sample read this surely ends the search for the orientation: text that stands wrong stayed below 0.55 on all pages measured. */
const SURE_CONFIDENCE = 0.62
/** Letters that a sample must show before it is believed at all. */
const SURE_LETTERS = 20
/** One way up is believed without trying the page sideways when it is this well read, and this much better than upside down. */
const LIKELY_CONFIDENCE = 0.4
const LIKELY_LEAD = 0.12
/** The sample's size in letter heights: about seven lines of forty letters. */
const SAMPLE_LETTERS = { width: 40, height: 16 } as const
/** Fewer letter shapes than this give no orientation: the page is taken as it is. */
const FEWEST_LETTERS = 12

/** So many lines are a table, not rules between sections. */
const MANY_RULINGS = 8

export interface Reading {
  readonly language: string
  readonly recognition: Recognition
  readonly confidence: number
  /** How far the prepared raster was turned clockwise before it was read. */
  readonly turn: QuarterTurn
  readonly size: { width: number; height: number }
  /** Orientations were compared, or there is nothing to compare. */
  readonly voted: boolean
}

export interface ReadablePage {
  readonly recogniser: Recogniser
  readonly prepared: Prepared
  /** Who reads the bands of a long page; absent: this thread, one after the other. */
  readonly readBands?: ReadBands | undefined
}

/**
 * Reads the page as it stands, unless its lines may run sideways or Leptonica finds it upside down: then a sample decides.
 * Leptonica's other answers, 90 and 270, mean that it does not know; such a page is read, and turned only if it could not be.
 */
export async function read(page: ReadablePage): Promise<Reading> {
  const { recogniser, prepared } = page
  if (prepared.letters.count < FEWEST_LETTERS) return await readAt(page, { turn: 0, voted: true })
  const guess = recogniser.guessTurn(prepared.raster)
  if (prepared.sureOfLines && guess !== 180) return await readAt(page, { turn: 0, voted: false })
  return await readAt(page, { turn: voteTurn(page, guess === 180 ? 180 : 0), voted: true })
}

/** Reads the page in the orientation that a vote finds, when that is another than the one it has. */
export async function readTurned(page: ReadablePage): Promise<Reading | null> {
  const turn = voteTurn(page, 0)
  return turn === 0 ? null : await readAt(page, { turn, voted: true })
}

async function readAt({ recogniser, prepared, readBands = readInTurn }: ReadablePage, how: { turn: QuarterTurn; voted: boolean }): Promise<Reading> {
  const { dpi, letters } = prepared
  const { language } = recogniser
  const { raster } = turnRaster(prepared.raster, how.turn)
  // Where a table is drawn, its columns are found from all of its rows.
  const bands = prepared.rulings.length < MANY_RULINGS ? cutBands(raster, letters) : [{ y0: 0, y1: raster.height }]
  const readHere = (band: Band): Recognition => recogniser.recognise(bandRaster(raster, band), { dpi, pageSegMode: 3 })
  const parts = bands.length === 1 ? bands.map(readHere) : await readBands({ language, dpi, raster, bands }, readHere)
  const recognition = joinBands(parts, bands)
  return { language, recognition, confidence: meanConfidence(recognition.words), size: raster, ...how }
}

const readInTurn: ReadBands = async ({ bands }, readHere) => bands.map(readHere)

/** What the bands say, as if the page had been read at once. */
function joinBands(parts: readonly Recognition[], bands: readonly Band[]): Recognition {
  const joined: { words: RecognisedWord[]; lines: RecognisedLine[]; pictures: Box[] } = { words: [], lines: [], pictures: [] }
  for (const [index, { words, lines, pictures }] of parts.entries()) {
    const down = bands[index]?.y0 ?? 0
    const lower = (box: Box): Box => ({ ...box, y0: box.y0 + down, y1: box.y1 + down })
    const last = joined.lines.at(-1)
    const before = { line: joined.lines.length, paragraph: last === undefined ? 0 : last.paragraph + 1, block: last === undefined ? 0 : last.block + 1 }
    for (const word of words) joined.words.push({ ...word, box: lower(word.box), line: word.line + before.line })
    for (const line of lines)
      joined.lines.push({ ...line, box: lower(line.box), paragraph: line.paragraph + before.paragraph, block: line.block + before.block })
    joined.pictures.push(...pictures.map(lower))
  }
  return joined
}

/** The turn that makes a sample of the page readable best, `first` tried first. The lines already run across, so sideways comes last. */
function voteTurn({ recogniser, prepared }: ReadablePage, first: QuarterTurn): QuarterTurn {
  const { height } = prepared.letters
  const sample = cropRaster(prepared.raster, chooseSample(prepared.raster, { width: SAMPLE_LETTERS.width * height, height: SAMPLE_LETTERS.height * height }))
  let best: { turn: QuarterTurn; score: number } = { turn: 0, score: 0 }
  let second = 0
  for (const turn of new Set<QuarterTurn>([first, 0, 180, 90, 270])) {
    if (turn === 90 && best.score >= LIKELY_CONFIDENCE && best.score >= second + LIKELY_LEAD) break
    const { words } = recogniser.recognise(turnRaster(sample, turn).raster, { dpi: prepared.dpi, pageSegMode: 6 })
    const letters = words.reduce((sum, { text }) => sum + text.length, 0)
    if (letters < SURE_LETTERS) continue
    const score = meanConfidence(words)
    if (score >= SURE_CONFIDENCE) return turn
    if (score > best.score) {
      second = best.score
      best = { turn, score }
    } else second = Math.max(second, score)
  }
  return best.turn
}

/** Weighted by letters, so that many small specks read as dots do not outvote a line of text. */
export function meanConfidence(words: readonly RecognisedWord[]): number {
  let sum = 0
  let letters = 0
  for (const { text, confidence } of words) {
    sum += confidence * text.length
    letters += text.length
  }
  return letters === 0 ? 0 : sum / letters
}
