/**
 * Finds headings by number: sequences (1, 2, 3 or 一、二、三) in one style above text, and decimals below a numbered
 * heading.
 */
import { cached } from '../../model/cached.ts'
import type { Block, DocumentPage, TextBlock } from '../../model/document.ts'
import { type Numbering, parseNumbering } from '../../model/numbering.ts'
import { addWeight } from '../../model/statistics.ts'
import { isTextual, type TextualBlock } from '../text-blocks.ts'
import { isHeadingCandidate, mayBecomeHeading } from './candidates.ts'
import { caselessStyleKey } from './style-key.ts'

const MIN_SEQUENCE = 3
const MIN_CJK_SEQUENCE = 2
const MAX_CHARS = 40
/** Fewer numbers at one depth may be short clauses. */
const MIN_DECIMALS = 2

interface Sequence {
  readonly isCjk: boolean
  next: number
  /** Includes members that are headings already. */
  count: number
  hasHeading: boolean
  readonly blocks: Block[]
  /** A heading follows the last member. */
  mayRestart: boolean
}

/** `bodyKey`: the style of running text. */
export function findNumberedHeadings(pages: readonly DocumentPage[], bodyKey: string): Set<Block> {
  const sequential = findSequences(pages, bodyKey)
  return new Set([...sequential, ...findDecimals(pages, bodyKey, new Set(sequential))])
}

function findSequences(pages: readonly DocumentPage[], bodyKey: string): Block[] {
  const found: Block[] = []
  const sequences = new Map<string, Sequence>()
  const close = (sequence: Sequence): void => {
    if (sequence.count >= (sequence.isCjk ? MIN_CJK_SEQUENCE : MIN_SEQUENCE)) found.push(...sequence.blocks)
  }
  for (const { blocks } of pages)
    blocks.forEach((block, at) => {
      if (!isTextual(block)) return
      const numbering = parseNumbering(block.text)
      const key = `${numbering?.kind}|${caselessStyleKey(block.style)}`
      if (block.kind === 'title') for (const [other, sequence] of sequences) sequence.mayRestart ||= other !== key
      const sequence = sequences.get(key)
      if (numbering === null || numbering.depth > 1 || !isCandidate(block, sequence, bodyKey)) return
      const ordinal = numbering.path[0] ?? 0
      const hasText = block.kind === 'title' || isAboveText(blocks[at + 1])
      const own = block.kind === 'text' ? [block] : []
      if (sequence !== undefined && hasText && (ordinal === sequence.next || (sequence.mayRestart && ordinal === 1))) {
        sequence.blocks.push(...own)
        sequence.count++
        sequence.hasHeading ||= block.kind === 'title'
        sequence.next = ordinal + 1
        sequence.mayRestart = false
        return
      }
      if (sequence !== undefined) close(sequence)
      sequences.delete(key)
      if (hasText && ordinal === 1)
        sequences.set(key, {
          isCjk: isCjkNumber(block.text, numbering),
          next: 2,
          count: 1,
          hasHeading: block.kind === 'title',
          blocks: own,
          mayRestart: false,
        })
    })
  for (const sequence of sequences.values()) close(sequence)
  return found
}

/** Items of lists are in body style. After a heading, its style decides, even where only some are tagged. */
function isCandidate(block: TextualBlock, sequence: Sequence | undefined, bodyKey: string): boolean {
  if (block.kind === 'title') return true
  const isDistinct = caselessStyleKey(block.style) !== bodyKey
  if (isDistinct && !/[.,;，。；]$/.test(block.text))
    return isHeadingCandidate(sequence?.hasHeading === true ? withoutPlain(block) : block)
  return block.text.length <= MAX_CHARS && mayBecomeHeading(block)
}

function withoutPlain({ plain: _, ...block }: TextBlock): TextBlock {
  return block
}

function isCjkNumber(text: string, { kind }: Numbering): boolean {
  return kind === 'cjk' || kind === 'cjkInner' || text.startsWith('（')
}

/** "2.1" and "2.2" below "2": first below its parent, or next after its sibling. */
function findDecimals(pages: readonly DocumentPage[], bodyKey: string, sequential: ReadonlySet<Block>): Block[] {
  const known = new Set<string>()
  const headingCounts = new Map<number, number>()
  const found = new Map<number, Block[]>()
  for (const { blocks } of pages)
    blocks.forEach((block, at) => {
      if (!isTextual(block)) return
      const parts = decimalOf(block)
      if (parts === null) return
      const number = parts.join('.')
      const depth = parts.length
      if (block.kind === 'title' || sequential.has(block)) {
        known.add(number)
        addWeight(headingCounts, depth, 1)
        return
      }
      const last = parts.at(-1)!
      const parent = parts.slice(0, -1)
      const continues = known.has((last === 1 ? parent : [...parent, last - 1]).join('.'))
      if (depth < 2 || !continues || !mayBecomeHeading(block)) return
      // A line that is not in body style needs no text below.
      if (caselessStyleKey(block.style) === bodyKey && !isAboveText(blocks[at + 1])) return
      if (block.text.length > MAX_CHARS) return
      known.add(number)
      cached(found, depth, () => []).push(block)
    })
  return [...found].flatMap(([depth, blocks]) =>
    blocks.length + (headingCounts.get(depth) ?? 0) >= MIN_DECIMALS ? blocks : [],
  )
}

function decimalOf({ text }: TextualBlock): readonly number[] | null {
  const numbering = parseNumbering(text)
  return numbering?.kind === 'decimal' && /^\d/.test(text) ? numbering.path : null
}

function isAboveText(below: Block | undefined): boolean {
  return below === undefined || below.kind !== 'text' || (below.type === 'text' && below.style.lineCount > 1)
}
