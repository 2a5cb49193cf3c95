/**
 * "Chapter 3" on a line of its own above "Weirs" → one title, "Chapter 3 Weirs". Only what is nothing but a number, and only
 * when the line right below it is a title in the same face that is no smaller.
 */
import type { Block, DocumentPage, TitleBlock } from '../../model/document.ts'
import { unionAll } from '../../model/geometry.ts'
import { joinLines } from '../../model/join-text.ts'
import { parseNumbering } from '../../model/numbering.ts'
import { removeBlock, replaceBlock } from '../reindex.ts'

/** The name stands this near below, against its size; display type is set wide. */
const GAP_EM = 2
/** Longer texts are names themselves. */
const MAX_CHARS = 24

const onlyNumber =
  /^(?:\p{L}+\s+(?:\d{1,3}|[IVXLC]{1,6}|[A-Z]|\p{L}+)|第\s*[一二三四五六七八九十百\d]+\s*[编編部篇章])[.:]?$/u

export function mergeNumberLines(pages: readonly DocumentPage[]): readonly DocumentPage[] {
  return pages.map((page) => {
    let joined = page
    for (let at = page.blocks.length - 2; at >= 0; at--) {
      const [number, name] = [joined.blocks[at], joined.blocks[at + 1]]
      if (number === undefined || name === undefined || !isNumberOf(number, name)) continue
      joined = removeBlock(replaceBlock(joined, at, join(number, name)), at + 1)
    }
    return joined
  })
}

function isNumberOf(number: Block, name: Block): number is TitleBlock {
  if (number.kind !== 'title' || name.kind !== 'title' || number.exact === true || name.exact === true) return false
  const gap = name.box.y0 - number.box.y1
  const kind = parseNumbering(number.text)?.kind
  return (
    (kind === 'chapter' || kind === 'part') &&
    number.text.length <= MAX_CHARS &&
    onlyNumber.test(number.text) &&
    parseNumbering(name.text) === null &&
    // Another weight or face makes it a line of its own.
    name.style.font === number.style.font &&
    name.style.bold === number.style.bold &&
    name.style.size >= number.style.size &&
    gap > -name.style.size / 2 &&
    gap < GAP_EM * name.style.size
  )
}

/** Looks like its name. */
function join(number: TitleBlock, name: Block): TitleBlock {
  if (name.kind !== 'title') return number
  const style = { ...name.style, lineCount: number.style.lineCount + name.style.lineCount }
  return { ...name, style, text: joinLines([number.text, name.text]), box: unionAll([number.box, name.box]) }
}
