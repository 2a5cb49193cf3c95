import type { ExtractedImage, Page, ParsedPage } from '../model/document.ts'
import type { SerializedPage } from './pool.ts'

export function serializePage(parsed: ParsedPage): SerializedPage {
  const { page, images, measured } = withOwnBuffers(parsed)
  return { pageIndex: page.pageIndex, json: new TextEncoder().encode(JSON.stringify(page)), images, measured }
}

export function deserializePage({ json, images }: SerializedPage): ParsedPage {
  const page: Page = JSON.parse(new TextDecoder().decode(json))
  return { page, images }
}

export function withOwnBuffers({ images, ...parsed }: ParsedPage): ParsedPage {
  return { ...parsed, images: images.map(withOwnBuffer) }
}

/** A view into an engine's memory cannot be transferred. */
function withOwnBuffer(image: ExtractedImage): ExtractedImage {
  const { bytes } = image
  return bytes.byteLength === bytes.buffer.byteLength ? image : { ...image, bytes: new Uint8Array(bytes) }
}
