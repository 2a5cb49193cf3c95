/** Headings of a printed page by the tags that Chromium writes: their words and where they stand. A contents list says the same words elsewhere. */
import { type Box, unionAll } from '../../src/model/geometry.ts'
import type { RawPage } from '../../src/model/raw-page.ts'
import type { TagElement } from '../../src/model/tags.ts'
import type { Wanted } from './lines.ts'

interface Heading {
  readonly level: number
  readonly boxes: Box[]
  readonly runs: { readonly words: string; readonly x0: number; readonly y0: number }[]
  text: string
}

/** Headings in their order; h6 is left open in documents that `make-documents.node.ts` wrote. Empty without tags. */
export function wantedOfTags(raws: readonly RawPage[], { made }: { readonly made: boolean }): Wanted[] {
  return raws.flatMap((raw) =>
    headingsOf(raw).flatMap(({ text, level, boxes }): Wanted[] =>
      text.trim() === '' ? [] : [{ text, page: raw.pageIndex, level, open: made && level === 6, box: unionAll(boxes) }],
    ),
  )
}

function headingsOf({ tags, spans }: RawPage): Heading[] {
  if (tags === undefined) return []
  const headings: Heading[] = []
  const byMark = new Map<number, Heading>()
  const walk = ({ role, children }: TagElement, above: Heading | null): void => {
    const level = /^H([1-6])$/.exec(role)?.[1]
    const own = above ?? (level === undefined ? null : { level: Number(level), boxes: [], runs: [], text: '' })
    if (own !== null && own !== above) headings.push(own)
    for (const kid of children)
      if (typeof kid !== 'number') walk(kid, own)
      else if (own !== null) byMark.set(kid, own)
  }
  walk(tags.root, null)
  spans.forEach(({ text, box, edges, size }, at) => {
    const runs = tags.markedContent[at] ?? []
    runs.forEach(({ start, mcid }, index) => {
      const end = runs[index + 1]?.start ?? text.length
      const heading = byMark.get(mcid)
      const words = text.slice(start, end).trim()
      if (heading === undefined || words === '') return
      const own = { ...box, x0: edges?.[start] ?? box.x0, x1: edges?.[end] ?? box.x1 }
      // Words drawn twice, for a shadow, are read once.
      const reach = size / 3
      if (
        heading.runs.some(
          (run) => run.words === words && Math.abs(run.x0 - own.x0) < reach && Math.abs(run.y0 - own.y0) < reach,
        )
      )
        return
      heading.runs.push({ words, x0: own.x0, y0: own.y0 })
      heading.text += `${words} `
      heading.boxes.push(own)
    })
  })
  return headings
}
