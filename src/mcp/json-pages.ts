import type { BlockJson, PageJson } from '../model/result-json.ts'
import type { DocumentText } from './context.ts'

/** `text` must be JSON. */
export function pagesOf({ text }: DocumentText): readonly PageJson[] {
  return JSON.parse(text).pages
}

/** File name of an image, without the folder. */
export function imageNameOf(block: BlockJson): string | undefined {
  return block.img_url.split('/').at(-1) || undefined
}
