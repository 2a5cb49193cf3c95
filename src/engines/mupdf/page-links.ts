/** Links to addresses outside the document, in points from the top left of the displayed page. */

import { translate } from '../../model/geometry.ts'
import { type RawLink, toWebUrl } from '../../model/hyperlinks.ts'
import type { PageHandle } from './document.ts'
import { boxAt } from './mupdf.ts'

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
        const box = boxAt(module, module._wasm_link_get_rect(link))
        links.push({ box: translate(box, { x: -frame.x, y: -frame.y }), url })
      }
      return links
    } finally {
      if (first !== 0) module._wasm_drop_link(first)
    }
  })
}
