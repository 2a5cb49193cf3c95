/** Reads the PDF outline; entries without a title or a page are dropped. */
import { cached } from '../../model/cached.ts'
import type { OutlineEntry } from '../../model/tags.ts'
import type { PageHandle } from '../mupdf/document.ts'
import type { Pointer } from '../mupdf/mupdf.ts'

/** Maximum bookmarks; more are an index, not an outline. */
const MAX_ENTRIES = 5000
const MAX_LEVEL = 6

export function readOutline({ mupdf, document }: PageHandle): Map<number, OutlineEntry[]> {
  const { module } = mupdf
  const byPage = new Map<number, OutlineEntry[]>()
  return mupdf.call(() => {
    const first = module._wasm_load_outline(document.pointer)
    if (first === 0) return byPage
    try {
      let seen = 0
      const visit = (start: Pointer, level: number): void => {
        for (let entry = start; entry !== 0 && seen < MAX_ENTRIES; entry = module._wasm_outline_get_next(entry)) {
          seen += 1
          const text = module._wasm_outline_get_title(entry)
          const title = text === 0 ? '' : module.UTF8ToString(text).replace(/\s+/g, ' ').trim()
          const page = module._wasm_outline_get_page(document.pointer, entry)
          if (title !== '' && page >= 0) cached(byPage, page, () => []).push({ title, level })
          const down = module._wasm_outline_get_down(entry)
          if (down !== 0 && level < MAX_LEVEL) visit(down, level + 1)
        }
      }
      visit(first, 1)
      return byPage
    } finally {
      module._wasm_drop_outline(first)
    }
  })
}
