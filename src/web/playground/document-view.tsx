import { useComputed, useSignalEffect } from '@preact/signals'
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { t } from '../messages/messages.ts'
import { Lazy, whenDrawn } from '../parts/lazy.tsx'
import { copyResult } from './copy-text.ts'
import { areFormulasReady, drawFormulas } from './formulas.ts'
import { revealCurrentHit, useHighlights } from './highlight.ts'
import { setImageSizes } from './image-size.ts'
import { placeSegments, type Segment, segmentsOfPage } from './markdown.ts'
import type { Run } from './runs.ts'
import { renderToken } from './sanitize.ts'
import { hovered, reveals, select, selected } from './view.ts'

/** Height of a segment before it is drawn, in pixels, for the scroll bar. */
const ESTIMATED_HEIGHT = 60

export function DocumentView({ run }: { run: Run }) {
  const ref = useRef<HTMLDivElement>(null)
  const sections = useMemo(() => sectionsOf(run), [run.markdown, run.pages])
  useSignalEffect(() => {
    const reveal = reveals.value
    if (reveal !== null && reveal.from !== 'text') revealSegment(ref.current, sections, reveal.key)
  })
  const hasFormulas = useMemo(
    () => sections.some(({ segments }) => segments.some(({ token }) => token.raw.includes('$'))),
    [sections],
  )
  if (hasFormulas && !areFormulasReady()) return <div class="skeleton lines" />
  return (
    <div class="document" ref={ref} onCopy={(event) => copyResult(event, (page) => textOfSection(sections, page))}>
      {sections.map(({ page, segments }) => (
        <section key={page} data-section={page} aria-label={t('page', { number: page + 1 })}>
          <p class="page-mark" aria-hidden="true">
            {t('page', { number: page + 1 })}
          </p>
          <Lazy estimate={segments.length * ESTIMATED_HEIGHT}>
            {() => segments.map((segment, index) => <SegmentView key={index} segment={segment} />)}
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
  if (markdown === null) return pages.map((page) => ({ page: page.page_num, segments: segmentsOfPage(page) }))
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

function SegmentView({ segment: { token, key, keys } }: { segment: Segment }) {
  const ref = useRef<HTMLDivElement>(null)
  const isOneOf = (name: string | null): boolean => name !== null && keys.includes(name)
  const state = useComputed(() => (isOneOf(selected.value) ? ' selected' : isOneOf(hovered.value) ? ' hovered' : ''))
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return
    element.replaceChildren(renderToken(token))
    setImageSizes(element)
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
      onMouseEnter={() => {
        hovered.value = key
      }}
      onMouseLeave={() => {
        hovered.value = null
      }}
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
