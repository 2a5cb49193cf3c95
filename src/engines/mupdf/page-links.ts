/** Links to addresses outside the document, in points from the top left of the displayed page. */

import { type RawLink, toWebUrl } from '../../model/hyperlinks.ts'
import type { PageHandle } from './document.ts'

const MAX_LINKS = 2000

export function readLinks({ mupdf, pointer, frame }: PageHandle): RawLink[] {
  const { module } = mupdf
  return mupdf.call(() => {
    const links: RawLink[] = []
    const first = module._wasm_load_links(pointer)
    try {
      for (let link = first; link !== 0 && links.length < MAX_LINKS; link = module._wasm_link_get_next(link)) {
        const text = module._wasm_link_get_uri(link)
        const url = text === 0 ? null : toWebUrl(module.UTF8ToString(text))
        if (url === null) continue
        const at = module._wasm_link_get_rect(link) >> 2
        const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = module.HEAPF32.subarray(at, at + 4)
        links.push({ box: { x0: x0 - frame.x, y0: y0 - frame.y, x1: x1 - frame.x, y1: y1 - frame.y }, url })
      }
      return links
    } finally {
      if (first !== 0) module._wasm_drop_link(first)
    }
  })
}
