import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { localFile } from '../client/api.ts'
import type { Block, Page } from '../client/types.ts'
import { t, tDynamic } from '../messages/messages.ts'
import { holdsSelection, useNear } from '../parts/lazy.tsx'
import { keyOf, textOf } from './block.ts'
import { BlockText } from './block-text.tsx'
import { marks } from './comparison.ts'
import { DifferenceMarks } from './difference-marks.tsx'
import { useHighlights } from './highlight.ts'
import type { Raster } from './ink-lines.ts'
import { isGap } from './page-gaps.ts'
import { readRaster } from './page-raster.ts'
import { sheetSize, shownSize, turn } from './rotation.ts'
import { hitCounts } from './search.ts'
import {
  hiddenTypes,
  hovered,
  hoverProps,
  isClick,
  select,
  selected,
  showBoxes,
  showConfidence,
  showOrder,
  zoom,
} from './view.ts'
import { PIXEL_RATIO } from './zoom.ts'

const LABEL_LENGTH = 80

/** Image, boxes and text exist only near the viewport. */
export function PageView({ page, isFinal }: { page: Page; isFinal: boolean }) {
  const ref = useRef<HTMLDivElement>(null)
  const isNear = useNear(ref)
  const { w, h } = shownSize(page)
  const width = zoom.value === null ? '100%' : `${(w / PIXEL_RATIO) * zoom.value}px`
  const number = page.page_num + 1
  // Images of expired results are missing.
  const isMissing = useSignal(false)
  const image = isFinal && !isMissing.value ? localFile(page.page_image_url) : null
  const raster = useSignal<Raster | null>(null)
  const isNearNow = useRef(isNear)
  isNearNow.current = isNear
  if (!isNear && raster.peek() !== null) raster.value = null
  return (
    <div
      ref={ref}
      class={isGap(page) ? 'page missing' : 'page'}
      aria-busy={isGap(page)}
      data-page={page.page_num}
      style={{ width, aspectRatio: `${w} / ${h}` }}
      role="group"
      aria-label={t('page', { number })}
    >
      <div class="sheet" data-turn={turn.value} style={sheetSize(page)}>
        {isNear && image !== null ? (
          <img
            src={image}
            alt={t('page.image', { number })}
            draggable={false}
            onLoad={({ currentTarget }) => {
              whenIdle(() => {
                const isSelecting = ref.current !== null && holdsSelection(ref.current)
                if (isNearNow.current && !isSelecting) raster.value = readRaster(currentTarget)
              })
            }}
            onError={() => {
              isMissing.value = true
            }}
          />
        ) : null}
        {isNear
          ? page.blocks.map((block) => (
              <BlockBox key={block.idx} block={block} page={page} withText={image === null} raster={raster.value} />
            ))
          : null}
        {isNear ? <DifferenceMarks page={page.page_num} /> : null}
      </div>
      <span class="page-label" aria-hidden="true">
        {number}
      </span>
    </div>
  )
}

/** Calls `work` when the browser is idle, so that scrolling stays smooth. */
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: 1000 })
  else setTimeout(work, 200)
}

interface BlockBoxProps {
  readonly block: Block
  readonly page: Page
  readonly withText: boolean
  readonly raster: Raster | null
}

function BlockBox({ block, page, withText, raster }: BlockBoxProps) {
  const { w, h } = page.page_size
  const key = keyOf(page.page_num, block.idx)
  const [x1, y1, x2, y2] = block.bbox
  const percent = (value: number, whole: number): string => `${(value / whole) * 100}%`
  const position = {
    left: percent(x1, w),
    top: percent(y1, h),
    width: percent(x2 - x1, w),
    height: percent(y2 - y1, h),
  }
  const ref = useRef<HTMLDivElement>(null)
  const isBare = !showBoxes.value || marks.value !== null || hiddenTypes.value.has(block.type)
  useHighlights(ref, [key], `${isBare} ${withText} ${raster === null}`)
  const content = <BlockText block={block} page={page} isVisible={withText} raster={raster} />
  if (isBare)
    return (
      <div class="box bare" style={position} data-key={key} ref={ref}>
        {content}
      </div>
    )
  const isSelected = selected.value === key
  const classes = [
    'box',
    `type-${block.type}`,
    isSelected ? 'selected' : '',
    hovered.value === key ? 'hovered' : '',
    hitCounts.value.has(key) ? 'match' : '',
    showConfidence.value ? `confidence-${Math.min(9, Math.floor(block.confidence * 10))}` : '',
  ]
  const type = tDynamic(`type.${block.type}`, block.type)
  const text = textOf(block).slice(0, LABEL_LENGTH)
  return (
    <div
      class={classes.filter((name) => name !== '').join(' ')}
      style={position}
      data-key={key}
      ref={ref}
      onClick={(event) => {
        if (isClick(event)) select(isSelected ? null : key, 'page')
      }}
      {...hoverProps(key)}
    >
      {/* Text inside of a button cannot be selected. */}
      <button
        type="button"
        tabIndex={isSelected ? 0 : -1}
        aria-pressed={isSelected}
        aria-label={t('box.label', { number: block.idx + 1, type, text })}
      />
      {content}
      {showOrder.value ? (
        <span class="order" aria-hidden="true">
          {block.idx + 1}
        </span>
      ) : null}
      {hovered.value === key || isSelected ? (
        <span class="box-label" aria-hidden="true">
          {type}
          {block.source === 'ocr' ? ` · OCR ${Math.round(block.confidence * 100)} %` : ''}
        </span>
      ) : null}
    </div>
  )
}
