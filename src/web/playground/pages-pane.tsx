import { useSignalEffect } from '@preact/signals'
import type { RefObject } from 'preact'
import { useRef } from 'preact/hooks'
import type { Box } from '../client/types.ts'
import { t } from '../messages/messages.ts'
import { Button, IconButton } from '../parts/buttons.tsx'
import { whenDrawn } from '../parts/lazy.tsx'
import { followsFocus, markReveals, selectedMark } from './comparison.ts'
import { copyPages } from './copy-text.ts'
import { startSelection } from './drag-selection.ts'
import { revealCurrentHit } from './highlight.ts'
import { Legend } from './legend.tsx'
import { Outline } from './outline.tsx'
import { PageView } from './page-view.tsx'
import type { DifferenceMark } from './place-differences.ts'
import { shownBox } from './rotation.ts'
import type { Run } from './runs.ts'
import { together, toggleTogether } from './scroll-together.ts'
import { Thumbnails } from './thumbnails.tsx'
import { jumpTo, pageInView, pageJump, pages, reveals, selected, sidebar, zoom } from './view.ts'
import { changeZoom, rotatePages, setZoom } from './zoom.ts'

export function PagesPane({ run }: { run: Run }) {
  const scroller = useRef<HTMLDivElement>(null)
  useSignalEffect(() => {
    const jump = pageJump.value
    if (jump === null) return
    whenDrawn(
      () => pageElement(scroller.current, jump.page),
      (element) => scroller.current?.scrollTo({ top: element.offsetTop - 12 }),
    )
    // Short pages at the end cannot be scrolled to the top.
    pageInView.value = jump.page
  })
  useSignalEffect(() => {
    const reveal = reveals.value
    if (reveal === null || reveal.from === 'page') return
    revealBox(scroller, reveal.key)
    whenDrawn(() => scroller.current?.querySelector<HTMLElement>(`[data-key="${reveal.key}"]`), revealCurrentHit)
  })
  useSignalEffect(() => {
    const reveal = markReveals.value
    if (reveal !== null && reveal.from !== 'page' && selectedMark.peek() === reveal.mark)
      revealMark(scroller.current, reveal.mark)
  })
  // While a task runs, more pages than are there.
  const count = Math.max(run.total ?? 0, run.pages.length)
  return (
    <section class="pages-pane" aria-label={t('panes.pages')}>
      <PagesBar count={count} />
      <Legend />
      <div class="pages-body">
        {sidebar.value === 'thumbnails' && count > 1 ? <Thumbnails pages={run.pages} /> : null}
        {sidebar.value === 'outline' ? <Outline /> : null}
        <div
          class="pages-scroll"
          data-scroll
          ref={scroller}
          tabIndex={0}
          role="region"
          aria-label={t('pages')}
          onScroll={(event) => followScroll(event.currentTarget)}
          onMouseDown={startSelection}
          onCopy={(event) => copyPages(event, run.pages)}
        >
          {run.pages.map((page) => (
            <PageView key={page.page_num} page={page} isFinal={run.status === 'done'} />
          ))}
        </div>
      </div>
    </section>
  )
}

function PagesBar({ count }: { count: number }) {
  const at = pages.value.findIndex(({ page_num }) => page_num === pageInView.value)
  return (
    <div class="pages-bar" role="toolbar" aria-label={t('pages.tools')}>
      {count > 1 ? <SidebarButton name="thumbnails" icon="panel" /> : null}
      <SidebarButton name="outline" icon="outline" />
      <IconButton icon="up" label={t('keys.previousPage')} onClick={() => step(-1)} />
      <label class="page-number">
        <span class="visually-hidden">{t('pages.number')}</span>
        <input
          type="number"
          min={1}
          value={(pages.value[at]?.page_num ?? 0) + 1}
          onChange={(event) => jumpTo(Number(event.currentTarget.value) - 1)}
        />
        <span class="muted">/ {Math.max(count, (pages.value.at(-1)?.page_num ?? 0) + 1)}</span>
      </label>
      <IconButton icon="down" label={t('keys.nextPage')} onClick={() => step(1)} />
      <span class="spacer" />
      <IconButton
        class="icon-button together-button"
        icon="together"
        label={t('keys.together')}
        aria-pressed={together.value === 'on'}
        onClick={toggleTogether}
      />
      <IconButton icon="minus" label={t('keys.zoomOut')} onClick={() => changeZoom(-1)} />
      <Button kind="small zoom" title={t('keys.fitWidth')} onClick={() => setZoom(null)}>
        {zoom.value === null ? t('zoom.fit') : `${Math.round(zoom.value * 100)} %`}
      </Button>
      <IconButton icon="plus" label={t('keys.zoomIn')} onClick={() => changeZoom(1)} />
      <IconButton icon="rotate" label={t('keys.rotate')} onClick={() => rotatePages(1)} />
    </div>
  )
}

