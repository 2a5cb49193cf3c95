/**
 * A recognizer behind HTTP or a service binding: a page's raster goes out, lines or words with boxes, text and confidence come back
 * (`docs/ocr-service.md`). What it does wrong becomes an error that names it; it is asked twice only when it is busy or out of reach.
 */
import { z } from 'zod'
import { ParseError } from '../model/errors.ts'
import type { GrayRaster, RgbaRaster } from '../model/raster.ts'
import type { OcrResult } from '../model/recognition.ts'
import type { OcrService } from '../model/settings.ts'
import { encodePng } from './image-codecs.ts'
import { type Answer, answerSchema, BoxOutsideImage, toOcrResult } from './ocr-service-protocol.ts'

/** A service that refuses or cannot be reached is asked once more after this. */
const RETRY_AFTER_MS = 500
/** A page of dense print has 10 000 letters; this allows for their boxes and much more. */
const MOST_ANSWER_BYTES = 16 * 1024 * 1024
export interface PageRequest {
  /** In order; the first is the likeliest. */
  readonly languages: readonly string[]
  readonly dpi: number
  /** For messages; 0-based. */
  readonly pageIndex: number
}

/** A refusal with this status says what is wrong with the request, e.g. a language that it lacks. */
const REFUSED = 400
const refusalSchema = z.object({ error: z.string().max(1000) })

/**
 * Throws `ParseError`: 1138 when it takes too long, 1124 when it is busy or out of reach, 1133 when it refuses the request,
 * 1137 when its answer makes no sense.
 */
export async function recognizeByHttp(gray: GrayRaster, request: PageRequest, service: OcrService): Promise<OcrResult> {
  const picture = await encodePicture(gray, service)
  const address = new URL(service.url)
  address.searchParams.set('languages', request.languages.join('+'))
  address.searchParams.set('dpi', String(Math.round(request.dpi)))
  const where = `Page ${request.pageIndex + 1}: the text recogniser at ${address.host}`
  for (let attempt = 0; ; attempt++) {
    try {
      return toOcrResult(await ask(address, picture, { service, where }), gray)
    } catch (error) {
      if (error instanceof BoxOutsideImage)
        throw new ParseError(1137, `${where} gave ${error.message}.`, { cause: error })
      if (!(error instanceof ParseError) || error.code !== 1124 || attempt > 0) throw error
      await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS))
    }
  }
}

interface EncodedPicture {
  readonly type: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** PNG over the network; inside one machine the plain pixels, which cost neither time nor memory to pack. */
async function encodePicture(gray: GrayRaster, { send }: OcrService): Promise<EncodedPicture> {
  if (send === undefined) return { type: 'image/png', bytes: (await encodePng(toRgba(gray))).slice() }
  const header = new TextEncoder().encode(`P5\n${gray.width} ${gray.height}\n255\n`)
  const bytes = new Uint8Array(header.length + gray.pixels.length)
  bytes.set(header)
  bytes.set(gray.pixels, header.length)
  return { type: 'image/x-portable-graymap', bytes }
}

async function ask(
  address: URL,
  picture: EncodedPicture,
  { service, where }: { service: OcrService; where: string },
): Promise<Answer> {
  const { timeoutMs, token, send = fetch } = service
  const failed = (cause: unknown): ParseError =>
    cause instanceof DOMException && cause.name === 'TimeoutError'
      ? new ParseError(1138, `${where} took longer than ${timeoutMs} ms.`, { cause })
      : new ParseError(1124, `${where} cannot be reached. Try again in a moment.`, { cause })
  const response = await send(address.href, {
    method: 'POST',
    headers: {
      'content-type': picture.type,
      accept: 'application/json',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    body: picture.bytes,
    // A redirect would carry the page, and the token, to somebody else: its status is answered as any other that is no success.
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((cause: unknown) => {
    throw failed(cause)
  })
  if (response.status === REFUSED) {
    const refusal = refusalSchema.safeParse(parseJson(await readText(response, where).catch(() => '')))
    if (refusal.success) throw new ParseError(1133, `${where} refused the page: ${refusal.data.error}`)
  }
  if (!response.ok) {
    if (!response.bodyUsed) await response.body?.cancel()
    if (response.status === 429 || response.status === 503)
      throw new ParseError(1124, `${where} is busy (status ${response.status}). Try again in a moment.`)
    throw new ParseError(1137, `${where} answered with status ${response.status}.`)
  }
  const text = await readText(response, where).catch((cause: unknown) => {
    throw cause instanceof ParseError ? cause : failed(cause)
  })
  const answer = answerSchema.safeParse(parseJson(text))
  if (answer.success) return answer.data
  const [issue] = answer.error.issues
  throw new ParseError(
    1137,
    `${where} gave an answer of another form: ${issue?.path.join('.') || 'the whole'}: ${issue?.message}.`,
  )
}

async function readText(response: Response, where: string): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > MOST_ANSWER_BYTES)
      throw new ParseError(1137, `${where} answered with more than ${MOST_ANSWER_BYTES} bytes.`)
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

function toRgba({ width, height, pixels: gray }: GrayRaster): RgbaRaster {
  const words = new Uint32Array(gray.length)
  for (let i = 0; i < gray.length; i++) words[i] = (0xff000000 | (gray[i]! * 0x010101)) >>> 0
  return { width, height, pixels: new Uint8ClampedArray(words.buffer) }
}
