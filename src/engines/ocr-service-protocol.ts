/** JSON protocol of OCR services (`docs/ocr-service.md`). */
import { z } from 'zod'
import { type Box, boxOfSize, containsBox, grow, type Size } from '../model/geometry.ts'
import type { OcrLine, OcrResult, OcrWord } from '../model/ocr-result.ts'

/** Maximum distance of a box outside the image, in pixels: models round. */
const BOX_SLACK = 8

const boxSchema = z.tuple([z.number(), z.number(), z.number(), z.number()])
const textSchema = { box: boxSchema, text: z.string().max(10_000), confidence: z.number().min(0).max(1) }
const lineSchema = z.object({
  ...textSchema,
  words: z.array(z.object(textSchema)).max(2000).optional(),
  slope: z.number().optional(),
  offset: z.number().optional(),
  height: z.number().positive().optional(),
  angle: z.number().optional(),
  paragraph: z.int().min(0).optional(),
  block: z.int().min(0).optional(),
})
export const responseSchema = z.object({
  lines: z.array(lineSchema).max(20_000),
  pictures: z.array(boxSchema).max(2000).optional(),
})
export type OcrServiceResponse = z.infer<typeof responseSchema>

/** The response belongs to another image. */
export class BoxOutsideImage extends Error {
  override readonly name = 'BoxOutsideImage'
}

/** Default fraction of a line's box below its baseline. */
const DESCENT_RATIO = 0.2

export function toOcrResult({ lines, pictures = [] }: OcrServiceResponse, { width, height }: Size): OcrResult {
  const frame = grow(boxOfSize({ width, height }), BOX_SLACK)
  const words: OcrWord[] = []
  const result: OcrLine[] = []
  for (const line of lines) {
    const box = toBox(line.box)
    if (!isWithin(box, frame))
      throw new BoxOutsideImage(`the box ${line.box.join(', ')} in an image of ${width} × ${height} pixels`)
    const lineWords =
      line.words?.map((word) => ({ text: word.text.trim(), box: toBox(word.box), confidence: word.confidence })) ??
      splitWords(line, box)
    const inside = lineWords
      .filter((word) => word.text !== '' && isWithin(word.box, frame))
      .map((word) => ({ ...word, line: result.length }))
    if (inside.length === 0) continue
    words.push(...inside)
    const {
      slope = 0,
      offset = -DESCENT_RATIO * (box.y1 - box.y0),
      height: size = box.y1 - box.y0,
      angle = 0,
      paragraph = result.length,
      block = result.length,
    } = line
    result.push({ box, slope, offset, height: size, angle, paragraph, block })
  }
  return { words, lines: result, imageRegions: pictures.map(toBox).filter((box) => isWithin(box, frame)) }
}

export function toServiceResponse({ words, lines, imageRegions }: OcrResult): OcrServiceResponse {
  const byLine = Map.groupBy(words, ({ line }) => line)
  return {
    lines: lines.flatMap(({ box, ...rest }, index) => {
      const lineWords = byLine.get(index) ?? []
      if (lineWords.length === 0) return []
      const texts = lineWords.map(({ text, box: wordBox, confidence }) => ({ text, box: fromBox(wordBox), confidence }))
      return [
        {
          ...rest,
          box: fromBox(box),
          text: lineWords.map(({ text }) => text).join(' '),
          confidence: Math.min(...lineWords.map(({ confidence }) => confidence)),
          words: texts,
        },
      ]
    }),
    pictures: imageRegions.map(fromBox),
  }
}

function splitWords(line: OcrServiceResponse['lines'][number], box: Box): Omit<OcrWord, 'line'>[] {
  const step = (box.x1 - box.x0) / Math.max(1, line.text.length)
  return [...line.text.matchAll(/\S+/g)].map((word) => ({
    text: word[0],
    box: { ...box, x0: box.x0 + word.index * step, x1: box.x0 + (word.index + word[0].length) * step },
    confidence: line.confidence,
  }))
}

function toBox([x0, y0, x1, y1]: readonly [number, number, number, number]): Box {
  return { x0: Math.min(x0, x1), y0: Math.min(y0, y1), x1: Math.max(x0, x1), y1: Math.max(y0, y1) }
}

function fromBox({ x0, y0, x1, y1 }: Box): [number, number, number, number] {
  return [x0, y0, x1, y1]
}

function isWithin(box: Box, frame: Box): boolean {
  return containsBox(frame, box) && box.x1 > box.x0 && box.y1 > box.y0
}
