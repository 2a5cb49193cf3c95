import { useSignal } from '@preact/signals'
import type { ComponentChildren, RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

/** Distance from the viewport within which content is rendered, relative to the pane. */
const margin = '100% 0px'

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

/** A selection would lose its end with the removed text. */
export function holdsSelection(element: Element): boolean {
  const selection = getSelection()
  if (selection === null || selection.isCollapsed) return false
  return element.contains(selection.anchorNode) || element.contains(selection.focusNode)
}

/** Renders content only near the viewport. The measured height is kept. */
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

/** Acts on an element once it is rendered, within a few frames. */
export function whenDrawn(find: () => HTMLElement | null | undefined, act: (element: HTMLElement) => void): void {
  let attempts = 20
  const attempt = (): void => {
    const element = find()
    if (element != null) act(element)
    else if (--attempts > 0) requestAnimationFrame(attempt)
  }
  attempt()
}
