import { useSignalEffect } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { t } from '../messages/messages.ts'
import { blocks, type PlacedBlock, pageInView, select, selected } from './view.ts'

export function Outline() {
  const ref = useRef<HTMLElement>(null)
  const headings = blocks.value.filter(({ block }) => block.type === 'title')
  const current = currentHeading(headings)
  useSignalEffect(() => {
    pageInView.value
    selected.value
    ref.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  })
  return (
    <nav class="outline" aria-label={t('outline')} ref={ref}>
      {headings.length === 0 ? <p class="muted">{t('outline.none')}</p> : null}
      {headings.map(({ key, page, block }) => (
        <button
          key={key}
          type="button"
          class={`heading level-${Math.min(6, block.title_level ?? 1)}`}
          aria-current={key === current ? 'location' : undefined}
          title={block.content}
          onClick={() => select(key, 'other')}
        >
          <span class="heading-text" dir="auto">
            {block.content}
          </span>
          <span class="count">{page + 1}</span>
        </button>
      ))}
    </nav>
  )
}

function currentHeading(headings: readonly PlacedBlock[]): string | null {
  const order = blocks.value.findIndex(({ key }) => key === selected.value)
  const before = new Set(order < 0 ? [] : blocks.value.slice(0, order + 1).map(({ key }) => key))
  const isBefore = ({ key, page }: PlacedBlock): boolean => (order < 0 ? page <= pageInView.value : before.has(key))
  return headings.findLast(isBefore)?.key ?? null
}
