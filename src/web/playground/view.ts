/** State of the view, and the address (`#page=3&block=3.7`) that restores it. */
import { batch, computed, effect, type Signal, signal } from '@preact/signals'
import { storedSignal } from '../client/stored.ts'
import type { Block, Page } from '../client/types.ts'
import { keyOf } from './block.ts'
import { type Turn, turn } from './rotation.ts'
import { current } from './runs.ts'
import type { Tab } from './view-names.ts'

export const tab = signal<Tab>('document')
export const hovered = signal<string | null>(null)
export const selected = signal<string | null>(null)
/** Counts selections, so that selecting a block again scrolls to it again. */
export const reveals = signal<{
  readonly key: string
  readonly from: 'page' | 'text' | 'other'
  readonly count: number
} | null>(null)
export const hiddenTypes = signal<ReadonlySet<string>>(new Set())
export const showBoxes = signal(true)
export const showOrder = signal(false)
export const showConfidence = signal(false)
/** The list next to the pages: `thumbnails`, `outline` or `none`. */
export const sidebar = storedSignal('sidebar', 'thumbnails')
/** Current page, 0-based. */
export const pageInView = signal(0)
export const pageJump = signal<{ readonly page: number; readonly count: number } | null>(null)
/** `null`: the width of the pane. */
export const zoom = signal<number | null>(null)
export const query = signal('')
export const hitIndex = signal<number | null>(null)
/** Phones show one of the two panes. */
export const pane = signal<'pages' | 'result'>('pages')

/** Until the document is loaded. */
export const wantedPlace = signal<{ readonly page: string | null; readonly block: string | null } | null>(null)

export const pages = computed<readonly Page[]>(() => current.value?.pages ?? [])

export interface PlacedBlock {
  readonly key: string
  readonly page: number
  readonly block: Block
}

/** All blocks in reading order. */
export const blocks = computed<readonly PlacedBlock[]>(() =>
  pages.value.flatMap(({ page_num: page, blocks: list }) =>
    list.map((block) => ({ key: keyOf(page, block.idx), page, block })),
  ),
)

export const blockTypes = computed<readonly (readonly [type: string, count: number])[]>(() => {
  const counts = new Map<string, number>()
  for (const { block } of blocks.value) counts.set(block.type, (counts.get(block.type) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])
})

/** Structured formats have no geometry: each block has the whole page as its box. */
export const isDrawn = computed(
  () => blocks.value.length === 0 || blocks.value.some(({ block }) => block.source !== 'document'),
)

export const hasOcr = computed(() => blocks.value.some(({ block }) => block.source === 'ocr'))

/** Marks the block in all views while the pointer is over the element. */
export function hoverProps(key: string | null) {
  return {
    onMouseEnter() {
      hovered.value = key
    },
    onMouseLeave() {
      hovered.value = null
    },
  }
}

/** The end of a selection by mouse is a click, too. The keyboard has no click count. */
export function isClick({ detail }: MouseEvent): boolean {
  return detail === 0 || (getSelection()?.isCollapsed ?? true)
}

export function toggle(state: Signal<boolean>): void {
  state.value = !state.value
}

export function select(key: string | null, from: 'page' | 'text' | 'other'): void {
  batch(() => {
    selected.value = key
    if (key !== null) reveals.value = { key, from, count: (reveals.peek()?.count ?? 0) + 1 }
  })
}

export function selectNeighbor(step: 1 | -1): void {
  const list = blocks.value
  const at = list.findIndex(({ key }) => key === selected.value)
  const next = at < 0 ? list.find(({ page }) => page >= pageInView.value) : list[at + step]
  if (next !== undefined) select(next.key, 'other')
}

export function jumpTo(page: number): void {
  const known = pages.value
  const target = known.find(({ page_num }) => page_num >= page) ?? known.at(-1)
  if (target !== undefined) pageJump.value = { page: target.page_num, count: (pageJump.peek()?.count ?? 0) + 1 }
}

export function resetView(): void {
  batch(() => {
    selected.value = null
    hovered.value = null
    reveals.value = null
    pageJump.value = null
    wantedPlace.value = null
    pageInView.value = 0
    query.value = ''
    hitIndex.value = null
    hiddenTypes.value = new Set()
    turn.value = 0
  })
}

/** The blocks of a final result can have other numbers than those of its preliminary pages. */
function keepSelection(before: readonly Page[], after: readonly Page[]): void {
  const [page, idx] = (selected.peek() ?? '').split('.').map(Number)
  const blocksIn = (list: readonly Page[]): readonly Block[] =>
    list.find(({ page_num }) => page_num === page)?.blocks ?? []
  const block = blocksIn(before).find((each) => each.idx === idx)
  if (block === undefined || page === undefined) return
  const same = blocksIn(after).find(({ type, content }) => type === block.type && content === block.content)
  if (same !== undefined) selected.value = keyOf(page, same.idx)
}

export function readAddress(): URLSearchParams {
  return new URLSearchParams(location.hash.slice(1))
}

/** Quarter turns of the address: `&turn=1`. */
export function readTurn(address: URLSearchParams): Turn {
  const turns = Number(address.get('turn') ?? 0)
  return turns === 1 || turns === 2 || turns === 3 ? turns : 0
}

export function followView(): void {
  let before = pages.peek()
  effect(() => {
    if (before !== pages.value) keepSelection(before, pages.value)
    before = pages.value
  })
  effect(() => {
    const run = current.value
    const address = new URLSearchParams()
    if (run !== null) {
      if (run.sample !== null) address.set('sample', run.sample)
      else if (run.taskId !== null) address.set('task', run.taskId)
      else if (run.recentId !== null) address.set('recent', String(run.recentId))
      if (tab.value !== 'document') address.set('tab', tab.value)
      const page = pageInView.value > 0 ? String(pageInView.value + 1) : null
      const place = wantedPlace.value ?? { page, block: selected.value }
      if (place.page !== null) address.set('page', place.page)
      if (place.block !== null) address.set('block', place.block)
      if (turn.value !== 0) address.set('turn', String(turn.value))
    }
    const text = address.toString()
    if (run !== null || text !== '') history.replaceState(null, '', text === '' ? location.pathname : `#${text}`)
  })
}
