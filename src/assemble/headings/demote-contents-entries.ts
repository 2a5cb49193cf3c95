/**
 * Demotes numbered lines that directly follow one another. Contents lists of printed web pages have no page numbers, so their entries look
 * like the headings that they announce.
 */
import type { Block, DocumentPage } from '../../model/document.ts'
import { parseNumbering } from '../../model/numbering.ts'
import { isTextual, type TextualBlock } from '../text-blocks.ts'
import { bodyStyleOf } from './body-style.ts'
import { relabel } from './relabel.ts'

/** Minimum number of lines; a part, its chapter and its first section also follow one another. */
const MIN_LINES = 4
/** Maximum gap between entries, in em, and their maximum size relative to the body. */
const MAX_GAP_EM = 0.8
const MAX_SIZE_RATIO = 1.2
const MAX_ENTRY_LINES = 2
/** Minimum fraction of entries that follow the entry above in number; stacked headings each go one level deeper. */
const MIN_SIBLING_RATIO = 0.5

interface Entry {
  readonly line: TextualBlock
  readonly path: readonly number[]
}

export function demoteContentsEntries(pages: readonly DocumentPage[]): readonly DocumentPage[] {
  const maxSize = bodyStyleOf(pages).size * MAX_SIZE_RATIO
  const demoted = new Set<Block>()
  const close = (run: readonly Entry[]): void => {
    const siblings = run.filter(({ path }, at) => at > 0 && isSibling(path, run[at - 1]!.path)).length
    if (run.length < MIN_LINES || siblings < MIN_SIBLING_RATIO * (run.length - 1)) return
    for (const { line } of run) if (line.kind === 'title') demoted.add(line)
  }
  for (const { blocks } of pages) {
    let run: Entry[] = []
    for (const block of blocks) {
      const entry = entryOf(block, maxSize)
      const last = run.at(-1)
      if (entry === null || last === undefined || !isBelow(entry.line, last.line) || !isLater(entry.path, last.path)) {
        close(run)
        run = []
      }
      if (entry !== null) run.push(entry)
    }
    close(run)
  }
  return relabel(pages, demoted, 'demoteContentsEntries')
}

function entryOf(block: Block, maxSize: number): Entry | null {
  if (!isTextual(block) || block.style.lineCount > MAX_ENTRY_LINES || block.style.size > maxSize) return null
  if (block.kind === 'title' ? block.exact === true : block.type !== 'text' || block.items !== undefined) return null
  const path = parseNumbering(block.text)?.path
  return path === undefined || path.length === 0 ? null : { line: block, path }
}

function isBelow({ box, style }: TextualBlock, above: TextualBlock): boolean {
  return box.y0 > above.box.y0 && box.y0 - above.box.y1 < MAX_GAP_EM * style.size
}

/** "2.1" and "3" are later than "2". */
function isLater(path: readonly number[], before: readonly number[]): boolean {
  const at = path.findIndex((value, index) => value !== before[index])
  return at < 0 ? false : at >= before.length || path[at]! > before[at]!
}

/** "2.4" follows "2.3", and "3" follows "2.3.1". */
function isSibling(path: readonly number[], before: readonly number[]): boolean {
  const last = path.length - 1
  return (
    path.length <= before.length &&
    path[last]! - before[last]! === 1 &&
    path.every((value, index) => index === last || value === before[index])
  )
}
