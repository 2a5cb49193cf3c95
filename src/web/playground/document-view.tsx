import { useComputed, useSignalEffect } from '@preact/signals'
import type { RefObject } from 'preact'
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { t } from '../messages/messages.ts'
import { Lazy, whenDrawn } from '../parts/lazy.tsx'
import { copyResult } from './copy-text.ts'
import { areFormulasReady, drawFormulas } from './formulas.ts'
import { revealCurrentHit, useHighlights } from './highlight.ts'
import { areSizesKnown, prepareImages } from './image-size.ts'
import { placeSegments, type Segment, segmentsOfPage } from './markdown.ts'
import { isGap } from './page-gaps.ts'
import type { Run } from './runs.ts'
import { renderToken } from './sanitize.ts'
import { hovered, hoverProps, reveals, select, selected } from './view.ts'

/** Height of a segment before it is drawn, in pixels, for the scroll bar. */
const ESTIMATED_HEIGHT = 60

export function DocumentView({ run }: { run: Run }) {
  const ref = useRef<HTMLDivElement>(null)
  const sections = useMemo(() => sectionsOf(run), [run.markdown, run.pages])
  useKeptPlace(ref, run.markdown)
  useSignalEffect(() => {
    const reveal = reveals.value
    if (reveal !== null && reveal.from !== 'text') revealSegment(ref.current, sections, reveal.key)
  })
  const hasFormulas = useMemo(
    () => sections.some(({ segments }) => segments.some(({ token }) => token.raw.includes('$'))),
    [sections],
  )
  if ((hasFormulas && !areFormulasReady()) || !areSizesKnown.value)
    // Its own key, because the document would be the same element, moved.
    return <div key="wait" class="skeleton lines" />
  return (
    <div
      key="document"
      class="document"
      ref={ref}
      onCopy={(event) => copyResult(event, (page) => textOfSection(sections, page))}
    >
      {sections.map(({ page, segments }) => (
        <section key={page} data-section={page} aria-label={t('page', { number: page + 1 })}>
          <p class="page-mark" aria-hidden="true">
            {t('page', { number: page + 1 })}
          </p>
          <Lazy estimate={segments.length * ESTIMATED_HEIGHT}>
            {() =>
              segments.map((segment, index) => (
                <SegmentView key={index} segment={segment} areFilesStored={run.status === 'done'} />
              ))
            }
          </Lazy>
        </section>
      ))}
    </div>
  )
}

interface Section {
  readonly page: number
  readonly segments: Segment[]
}

function sectionsOf({ markdown, pages }: Run): Section[] {
  if (markdown === null) {
    // Text that is read does not move when a missing page arrives.
    const end = pages.findIndex(isGap)
    const readable = end < 0 ? pages : pages.slice(0, end)
    return readable.map((page) => ({ page: page.page_num, segments: segmentsOfPage(page) }))
  }
  const sections: Section[] = []
  for (const segment of placeSegments(markdown, pages)) {
    const last = sections.at(-1)
    if (last !== undefined && segment.page <= last.page) last.segments.push(segment)
    else sections.push({ page: segment.page, segments: [segment] })
  }
  return sections
}

function textOfSection(sections: readonly Section[], wanted: number): Node[] {
  const section = sections.find(({ page }) => page === wanted)
  return section?.segments.map(({ token }) => renderToken(token)) ?? []
}

/** Keeps the place of the text in view, above which the final result can have other headings. */
function useKeptPlace(ref: RefObject<HTMLDivElement | null>, markdown: string | null): void {
  const place = useMemo(() => placeOfReading(ref.current), [ref, markdown])
  useLayoutEffect(() => {
    const pane = ref.current?.closest('[data-scroll]')
    if (place === null || pane == null) return
    // Blocks can have other numbers than before.
    const now = segmentsIn(ref.current).find(({ textContent }) => textContent === place.text)
    if (now !== undefined) pane.scrollTop += now.getBoundingClientRect().top - place.top
  }, [ref, markdown])
}

/** The first segment that begins in view. `null` at the start of the document. */
function placeOfReading(root: HTMLElement | null): { readonly text: string | null; readonly top: number } | null {
  const pane = root?.closest('[data-scroll]')
  if (pane == null || pane.scrollTop === 0) return null
  const limit = pane.getBoundingClientRect().top
  const segment = segmentsIn(root).find((each) => each.getBoundingClientRect().top >= limit)
  return segment === undefined ? null : { text: segment.textContent, top: segment.getBoundingClientRect().top }
}

function segmentsIn(root: HTMLElement | null): HTMLElement[] {
  return [...(root?.querySelectorAll<HTMLElement>('.segment') ?? [])]
}

interface SegmentViewProps {
  readonly segment: Segment
  readonly areFilesStored: boolean
}

function SegmentView({ segment: { token, key, keys }, areFilesStored }: SegmentViewProps) {
  const ref = useRef<HTMLDivElement>(null)
  const isOneOf = (name: string | null): boolean => name !== null && keys.includes(name)
  const state = useComputed(() => (isOneOf(selected.value) ? ' selected' : isOneOf(hovered.value) ? ' hovered' : ''))
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return
    const content = renderToken(token)
    prepareImages(content, areFilesStored)
    element.replaceChildren(content)
    drawFormulas(element)
  }, [token])
  useHighlights(ref, keys, token)
  if (key === null) return <div class="segment" dir="auto" ref={ref} />
  return (
    <div
      class={`segment linked${state.value}`}
      data-key={key}
      data-keys={keys.join(' ')}
      dir="auto"
      ref={ref}
      {...hoverProps(key)}
      onClick={(event) => {
        const isLink = event.target instanceof Element && event.target.closest('a') !== null
        if (!isLink && (getSelection()?.isCollapsed ?? true)) select(key, 'text')
      }}
    />
  )
}

function revealSegment(root: HTMLElement | null, sections: readonly Section[], key: string): void {
  const find = (): HTMLElement | null => root?.querySelector<HTMLElement>(`[data-keys~="${key}"]`) ?? null
  const section = sections.find(({ segments }) => segments.some(({ keys }) => keys.includes(key)))
  if (find() === null)
    root?.querySelector(`[data-section="${section?.page ?? key.split('.')[0]}"]`)?.scrollIntoView({ block: 'start' })
  whenDrawn(find, (segment) => {
    scrollToSegment(segment)
    revealCurrentHit(segment)
  })
}

function scrollToSegment(segment: HTMLElement): void {
  const pane = segment.closest('[data-scroll]')
  if (pane === null) return
  const place = segment.getBoundingClientRect()
  const view = pane.getBoundingClientRect()
  if (place.top < view.top || place.bottom > view.bottom) pane.scrollBy({ top: place.top - view.top - view.height / 4 })
}
