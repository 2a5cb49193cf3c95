/** Pages and result scroll together: to the same page, and to the same part of it. */
import { effect } from '@preact/signals'
import { storedSignal } from '../client/stored.ts'
import { markReveals } from './comparison.ts'
import { pageJump, reveals, selected, tab } from './view.ts'

/** `on` or `off`. */
export const together = storedSignal('together', 'on')

const paneSelector = '.pages-scroll, .panel'

export function toggleTogether(): void {
  together.value = together.value === 'on' ? 'off' : 'on'
}

/** Returns a function that stops following. */
export function followScrolling(): () => void {
  const stop = new AbortController()
  /** The pane that is scrolled by hand. Other scrolling brings both panes to a place of their own. */
  let leader: Element | null = null
  const stopEffect = effect(() => {
    reveals.value
    markReveals.value
    pageJump.value
    leader = null
  })
  const stopTabs = effect(() => {
    tab.value
    // A view begins at its selected block, else at the page in view.
    requestAnimationFrame(() => {
      const [pages, panel] = ['.pages-scroll', '.panel'].map((name) => document.querySelector<HTMLElement>(name))
      if (together.peek() === 'on' && selected.peek() === null && pages != null && panel != null) align(panel, pages)
    })
  })
  const options = { capture: true, passive: true, signal: stop.signal }
  for (const type of ['wheel', 'touchmove', 'pointerdown', 'keydown'])
    document.addEventListener(
      type,
      ({ target }) => {
        leader = target instanceof Element ? target.closest(paneSelector) : null
      },
      options,
    )
  document.addEventListener(
    'scroll',
    ({ target }) => {
      if (together.value === 'off' || target !== leader || !(target instanceof HTMLElement)) return
      const other = document.querySelector<HTMLElement>(target.matches('.panel') ? '.pages-scroll' : '.panel')
      if (other !== null) align(other, target)
    },
    options,
  )
  return () => {
    stopEffect()
    stopTabs()
    stop.abort()
  }
}

/** Compares a point that moves from the upper to the lower edge during scrolling. */
function align(pane: HTMLElement, leader: HTMLElement): void {
  const range = pane.scrollHeight - pane.clientHeight
  const leaderRange = leader.scrollHeight - leader.clientHeight
  // Above the first part there can be a head.
  if (leader.scrollTop <= 0) {
    pane.scrollTop = 0
    return
  }
  const source = partAt(leader, (leader.scrollTop / leaderRange) * leader.scrollHeight)
  if (source === null || range <= 0 || leaderRange <= 0) return
  const parts = partsOf(pane)
  const part = parts.findLast((each) => pageOf(each) <= source.page) ?? parts[0]
  if (part === undefined) return
  // A page without a part of its own is between its neighbors.
  const fraction = pageOf(part) === source.page ? source.fraction : pageOf(part) < source.page ? 1 : 0
  const point = topOf(part, pane) + fraction * part.offsetHeight
  pane.scrollTop = (point / pane.scrollHeight) * range
}

function partAt(pane: HTMLElement, point: number): { readonly page: number; readonly fraction: number } | null {
  const parts = partsOf(pane)
  const part = parts.findLast((each) => topOf(each, pane) <= point) ?? parts[0]
  if (part === undefined || part.offsetHeight === 0) return null
  const fraction = (point - topOf(part, pane)) / part.offsetHeight
  return { page: pageOf(part), fraction: Math.min(1, Math.max(0, fraction)) }
}

/** In the order of their pages. */
function partsOf(pane: HTMLElement): HTMLElement[] {
  return [...pane.querySelectorAll<HTMLElement>(pane.matches('.panel') ? '[data-section]' : '[data-page]')]
}

function pageOf({ dataset }: HTMLElement): number {
  return Number(dataset.page ?? dataset.section)
}

function topOf(part: HTMLElement, pane: HTMLElement): number {
  return part.getBoundingClientRect().top - pane.getBoundingClientRect().top + pane.scrollTop
}