function SidebarButton({ name, icon }: { name: 'thumbnails' | 'outline'; icon: 'panel' | 'outline' }) {
  const isShown = sidebar.value === name
  return (
    <IconButton
      class="icon-button sidebar-button"
      icon={icon}
      label={t(name)}
      aria-pressed={isShown}
      onClick={() => {
        sidebar.value = isShown ? 'none' : name
      }}
    />
  )
}

function step(by: 1 | -1): void {
  const list = pages.value
  const next = list[list.findIndex(({ page_num }) => page_num === pageInView.value) + by]
  if (next !== undefined) jumpTo(next.page_num)
}

/** Finds the page at the upper third by binary search; after a jump to the end, one below. */
function followScroll(scroller: HTMLElement): void {
  const elements = scroller.children
  const line = scroller.scrollTop + scroller.clientHeight / 3
  let low = 0
  let high = elements.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    const element = elements[middle]
    if (element instanceof HTMLElement && element.offsetTop <= line) low = middle
    else high = middle - 1
  }
  const atLine = Number((elements[low] as HTMLElement | undefined)?.dataset.page ?? 0)
  const isAtEnd = scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 2
  const page = isAtEnd ? Math.max(atLine, pageJump.peek()?.page ?? 0) : atLine
  if (page !== pageInView.value) pageInView.value = page
}

function pageElement(scroller: HTMLElement | null, page: number): HTMLElement | null {
  return scroller?.querySelector<HTMLElement>(`[data-page="${page}"]`) ?? null
}

/** Uses coordinates, because the boxes of the page may not be rendered yet. */
function revealBox(scroller: RefObject<HTMLElement | null>, key: string): void {
  const [page = 0, idx = 0] = key.split('.').map(Number)
  const found = pages.peek().find(({ page_num }) => page_num === page)
  const block = found?.blocks.find((candidate) => candidate.idx === idx)
  if (found === undefined || block === undefined) return
  const { w, h } = found.page_size
  const [x1, y1, x2, y2] = block.bbox
  whenDrawn(
    () => pageElement(scroller.current, page),
    (element) => {
      if (scroller.current !== null && selected.peek() === key)
        scrollToPart(scroller.current, element, [x1 / w, y1 / h, x2 / w, y2 / h])
    },
  )
}

/** `box`: relative to the page, without its rotation. */
function scrollToPart(scroller: HTMLElement, page: HTMLElement, box: Box): void {
  const [x1, y1, x2, y2] = shownBox(box)
  const top = page.offsetTop + y1 * page.offsetHeight
  const bottom = page.offsetTop + y2 * page.offsetHeight
  if (top < scroller.scrollTop + 20 || bottom > scroller.scrollTop + scroller.clientHeight - 20)
    scroller.scrollTo({ top: top - scroller.clientHeight / 4 })
  const left = page.offsetLeft + x1 * page.offsetWidth
  const right = page.offsetLeft + x2 * page.offsetWidth
  if (left < scroller.scrollLeft || right > scroller.scrollLeft + scroller.clientWidth)
    scroller.scrollTo({ left: (left + right - scroller.clientWidth) / 2 })
}

/** In the next frame, because a click in the text shows this pane on phones. */
function revealMark(scroller: HTMLElement | null, { id, page, box }: DifferenceMark): void {
  const active = document.activeElement
  requestAnimationFrame(() => {
    const element = pageElement(scroller, page)
    if (scroller === null || element === null) return
    scrollToPart(scroller, element, box)
    if (followsFocus(active, '.mark'))
      whenDrawn(
        () => element.querySelector<HTMLElement>(`[data-mark="${id}"]`),
        (mark) => mark.focus({ preventScroll: true }),
      )
  })
}
