/** Zoom steps and rotation. Both keep the center of the pane. */
import { shownBox, shownSize, sumOfTurns, turn } from './rotation.ts'
import { pageInView, pages, zoom } from './view.ts'

/** Pixels of the page per CSS pixel at 100 %. */
export const PIXEL_RATIO = 144 / 96
const steps = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const
/** Maximum difference of zooms that look equal. */
const TOLERANCE = 0.02

export function changeZoom(step: 1 | -1): void {
  const now = zoom.value ?? fittedZoom()
  const next =
    step === 1 ? steps.find((value) => value > now + TOLERANCE) : steps.findLast((value) => value < now - TOLERANCE)
  if (next !== undefined) setZoom(next)
}

function fittedZoom(): number {
  const [first] = pages.value
  const element = document.querySelector<HTMLElement>('.pages-scroll > .page')
  if (first === undefined || element === null || element.offsetWidth === 0) return 1
  return (element.offsetWidth * PIXEL_RATIO) / shownSize(first).w
}

/** `null`: the width of the pane. */
export function setZoom(value: number | null): void {
  keepCenter(() => {
    zoom.value = value
  })
}

/** Clockwise (1) or back (-1). */
export function rotatePages(step: 1 | -1): void {
  keepCenter(() => {
    turn.value = sumOfTurns(turn.value, step)
  })
}

function keepCenter(change: () => void): void {
  const scroller = document.querySelector<HTMLElement>('.pages-scroll')
  const page = scroller?.querySelector<HTMLElement>(`[data-page="${pageInView.value}"]`)
  if (scroller == null || page == null) {
    change()
    return
  }
  const { clientWidth, clientHeight } = scroller
  const x = (scroller.scrollLeft + clientWidth / 2 - page.offsetLeft) / page.offsetWidth
  const y = (scroller.scrollTop + clientHeight / 2 - page.offsetTop) / page.offsetHeight
  const before = turn.value
  change()
  const [left, top] = shownBox([x, y, x, y], sumOfTurns(turn.value, -before))
  requestAnimationFrame(() =>
    scroller.scrollTo({
      left: page.offsetLeft + left * page.offsetWidth - clientWidth / 2,
      top: page.offsetTop + top * page.offsetHeight - clientHeight / 2,
    }),
  )
}
