/** Writes a result in chunks, never in memory as a whole. Data URIs replace placeholder URLs. */
import { toBase64 } from '../../model/bytes.ts'
import type { ExtractedImage } from '../../model/document.ts'
import type { RenderedOutputs } from '../../render/types.ts'

interface ResultParts {
  readonly fileName: string
  readonly imageUrls: readonly string[]
  readonly outputs: Pick<RenderedOutputs, 'markdown' | 'json' | 'html'>
  readonly zipUrl: string | null
}

interface ImagePlaceholders {
  /** Hexadecimal, so that neither JSON nor Markdown escapes it. */
  readonly placeholder: string
  load(name: string): Promise<ExtractedImage>
}

const CHUNK_LENGTH = 1 << 18
/** Bytes per base64 chunk, divisible by three for concatenation. */
const base64Bytes = 3 * (1 << 14)

export async function* writeResult(parts: ResultParts, images: ImagePlaceholders): AsyncGenerator<Uint8Array> {
  const { fileName, imageUrls, outputs, zipUrl } = parts
  yield* fill(`{"file_name":${JSON.stringify(fileName)},"imgs":${JSON.stringify(imageUrls)},"outputs":{`, images)
  for (const [index, field] of outputFields(outputs, zipUrl).entries())
    yield* fill(index === 0 ? field : `,${field}`, images)
  yield* encode('}}')
}

export function outputFields({ markdown, json, html }: ResultParts['outputs'], zipUrl: string | null): string[] {
  return [
    markdown === undefined ? '' : `"markdown":${JSON.stringify(markdown)}`,
    json === undefined ? '' : `"json":${json}`,
    html === undefined ? '' : `"html":${JSON.stringify(html)}`,
    zipUrl === null ? '' : `"zip":${JSON.stringify(zipUrl)}`,
  ].filter((field) => field !== '')
}

async function* fill(text: string, { placeholder, load }: ImagePlaceholders): AsyncGenerator<Uint8Array> {
  let from = 0
  for (const match of text.matchAll(new RegExp(`${placeholder}/(p\\d+(?:-\\d+)?\\.[a-z]+)`, 'g'))) {
    yield* encode(text.slice(from, match.index))
    const { type, bytes } = await load(match[1] ?? '')
    yield* encode(`data:${type};base64,`)
    for (let offset = 0; offset < bytes.length; offset += base64Bytes)
      yield* encode(toBase64(bytes.subarray(offset, offset + base64Bytes)))
    from = match.index + match[0].length
  }
  yield* encode(text.slice(from))
}

function* encode(text: string): Generator<Uint8Array> {
  const encoder = new TextEncoder()
  for (let from = 0; from < text.length; ) {
    let to = Math.min(text.length, from + CHUNK_LENGTH)
    if (to < text.length && /[\ud800-\udbff]/.test(text[to - 1] ?? '')) to--
    yield encoder.encode(text.slice(from, to))
    from = to
  }
}
