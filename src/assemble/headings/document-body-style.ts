import { cached } from '../../model/cached.ts'
import type { BlockStyle, DocumentPage } from '../../model/document.ts'
import { caselessStyleKey } from './style-key.ts'

export interface BodyStyle {
  /** Result of `caselessStyleKey`, or empty without text. */
  readonly key: string
  readonly size: number
  readonly mono: boolean
  readonly font: string
  readonly color: number
}

export function bodyStyleOf(pages: readonly DocumentPage[]): BodyStyle {
  const weights = new Map<string, { weight: number; readonly style: BlockStyle }>()
  for (const block of pages.flatMap(({ blocks }) => blocks)) {
    if (block.kind !== 'text' || block.type !== 'text') continue
    const key = caselessStyleKey(block.style)
    cached(weights, key, () => ({ weight: 0, style: block.style })).weight += block.text.length
  }
  let heaviest = 0
  let body: BodyStyle = { key: '', size: 10, mono: false, font: '', color: 0 }
  for (const [key, { weight, style }] of weights)
    if (weight > heaviest) {
      heaviest = weight
      body = { key, size: style.size, mono: style.mono, font: style.font, color: style.color }
    }
  return body
}
