/** Finds headings that match the PDF outline (bookmarks), and uses its levels. */
import type { Block, DocumentPage, TextBlock, TitleBlock } from '../../model/document.ts'
import type { OutlineEntry } from '../../model/tags.ts'
import { contentOf, mostFrequentSize } from '../text-blocks.ts'
import { MAX_LEVEL } from './types.ts'

const MAX_CHARS = 200
/** Length of the shorter text; entries may omit a subtitle or number. */
const MIN_LENGTH_RATIO = 0.7
/** Minimum length of an entry; "1" or "A" matches too much. */
const MIN_LETTERS = 3
/** Minimum relative size of matching text. */
const MIN_SIZE_RATIO = 1.04

export function followOutline(pages: readonly DocumentPage[]): readonly DocumentPage[] {
  return pages.map((page) =>
    page.outline === undefined ? page : { ...page, blocks: applyOutline(page.blocks, page.outline) },
  )
}

function applyOutline(blocks: readonly Block[], outline: readonly OutlineEntry[]): Block[] {
  const relabeled = [...blocks]
  const bodySize = mostFrequentSize(blocks.filter((block) => block.kind === 'text')) ?? 0
  const matched = new Set<number>()
  for (const { title, level } of outline) {
    const entry = lettersOf(title)
    if (entry.length < MIN_LETTERS) continue
    const candidates = [...blocks.entries()].flatMap(([index, block]) =>
      !matched.has(index) && isCandidate(block, bodySize) ? [{ index, block, letters: lettersOf(block.text) }] : [],
    )
    const match = findMatch(candidates, entry)
    if (match === undefined) continue
    const { index, block } = match
    matched.add(index)
    // Bookmarks are less reliable than tags.
    if (block.kind === 'title' && block.exact === true) continue
    relabeled[index] = {
      kind: 'title',
      type: 'title',
      ...contentOf(block),
      level: Math.min(MAX_LEVEL, level),
      exact: true,
      decidedBy: 'followOutline',
    }
  }
  return relabeled
}

interface Candidate {
  readonly index: number
  readonly block: TextBlock | TitleBlock
  readonly letters: string
}

/** Equal letters and headings first. */
function findMatch(candidates: readonly Candidate[], entry: string): Candidate | undefined {
  const same = candidates.filter(({ letters }) => letters === entry)
  return (
    same.find(({ block }) => block.kind === 'title') ??
    same[0] ??
    candidates.find(({ letters, block }) => block.kind === 'title' && nearlyMatches(letters, entry))
  )
}

function isCandidate(block: Block, bodySize: number): block is TextBlock | TitleBlock {
  if (block.kind === 'title') return true
  if (block.kind !== 'text' || block.type !== 'text') return false
  const { size, bold, italic, caps } = block.style
  return block.text.length <= MAX_CHARS && (size >= bodySize * MIN_SIZE_RATIO || bold || italic || caps)
}

function nearlyMatches(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return short.length >= MIN_LENGTH_RATIO * long.length && long.includes(short)
}

function lettersOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}
