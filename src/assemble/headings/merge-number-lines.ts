/** Merges "Chapter 3" with the heading below it: "Chapter 3 Weirs". */
import type { Block, DocumentPage, TitleBlock } from '../../model/document.ts'
import { union } from '../../model/geometry.ts'
import { joinLines } from '../../model/join-text.ts'
import { parseNumbering } from '../../model/numbering.ts'
import { removeBlock, replaceBlock } from '../reindex.ts'
import { inlineContentOf } from '../text-blocks.ts'

/** Display type has wide line spacing. */
const MAX_GAP_EM = 2
/** Maximum length; longer lines include the name. */
const MAX_CHARS = 24

const onlyNumber =
  /^(?:\p{L}+\s+(?:\d{1,3}|[IVXLC]{1,6}|[A-Z]|\p{L}+)|第\s*[一二三四五六七八九十百\d]+\s*[编編部篇章])[.:]?$/u

export function mergeNumberLines(pages: readonly DocumentPage[]): readonly DocumentPage[] {
  return mergeWhere(pages, (number, name) => name.exact !== true && isNumberOf(number, name))
}

/** The outline often has only the names. After the classifier, which is trained on separate lines. */
export function mergeNumbersOfExactTitles(pages: readonly DocumentPage[]): readonly DocumentPage[] {
  return mergeWhere(pages, (number, name) => name.exact === true && isNumberOf(number, name))
}

function mergeWhere(
  pages: readonly DocumentPage[],
  isNumber: (number: TitleBlock, name: TitleBlock) => boolean,
): readonly DocumentPage[] {
  return pages.map((page) => {
    let merged = page
    for (let at = page.blocks.length - 2; at >= 0; at--) {
      const [number, name] = [merged.blocks[at], merged.blocks[at + 1]]
      if (number?.kind !== 'title' || name?.kind !== 'title' || !isNumber(number, name)) continue
      merged = removeBlock(replaceBlock(merged, at, merge(number, name)), at + 1)
    }
    return merged
  })
}

function isNumberOf(number: TitleBlock, name: TitleBlock): boolean {
  if (number.exact === true) return false
  const gap = name.box.y0 - number.box.y1
  const kind = parseNumbering(number.text)?.kind
  return (
    (kind === 'chapter' || kind === 'part') &&
    number.text.length <= MAX_CHARS &&
    onlyNumber.test(number.text) &&
    parseNumbering(name.text) === null &&
    name.style.font === number.style.font &&
    name.style.bold === number.style.bold &&
    gap < MAX_GAP_EM * name.style.size
  )
}

function merge(number: TitleBlock, name: TitleBlock): Block {
  const style = { ...name.style, lineCount: number.style.lineCount + name.style.lineCount }
  return {
    ...name,
    style,
    text: joinLines([number.text, name.text]),
    box: union(number.box, name.box),
    ...inlineContentOf(number, name),
  }
}
