import { useSignal } from '@preact/signals'
import type { ComponentChildren, RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

/** Distance from the visible part, in heights of the pane, within which contents are drawn. */
const margin = '100% 0px'

/** Whether the element is in view or close to it. */
export function useNear(ref: RefObject<Element | null>): boolean {
  const isNear = useSignal(false)
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return
    const root = element.closest('[data-scroll]')
    const observer = new IntersectionObserver(
      (entries) => {
        isNear.value = (entries.at(-1)?.isIntersecting ?? false) || holdsSelection(element)
      },
      { root, rootMargin: margin },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref, isNear])
  return isNear.value
}

/** An end of a selection would be lost with its text. */
export function holdsSelection(element: Element): boolean {
  const selection = getSelection()
  if (selection === null || selection.isCollapsed) return false
  return element.contains(selection.anchorNode) || element.contains(selection.focusNode)
}

/** Contents that exist only near the visible part. Their measured height is kept. */
export function Lazy({ estimate, children }: { estimate: number; children: () => ComponentChildren }) {
  const ref = useRef<HTMLDivElement>(null)
  const isNear = useNear(ref)
  const height = useRef(estimate)
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return
    if (isNear) {
      element.style.minHeight = ''
      return () => {
        height.current = element.offsetHeight || height.current
      }
    }
    element.style.minHeight = `${height.current}px`
    return undefined
  }, [isNear])
  return <div ref={ref}>{isNear ? children() : null}</div>
}

/** Calls `act` with an element as soon as it is drawn, if it is within some frames. */
export function whenDrawn(find: () => HTMLElement | null | undefined, act: (element: HTMLElement) => void): void {
  let attempts = 20
  const attempt = (): void => {
    const element = find()
    if (element != null) act(element)
    else if (--attempts > 0) requestAnimationFrame(attempt)
  }
  attempt()
}
