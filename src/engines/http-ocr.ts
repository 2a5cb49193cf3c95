/** Client of an OCR service (`docs/ocr-service.md`). Retries only when it is busy or unreachable. */
import { z } from 'zod'
import { ParseError } from '../model/errors.ts'
import type { OcrResult } from '../model/ocr-result.ts'
import type { GrayRaster, RgbaRaster } from '../model/raster.ts'
import type { OcrService } from '../model/settings.ts'
import { encodePng } from './image-codecs.ts'
import { BoxOutsideImage, type OcrServiceResponse, responseSchema, toOcrResult } from './ocr-service-protocol.ts'

const RETRY_AFTER_MS = 500
const MAX_RESPONSE_BYTES = 16 * 1024 * 1024
interface PageRequest {
  readonly languages: readonly string[]
  readonly dpi: number
  readonly pageIndex: number
}

const BAD_REQUEST = 400
const refusalSchema = z.object({ error: z.string().max(1000) })

/**
 * Throws `ParseError`: 1138 on timeout, 1124 when busy or unreachable, 1133 when the request is refused, 1137 for an
 * invalid response.
 */
export async function recognizeByHttp(
  gray: GrayRaster,
  { languages, dpi, pageIndex }: PageRequest,
  service: OcrService,
): Promise<OcrResult> {
  const image = await encodeImage(gray, service)
  const address = new URL(service.url)
  address.searchParams.set('languages', languages.join('+'))
  address.searchParams.set('dpi', String(Math.round(dpi)))
  const subject = `Page ${pageIndex + 1}: the OCR service at ${address.host}`
  for (let attempt = 0; ; attempt++) {
    try {
      return toOcrResult(await request(address, image, { service, subject }), gray)
    } catch (error) {
      if (error instanceof BoxOutsideImage)
        throw new ParseError(1137, `${subject} returned ${error.message}.`, { cause: error })
      if (!(error instanceof ParseError) || error.code !== 1124 || attempt > 0) throw error
      await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS))
    }
  }
}

interface EncodedImage {
  readonly type: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** On one machine, PNG encoding would cost more than it saves. */
async function encodeImage(gray: GrayRaster, { send }: OcrService): Promise<EncodedImage> {
  if (send === undefined) return { type: 'image/png', bytes: (await encodePng(toRgba(gray))).slice() }
  const header = new TextEncoder().encode(`P5\n${gray.width} ${gray.height}\n255\n`)
  const bytes = new Uint8Array(header.length + gray.pixels.length)
  bytes.set(header)
  bytes.set(gray.pixels, header.length)
  return { type: 'image/x-portable-graymap', bytes }
}

async function request(
  address: URL,
  image: EncodedImage,
  { service, subject }: { service: OcrService; subject: string },
): Promise<OcrServiceResponse> {
  const { timeoutMs, token, send = fetch } = service
  const failed = (cause: unknown): ParseError =>
    cause instanceof DOMException && cause.name === 'TimeoutError'
      ? new ParseError(1138, `${subject} did not respond within ${timeoutMs} ms.`, { cause })
      : new ParseError(1124, `${subject} cannot be reached. Try again in a moment.`, { cause })
  const response = await send(address.href, {
    method: 'POST',
    headers: {
      'content-type': image.type,
      accept: 'application/json',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    body: image.bytes,
    // A redirect could send page and token to another host.
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((cause: unknown) => {
    throw failed(cause)
  })
  if (response.status === BAD_REQUEST) {
    const refusal = refusalSchema.safeParse(parseJson(await readText(response, subject).catch(() => '')))
    if (refusal.success) throw new ParseError(1133, `${subject} refused the page: ${refusal.data.error}`)
  }
  if (!response.ok) {
    if (!response.bodyUsed) await response.body?.cancel()
    if (response.status === 429 || response.status === 503)
      throw new ParseError(1124, `${subject} is busy (status ${response.status}). Try again in a moment.`)
    throw new ParseError(1137, `${subject} returned status ${response.status}.`)
  }
  const text = await readText(response, subject).catch((cause: unknown) => {
    throw cause instanceof ParseError ? cause : failed(cause)
  })
  const parsed = responseSchema.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new ParseError(
    1137,
    `${subject} returned an invalid response: ${issue?.path.join('.') || 'top level'}: ${issue?.message}.`,
  )
}

async function readText(response: Response, subject: string): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > MAX_RESPONSE_BYTES)
      throw new ParseError(1137, `${subject} returned more than ${MAX_RESPONSE_BYTES} bytes.`)
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
