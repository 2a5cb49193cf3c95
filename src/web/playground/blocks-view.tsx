import { useSignal, useSignalEffect } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { Page } from '../client/types.ts'
import { t, tDynamic } from '../messages/messages.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { Lazy } from '../parts/lazy.tsx'
import { keyOf, textOf } from './block.ts'
import type { Run } from './runs.ts'
import { hovered, hoverProps, reveals, select, selected } from './view.ts'

const ROW_HEIGHT = 34
const EXCERPT_LENGTH = 140

export function BlocksView({ run }: { run: Run }) {
  const ref = useRef<HTMLDivElement>(null)
  const isJson = useSignal(false)
  useSignalEffect(() => {
    const reveal = reveals.value
    if (reveal === null || reveal.from === 'text') return
    const row = ref.current?.querySelector(`[data-key="${reveal.key}"]`)
    const target = row ?? ref.current?.querySelector(`[data-section="${reveal.key.split('.')[0]}"]`)
    target?.scrollIntoView({ block: 'nearest' })
  })
  return (
    <div ref={ref}>
      <div class="panel-tools">
        <label class="inline">
          <input
            type="checkbox"
            checked={isJson.value}
            onChange={(event) => {
              isJson.value = event.currentTarget.checked
            }}
          />
          {t('blocks.json')}
        </label>
        <CopyButton text={() => JSON.stringify({ pages: run.pages }, null, 2)} />
      </div>
      {run.pages.map((page) => (
        <section key={page.page_num} data-section={page.page_num} class="block-page">
          <h2>
            {t('page', { number: page.page_num + 1 })}{' '}
            <small class="muted">
              {page.page_size.w} × {page.page_size.h} · {t('blocks.count', { count: page.blocks.length })}
            </small>
          </h2>
          <Lazy estimate={page.blocks.length * ROW_HEIGHT}>
            {() => (isJson.value ? <PageJson page={page} /> : <PageRows page={page} />)}
          </Lazy>
        </section>
      ))}
    </div>
  )
}

function PageJson({ page }: { page: Page }) {
  return <pre class="source">{JSON.stringify(page, null, 2)}</pre>
}

function PageRows({ page }: { page: Page }) {
  return (
    <ol class="block-rows">
      {page.blocks.map((block) => {
        const key = keyOf(page.page_num, block.idx)
        const isSelected = selected.value === key
        return (
          <li key={key} data-key={key}>
            <button
              type="button"
              class={`block-row type-${block.type}${hovered.value === key ? ' hovered' : ''}`}
              aria-expanded={isSelected}
              onClick={() => select(isSelected ? null : key, 'text')}
              {...hoverProps(key)}
            >
              <span class="order-number">{block.idx + 1}</span>
              <span class="swatch" aria-hidden="true" />
              <span class="block-type">{tDynamic(`type.${block.type}`, block.type)}</span>
              <span class="excerpt" dir="auto">
                {textOf(block).slice(0, EXCERPT_LENGTH)}
              </span>
              {block.source === 'ocr' ? <span class="muted">{Math.round(block.confidence * 100)} %</span> : null}
            </button>
            {isSelected ? <pre class="source">{JSON.stringify(block, null, 2)}</pre> : null}
          </li>
        )
      })}
    </ol>
  )
}
