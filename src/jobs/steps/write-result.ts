/**
 * The `result` of the contract (§4) as pieces of JSON text, so that it can be stored and sent without ever being whole in
 * memory. Addresses of pictures that were left open become data URIs as their turn comes.
 */
import { toBase64 } from '../../model/bytes.ts'
import type { ExtractedImage } from '../../model/document.ts'
import type { RenderedOutputs } from '../../render/types.ts'

export interface ResultParts {
  readonly fileName: string
  readonly imageUrls: readonly string[]
  readonly outputs: Pick<RenderedOutputs, 'markdown' | 'json'>
  readonly zipUrl: string | null
}

export interface OpenPictures {
  /** `<placeholder>/<name>` stands where the picture's data URI belongs. Hexadecimal, so that neither JSON nor Markdown escapes it. */
  readonly placeholder: string
  load(name: string): Promise<ExtractedImage>
}

/** Characters of text turned into bytes at once. */
const pieceLength = 1 << 18
/** Divisible by three, so that pieces of base64 can be put together. */
const base64Bytes = 3 * (1 << 14)

export async function* writeResult(parts: ResultParts, open: OpenPictures): AsyncGenerator<Uint8Array> {
  const { markdown, json } = parts.outputs
  const outputs = [
    markdown === undefined ? '' : `"markdown":${JSON.stringify(markdown)}`,
    json === undefined ? '' : `"json":${json}`,
    parts.zipUrl === null ? '' : `"zip":${JSON.stringify(parts.zipUrl)}`,
  ].filter((text) => text !== '')
  yield* fill(
    `{"file_name":${JSON.stringify(parts.fileName)},"imgs":${JSON.stringify(parts.imageUrls)},"outputs":{`,
    open,
  )
  for (const [index, output] of outputs.entries()) yield* fill(index === 0 ? output : `,${output}`, open)
  yield* encode('}}')
}

async function* fill(text: string, { placeholder, load }: OpenPictures): AsyncGenerator<Uint8Array> {
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

/** Cut between characters only: half a surrogate pair would not survive. */
function* encode(text: string): Generator<Uint8Array> {
  const encoder = new TextEncoder()
  for (let from = 0; from < text.length; ) {
    let to = Math.min(text.length, from + pieceLength)
    if (to < text.length && /[\ud800-\udbff]/.test(text[to - 1] ?? '')) to--
    yield encoder.encode(text.slice(from, to))
    from = to
  }
}
