import { batch, computed, signal } from '@preact/signals'
import type { DifferenceMark, Differences } from './place-differences.ts'
import { currentId } from './runs.ts'
import { pageInView, pane, tab } from './view.ts'

export const comparison = signal<(Differences & { readonly run: number }) | null>(null)
const chosen = signal<string | null>(null)

/** Marks on the pages; `null` while no comparison is shown. */
export const marks = computed<readonly DifferenceMark[] | null>(() =>
  tab.value === 'compare' && comparison.value?.run === currentId.value ? comparison.value.marks : null,
)
export const selectedMark = computed(() => marks.value?.find(({ id }) => id === chosen.value) ?? null)

/** Counts selections, as `reveals` does. */
export const markReveals = signal<{
  readonly mark: DifferenceMark
  readonly from: 'page' | 'text' | 'key'
  readonly count: number
} | null>(null)

/** On phones, a click shows the other pane. */
export function selectMark(mark: DifferenceMark | null, from: 'page' | 'text' | 'key'): void {
  batch(() => {
    chosen.value = mark?.id ?? null
    if (mark === null) return
    if (from !== 'key') pane.value = from === 'page' ? 'result' : 'pages'
    markReveals.value = { mark, from, count: (markReveals.peek()?.count ?? 0) + 1 }
  })
}

export function selectNeighborMark(step: 1 | -1): void {
  const list = marks.value ?? []
  const at = list.findIndex(({ id }) => id === chosen.value)
  const next = at < 0 ? (list.find(({ page }) => page >= pageInView.value) ?? list[0]) : list[at + step]
  if (next !== undefined) selectMark(next, 'key')
}

/** Focus follows the selection if it is on an element of the same kind, or in the hidden pane. */
export function followsFocus(active: Element | null, kind: string): boolean {
  return active !== null && (active.matches(kind) || !active.checkVisibility())
}
