/**
 * Numbers that count through the document → which lines they make titles: 1, 2, 3 … or 一、二、三 … in one style, each with text below,
 * and decimals under the number of a title. Looks at numbers and place only; styles are `heading-styles.ts`'s.
 */
import type { Block, DocumentPage, TextBlock, TitleBlock } from '../../model/document.ts'
import { parseNumbering } from '../../model/numbering.ts'
import { mayBeTitle, styleKey } from './promote-by-style.ts'

/** So many that count make titles; where a title stands before each beginning, over all its runs. */
const COUNTING = 3
/** Ideographic numbers with their marks are rarely anything else. */
const COUNTING_CJK = 2
const COUNTED_CHARS = 40
const COUNTED_CJK_CHARS = 24
/** Fewer decimals of one depth may be clauses that happen to be short. */
const DECIMALS = 2

interface Run {
  next: number
  /** How many count, titles among them. */
  count: number
  /** Those that are no titles yet. */
  readonly blocks: Block[]
  /** A title came after the last. */
  ended: boolean
}

export function findCountedHeadings(pages: readonly DocumentPage[]): Set<Block> {
  const counting = new Set(counted(pages))
  return new Set([...counting, ...decimals(pages, counting)])
}

/** Short numbered lines of one kind and style that count 1, 2, 3 … over the document, each with text below it; they may begin anew below a title. */
function counted(pages: readonly DocumentPage[]): Block[] {
  const found: Block[] = []
  const runs = new Map<string, Run>()
  const settle = (run: Run, isCjk: boolean): void => {
    if (run.count >= (isCjk ? COUNTING_CJK : COUNTING)) found.push(...run.blocks)
  }
  for (const { blocks } of pages)
    blocks.forEach((block, at) => {
      if (block.kind !== 'text' && block.kind !== 'title') return
      const numbering = parseNumbering(block.text)
      const key = `${numbering?.kind}|${styleKey({ ...block.style, caps: false })}`
      if (block.kind === 'title') for (const [other, run] of runs) run.ended ||= other !== key
      if (
        numbering === null ||
        numbering.depth > 1 ||
        block.style.lineCount > 1 ||
        (block.kind === 'text' && !mayBeTitle(block))
      )
        return
      const ordinal = numbering.path[0] ?? 0
      const isCjk = numbering.kind === 'cjk' || numbering.kind === 'cjkInner' || block.text.startsWith('（')
      if (ordinal === 0 || block.text.length > (isCjk ? COUNTED_CJK_CHARS : COUNTED_CHARS)) return
      const isFollowed = block.kind === 'title' || isAboveText(blocks[at + 1]) || isAboveInner(blocks, at)
      const run = runs.get(key)
      const own = block.kind === 'text' ? [block] : []
      if (run !== undefined && isFollowed && (ordinal === run.next || (run.ended && ordinal === 1))) {
        run.blocks.push(...own)
        run.count++
        run.next = ordinal + 1
        run.ended = false
        return
      }
      if (run !== undefined) settle(run, isCjk)
      runs.delete(key)
      if (isFollowed && ordinal === 1) runs.set(key, { next: 2, count: 1, blocks: own, ended: false })
    })
  for (const [key, run] of runs)
    settle(
      run,
      key.startsWith('cjk') || run.blocks.some((block) => block.kind === 'text' && block.text.startsWith('（')),
    )
  return found
}

/** "2.1", "2.2" below the title "2": each the first under its title or the next of the one before. */
function decimals(pages: readonly DocumentPage[], counting: ReadonlySet<Block>): Block[] {
  const known = new Set<string>()
  const titles = new Map<number, number>()
  const looks = new Set<string>()
  const found = new Map<number, Block[]>()
  for (const { blocks } of pages)
    blocks.forEach((block, at) => {
      if (block.kind !== 'title' && block.kind !== 'text') return
      const parts = decimalOf(block)
      if (parts === null) return
      const number = parts.join('.')
      if (block.kind === 'title' || counting.has(block)) {
        known.add(number)
        titles.set(parts.length, (titles.get(parts.length) ?? 0) + 1)
        looks.add(lookOf(block, parts))
        return
      }
      const last = parts.at(-1)!
      const parent = parts.slice(0, -1)
      const isNext = known.has((last === 1 ? parent : [...parent, last - 1]).join('.'))
      if (parts.length < 2 || !isNext || known.has(number) || !mayBeTitle(block) || block.style.lineCount > 1) return
      // The next of those that are titles, in their type, is one whatever stands below it.
      if (!looks.has(lookOf(block, parts)) && !isAboveText(blocks[at + 1])) return
      if (block.text.length > COUNTED_CHARS) return
      known.add(number)
      found.set(parts.length, [...(found.get(parts.length) ?? []), block])
    })
  return [...found].flatMap(([depth, blocks]) => (blocks.length + (titles.get(depth) ?? 0) >= DECIMALS ? blocks : []))
}

function lookOf({ style }: TextBlock | TitleBlock, { length }: readonly number[]): string {
  return `${length}|${styleKey(style)}`
}

function decimalOf({ text }: TextBlock | TitleBlock): number[] | null {
  const numbering = parseNumbering(text)
  return numbering?.kind === 'decimal' && /^\d/.test(text) ? [...numbering.path] : null
}

/** Right above a short line with another kind of number, itself above text. */
function isAboveInner(blocks: readonly Block[], at: number): boolean {
  const [block, next] = [blocks[at], blocks[at + 1]]
  if (
    block?.kind !== 'text' ||
    next?.kind !== 'text' ||
    next.style.lineCount > 1 ||
    !mayBeTitle(next) ||
    !isAboveText(blocks[at + 2])
  )
    return false
  const inner = parseNumbering(next.text)
  return inner !== null && inner.path.at(-1) === 1 && inner.kind !== parseNumbering(block.text)?.kind
}

function isAboveText(below: Block | undefined): boolean {
  return below === undefined || below.kind !== 'text' || (below.type === 'text' && below.style.lineCount > 1)
}
