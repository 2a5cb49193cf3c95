/**
 * Numbered lines that follow one another without anything between → text: contents lists of printed web pages have no page numbers, and their entries
 * pass for the headings that they announce.
 */
import type { Block, DocumentPage } from '../../model/document.ts'
import { parseNumbering } from '../../model/numbering.ts'
import { isWords, type TextualBlock } from '../text-blocks.ts'
import { withText } from './demote-kickers.ts'
import { bodyOf } from './promote-by-style.ts'

/** So many lines make a list: a part, its chapter and its first section stand one below the other, too. */
const LINES = 4
/** Lines of a list stand as near to each other as text does, in em, and in type hardly larger than the text. */
const NEAR_EM = 0.8
const LARGER = 1.2
const MAX_LINES = 2
/** Most go on from the one before at their depth; each heading that opens another is one step in. */
const SIBLINGS = 0.5

interface Entry {
  readonly line: TextualBlock
  readonly path: readonly number[]
}

/** Makes text of the titles in such lists. */
export function demoteContentsEntries(pages: readonly DocumentPage[]): readonly DocumentPage[] {
  const largest = bodyOf(pages).size * LARGER
  const demoted = new Set<Block>()
  const settle = (run: readonly Entry[]): void => {
    const siblings = run.filter(({ path }, at) => at > 0 && isNext(path, run[at - 1]!.path)).length
    if (run.length >= LINES && siblings >= SIBLINGS * (run.length - 1)) for (const { line } of run) demoted.add(line)
  }
  for (const { blocks } of pages) {
    let run: Entry[] = []
    for (const block of blocks) {
      const entry = entryOf(block, largest)
      const last = run.at(-1)
      const goesOn =
        entry !== null && last !== undefined && isBelow(entry.line, last.line) && isAfter(entry.path, last.path)
      if (!goesOn) {
        settle(run)
        run = []
      }
      if (entry !== null) run.push(entry)
    }
    settle(run)
  }
  return [...demoted].some(({ kind }) => kind === 'title') ? withText(pages, demoted) : pages
}

function entryOf(block: Block, largest: number): Entry | null {
  if (!isWords(block) || block.style.lineCount > MAX_LINES || block.style.size > largest) return null
  if (block.kind === 'title' ? block.exact === true : block.type !== 'text' || block.items !== undefined) return null
  const path = parseNumbering(block.text)?.path
  return path === undefined || path.length === 0 ? null : { line: block, path }
}

function isBelow({ box, style }: TextualBlock, above: TextualBlock): boolean {
  const gap = box.y0 - above.box.y1
  return box.y0 > above.box.y0 && gap < NEAR_EM * style.size
}

/** "2.1" and "3" come after "2". */
function isAfter(path: readonly number[], before: readonly number[]): boolean {
  const at = path.findIndex((value, index) => value !== before[index])
  return at < 0 ? false : at >= before.length || path[at]! > before[at]!
}

/** "2.4" after "2.3", and "3" after "2.3.1", which closes it. */
function isNext(path: readonly number[], before: readonly number[]): boolean {
  const last = path.length - 1
  return (
    path.length <= before.length &&
    path[last]! - before[last]! === 1 &&
    path.every((value, index) => index === last || value === before[index])
  )
}
