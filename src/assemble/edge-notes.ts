/** Rotated notes along the side of a page, such as "Downloaded from …" or an archive stamp. */
import { charsOf } from '../model/character-classes.ts'
import type { Block, DocumentPage } from '../model/document.ts'
import { height, width } from '../model/geometry.ts'
import { maxOf, minOf } from '../model/statistics.ts'
import { isTextual, type TextualBlock } from './text-blocks.ts'

/** Shorter text may label a section or row. */
const MIN_CHARS = 24
const MAX_PART_GAP_EM = 1.5
/** Maximum rotated blocks of a page with notes. */
const MAX_ROTATED = 100
/** Height relative to the width. */
const MIN_ASPECT_RATIO = 3
/** Minimum amount of text relative to the note; otherwise the page may be rotated. */
const MIN_TEXT_RATIO = 4

export function findEdgeNotes({ blocks, width: pageWidth }: DocumentPage): number[] {
  const rotated = blocks.filter(isTextual).filter(isRotated)
  if (rotated.length === 0 || rotated.length > MAX_ROTATED) return []
  const others = blocks.filter((block) => !isRotated(block))
  const left = Math.min(pageWidth, minOf(others.map(({ box }) => box.x0)))
  const right = Math.max(0, maxOf(others.map(({ box }) => box.x1)))
  const chars = others.reduce((sum, block) => sum + lengthOf(block), 0)
  const outside = rotated.filter(({ box }) => box.x1 <= left || box.x0 >= right)
  return outside.flatMap((block) => {
    const length = charsOf(partsOf(block, outside))
    return length >= MIN_CHARS && chars >= length * MIN_TEXT_RATIO ? [blocks.indexOf(block)] : []
  })
}

/** Parts follow one another or are lines side by side. */
function partsOf(block: TextualBlock, rotated: readonly TextualBlock[]): TextualBlock[] {
  const parts = new Set([block])
  const isNear = (one: TextualBlock, other: TextualBlock): boolean => {
    const gap = MAX_PART_GAP_EM * one.style.size
    const isAdjacent = one.box.x0 - other.box.x1 <= gap && other.box.x0 - one.box.x1 <= gap
    return isAdjacent && one.box.y0 - other.box.y1 <= gap && other.box.y0 - one.box.y1 <= gap
  }
  for (const part of parts) for (const other of rotated) if (isNear(part, other)) parts.add(other)
  return [...parts]
}

/** Rotated horizontal text, not a line of a vertical script. */
export function isRotated(block: Block): boolean {
  if (!isTextual(block)) return false
  const { type, text, box } = block
  return (type === 'text' || type === 'title') && /\p{L}{2}/u.test(text) && height(box) > MIN_ASPECT_RATIO * width(box)
}

function lengthOf(block: Block): number {
  return isTextual(block) ? block.text.length : 0
}
