/** Headings of a tagged PDF with their boxes, which distinguish them from entries of a contents list. */
import { type Box, unionAll } from '../../src/model/geometry.ts'
import type { RawPage } from '../../src/model/raw-page.ts'
import type { TagElement } from '../../src/model/tags.ts'
import type { KnownHeading } from './label-lines.ts'

interface TaggedHeading {
  readonly level: number
  readonly boxes: Box[]
  readonly runs: { readonly words: string; readonly x0: number; readonly y0: number }[]
  text: string
}

/** Headings in document order; h6 is optional in generated documents. */
export function headingsOfTags(
  raws: readonly RawPage[],
  { generated }: { readonly generated: boolean },
): KnownHeading[] {
  return raws.flatMap((raw) =>
    headingsOfPage(raw).flatMap(({ text, level, boxes }): KnownHeading[] =>
      text.trim() === ''
        ? []
        : [{ text, page: raw.pageIndex, level, optional: generated && level === 6, box: unionAll(boxes) }],
    ),
  )
}

function headingsOfPage({ tags, spans }: RawPage): TaggedHeading[] {
  if (tags === undefined) return []
  const headings: TaggedHeading[] = []
  const byContentId = new Map<number, TaggedHeading>()
  const walk = ({ role, children }: TagElement, parent: TaggedHeading | null): void => {
    const level = /^H([1-6])$/.exec(role)?.[1]
    const heading = parent ?? (level === undefined ? null : { level: Number(level), boxes: [], runs: [], text: '' })
    if (heading !== null && heading !== parent) headings.push(heading)
    for (const child of children)
      if (typeof child !== 'number') walk(child, heading)
      else if (heading !== null) byContentId.set(child, heading)
  }
  walk(tags.root, null)
  spans.forEach(({ text, box, edges, size }, at) => {
    const runs = tags.markedContent[at] ?? []
    runs.forEach(({ start, mcid }, index) => {
      const end = runs[index + 1]?.start ?? text.length
      const heading = byContentId.get(mcid)
      const words = text.slice(start, end).trim()
      if (heading === undefined || words === '') return
      const runBox = { ...box, x0: edges?.[start] ?? box.x0, x1: edges?.[end] ?? box.x1 }
      // Text drawn twice, for a shadow, counts once.
      const tolerance = size / 3
      const isShadow = heading.runs.some(
        (run) =>
          run.words === words && Math.abs(run.x0 - runBox.x0) < tolerance && Math.abs(run.y0 - runBox.y0) < tolerance,
      )
      if (isShadow) return
      heading.runs.push({ words, x0: runBox.x0, y0: runBox.y0 })
      heading.text += `${words} `
      heading.boxes.push(runBox)
    })
  })
  return headings
}
