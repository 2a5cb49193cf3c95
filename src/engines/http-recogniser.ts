/**
 * A recogniser behind HTTP: a page's raster goes out as PNG, lines or words with boxes, text and confidence come back
 * (`docs/recogniser.md`). Answers that do not have that shape are refused, and so are boxes outside the picture.
 */
import { z } from 'zod'
import { ParseError } from '../model/errors.ts'
import type { Box } from '../model/geometry.ts'
import type { GrayRaster, RgbaRaster } from '../model/raster.ts'
import type { RecognisedLine, RecognisedWord, Recognition } from '../model/recognition.ts'
import type { OcrService } from '../model/settings.ts'
import { encodePng } from './codecs.ts'

/** A service that refuses or cannot be reached is asked once more after this. */
const RETRY_AFTER_MS = 500
/** A page of dense print has 10 000 letters; this allows for their boxes and much more. */
const MOST_ANSWER_BYTES = 16 * 1024 * 1024
/** Boxes may lie this far outside the picture, in pixels: models round. */
const BOX_SLACK = 8

const boxSchema = z.tuple([z.number(), z.number(), z.number(), z.number()])
const textSchema = { box: boxSchema, text: z.string().max(10_000), confidence: z.number().min(0).max(1) }
const answerSchema = z.object({ lines: z.array(z.object({ ...textSchema, words: z.array(z.object(textSchema)).max(2000).optional() })).max(20_000) })
type Answer = z.infer<typeof answerSchema>

export interface PageRequest {
  /** In order; the first is the likeliest. */
  readonly languages: readonly string[]
  readonly dpi: number
  /** For messages; 0-based. */
  readonly pageIndex: number
}

/** Throws `ParseError`: 1138 when it takes too long, 1124 when it is busy or out of reach, 1137 when its answer makes no sense. */
export async function recogniseByHttp(gray: GrayRaster, request: PageRequest, service: OcrService): Promise<Recognition> {
  const png = await encodePng(toRgba(gray))
  const address = new URL(service.url)
  address.searchParams.set('languages', request.languages.join('+'))
  address.searchParams.set('dpi', String(Math.round(request.dpi)))
  const where = `Page ${request.pageIndex + 1}: the text recogniser at ${address.host}`
  for (let attempt = 0; ; attempt++) {
    try {
      return toRecognition(await ask(address, png, { service, where }), gray)
    } catch (error) {
      if (!(error instanceof ParseError) || error.code !== 1124 || attempt > 0) throw error
      await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS))
    }
  }
}

async function ask(address: URL, png: Uint8Array, { service, where }: { service: OcrService; where: string }): Promise<Answer> {
  const { timeoutMs, token } = service
  const failed = (cause: unknown): ParseError =>
    cause instanceof DOMException && cause.name === 'TimeoutError'
      ? new ParseError(1138, `${where} took longer than ${timeoutMs} ms.`, { cause })
      : new ParseError(1124, `${where} cannot be reached. Try again in a moment.`, { cause })
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'image/png', accept: 'application/json', ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
    body: png.slice(),
    // A redirect would carry the page, and the token, to somebody else.
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((cause: unknown) => {
    throw failed(cause)
  })
  if (!response.ok) {
    await response.body?.cancel()
    if (response.status === 429 || response.status === 503) throw new ParseError(1124, `${where} is busy (status ${response.status}). Try again in a moment.`)
    throw new ParseError(1137, `${where} answered with status ${response.status}.`)
  }
  const text = await readText(response, where).catch((cause: unknown) => {
    throw cause instanceof ParseError ? cause : failed(cause)
  })
  const answer = answerSchema.safeParse(parseJson(text))
  if (answer.success) return answer.data
  const [issue] = answer.error.issues
  throw new ParseError(1137, `${where} gave an answer of another form: ${issue?.path.join('.') || 'the whole'}: ${issue?.message}.`)
}

async function readText(response: Response, where: string): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > MOST_ANSWER_BYTES) throw new ParseError(1137, `${where} answered with more than ${MOST_ANSWER_BYTES} bytes.`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function toRecognition({ lines }: Answer, { width, height }: GrayRaster): Recognition {
  const frame: Box = { x0: -BOX_SLACK, y0: -BOX_SLACK, x1: width + BOX_SLACK, y1: height + BOX_SLACK }
  const words: RecognisedWord[] = []
  const read: RecognisedLine[] = []
  for (const line of lines) {
    const box = toBox(line.box)
    if (!isWithin(box, frame))
      throw new ParseError(1137, `The text recogniser gave the box ${line.box.join(', ')} in a picture of ${width} × ${height} pixels.`)
    const own =
      line.words?.map((word) => ({ text: word.text.trim(), box: toBox(word.box), confidence: word.confidence, line: read.length })) ?? cutWords(line, box)
    const shown = own.filter((word) => word.text !== '' && isWithin(word.box, frame)).map((word) => ({ ...word, line: read.length }))
    if (shown.length === 0) continue
    words.push(...shown)
    // Each line its own block: layout finds out what belongs together.
    read.push({ box, slope: 0, offset: -DESCENT * (box.y1 - box.y0), height: box.y1 - box.y0, angle: 0, paragraph: read.length, block: read.length })
  }
  return { words, lines: read, pictures: [] }
}

/** Share of a line's box below its baseline. */
const DESCENT = 0.2

/** Without words of its own a line is cut at its blanks, by the count of its letters. */
function cutWords(line: Answer['lines'][number], box: Box): Omit<RecognisedWord, 'line'>[] {
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

function isWithin(box: Box, frame: Box): boolean {
  return box.x0 >= frame.x0 && box.y0 >= frame.y0 && box.x1 <= frame.x1 && box.y1 <= frame.y1 && box.x1 > box.x0 && box.y1 > box.y0
}

function toRgba({ width, height, pixels: gray }: GrayRaster): RgbaRaster {
  const words = new Uint32Array(gray.length)
  for (let i = 0; i < gray.length; i++) words[i] = (0xff000000 | (gray[i]! * 0x010101)) >>> 0
  return { width, height, pixels: new Uint8ClampedArray(words.buffer) }
}
