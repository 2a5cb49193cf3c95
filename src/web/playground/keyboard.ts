/** Keyboard shortcuts, ignored while a field has the focus. */
import { signal } from '@preact/signals'
import { marks, selectMark, selectNeighborMark } from './comparison.ts'
import { toggleTogether } from './scroll-together.ts'
import { selectHit } from './search.ts'
import {
  jumpTo,
  pageInView,
  select,
  selectNeighbor,
  showBoxes,
  showConfidence,
  showOrder,
  tab,
  toggle,
} from './view.ts'
import { tabs } from './view-names.ts'
import { changeZoom, rotatePages, setZoom } from './zoom.ts'

export const isHelpOpen = signal(false)

/** Keys and their actions; the texts are messages `keys.<id>`. */
export const shortcuts: readonly { readonly keys: readonly string[]; readonly id: string; run(): void }[] = [
  { keys: ['j', 'PageDown'], id: 'nextPage', run: () => jumpTo(pageInView.value + 1) },
  { keys: ['k', 'PageUp'], id: 'previousPage', run: () => jumpTo(Math.max(0, pageInView.value - 1)) },
  { keys: ['n', 'ArrowDown'], id: 'nextBlock', run: () => walk(1) },
  { keys: ['p', 'ArrowUp'], id: 'previousBlock', run: () => walk(-1) },
  { keys: ['Enter'], id: 'nextMatch', run: () => selectHit(1) },
  { keys: ['Escape'], id: 'deselect', run: deselect },
  { keys: ['+', '='], id: 'zoomIn', run: () => changeZoom(1) },
  { keys: ['-'], id: 'zoomOut', run: () => changeZoom(-1) },
  { keys: ['0'], id: 'fitWidth', run: () => setZoom(null) },
  { keys: ['r'], id: 'rotate', run: () => rotatePages(1) },
  { keys: ['R'], id: 'rotateBack', run: () => rotatePages(-1) },
  { keys: ['s'], id: 'together', run: toggleTogether },
  { keys: ['b'], id: 'boxes', run: () => toggle(showBoxes) },
  { keys: ['o'], id: 'order', run: () => toggle(showOrder) },
  { keys: ['c'], id: 'confidence', run: () => toggle(showConfidence) },
  { keys: ['/'], id: 'search', run: () => document.querySelector<HTMLElement>('#search')?.focus() },
  { keys: ['1 – 8'], id: 'tab', run: () => undefined },
  {
    keys: ['?'],
    id: 'help',
    run: () => {
      isHelpOpen.value = true
    },
  },
]

function walk(step: 1 | -1): void {
  if (marks.value === null) selectNeighbor(step)
  else selectNeighborMark(step)
}

function deselect(): void {
  select(null, 'other')
  selectMark(null, 'key')
}

/** Returns a function that stops listening. */
export function listenForKeys(): () => void {
  const stop = new AbortController()
  document.addEventListener('keydown', act, { signal: stop.signal })
  return () => stop.abort()
}

function act(event: KeyboardEvent): void {
  const { target } = event
  if (target instanceof Element && target.closest('input, textarea, select, dialog') !== null) return
  if ((event.ctrlKey || event.metaKey) && event.key === 'a') {
    selectAll(event)
    return
  }
  // Shift and an arrow extend a selection of text.
  if (event.ctrlKey || event.metaKey || event.altKey || (event.shiftKey && /^(Arrow|Page)/.test(event.key))) return
  const isButton = target instanceof Element && target.closest('button, a, [role=tab], summary') !== null
  if (isButton && (event.key === 'Enter' || event.key === ' ')) return
  const number = /^[1-8]$/.test(event.key) ? Number(event.key) : 0
  const chosen = tabs[number - 1]
  if (chosen !== undefined) tab.value = chosen
  const shortcut = shortcuts.find(({ keys }) => keys.includes(event.key))
  if (shortcut === undefined) return
  event.preventDefault()
  shortcut.run()
}

/** Selects the pages or the result, because both have the same text. */
function selectAll(event: KeyboardEvent): void {
  const pane = event.target instanceof Element ? event.target.closest('.pages-scroll, .panel') : null
  if (pane === null) return
  event.preventDefault()
  getSelection()?.selectAllChildren(pane)
}
