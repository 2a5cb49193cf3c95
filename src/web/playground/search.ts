/** Searches the text of blocks. A hit is one occurrence, so a block can have several. */
import { batch, computed } from '@preact/signals'
import type { Block } from '../client/types.ts'
import { CELL_BREAK, fold, occurrences } from './text-index.ts'
import { blocks, hitIndex, pageInView, query, select, selected } from './view.ts'

export interface Hit {
  readonly key: string
  readonly page: number
  /** In reading order. */
  readonly place: number
  readonly nth: number
}

const foldedBlocks = computed(() =>
  blocks.value.map(({ key, page, block }) => ({ key, page, text: fold(searchTextOf(block)) })),
)

function searchTextOf(block: Block): string {
  return block.cells === undefined ? block.content : block.cells.map(({ text }) => text).join(CELL_BREAK)
}

export const wantedText = computed(() => fold(query.value).trim())

/** In reading order. */
export const hits = computed<readonly Hit[]>(() => {
  const wanted = wantedText.value
  if (wanted === '') return []
  return foldedBlocks.value.flatMap(({ key, page, text }, place) =>
    occurrences(text, wanted).map((_, nth) => ({ key, page, place, nth })),
  )
})

export const currentHit = computed<Hit | null>(() =>
  hitIndex.value === null ? null : (hits.value[hitIndex.value] ?? null),
)

/** By key of the block and by page. */
export const hitCounts = computed<ReadonlyMap<string | number, number>>(() => {
  const counts = new Map<string | number, number>()
  for (const { key, page } of hits.value) for (const name of [key, page]) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
})

export function setQuery(text: string): void {
  batch(() => {
    query.value = text
    hitIndex.value = null
  })
}

/** Selects the hit after (1) or before (-1) the current one, the selected block or the current page. */
export function selectHit(step: 1 | -1): void {
  const list = hits.value
  if (list.length === 0) return
  const hit = currentHit.value
  const index = hit !== null && hit.key === selected.value ? (hitIndex.value ?? 0) + step : indexFromView(list, step)
  const next = (index + list.length) % list.length
  batch(() => {
    hitIndex.value = next
    select(list[next]?.key ?? null, 'other')
  })
}

function indexFromView(list: readonly Hit[], step: 1 | -1): number {
  const isAnchor = ({ key, page }: { key: string; page: number }): boolean =>
    selected.value === null ? page >= pageInView.value : key === selected.value
  const anchor = blocks.value.findIndex(isAnchor)
  const following = list.findIndex(({ place }) => place >= anchor)
  if (step === 1) return Math.max(0, following)
  return (following < 0 ? list.length : following) - 1
}
