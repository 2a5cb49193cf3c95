import { t, tDynamic } from '../messages/messages.ts'
import { textOf } from './block.ts'
import { marks, selectedMark, selectMark } from './comparison.ts'
import type { DifferenceMark } from './place-differences.ts'
import { showBoxes } from './view.ts'

const LABEL_LENGTH = 80
const kinds = ['added', 'removed', 'changed'] as const

export function DifferenceMarks({ page }: { page: number }) {
  const list = marks.value?.filter((mark) => mark.page === page) ?? []
  if (list.length === 0 || !showBoxes.value) return null
  return (
    <div class="marks">
      {list.map((mark) => (
        <MarkButton key={mark.id} mark={mark} />
      ))}
    </div>
  )
}

function MarkButton({ mark }: { mark: DifferenceMark }) {
  const { id, kind, block, box } = mark
  const [x1, y1, x2, y2] = box
  const isSelected = selectedMark.value?.id === id
  return (
    <button
      type="button"
      class={`mark kind-${kind}${isSelected ? ' selected' : ''}`}
      data-mark={id}
      aria-current={isSelected}
      aria-label={t('compare.mark', {
        kind: t(`compare.kind.${kind}`),
        type: tDynamic(`type.${block.type}`, block.type),
        text: textOf(block).slice(0, LABEL_LENGTH),
      })}
      style={{
        left: `${x1 * 100}%`,
        top: `${y1 * 100}%`,
        width: `${(x2 - x1) * 100}%`,
        height: `${(y2 - y1) * 100}%`,
        // Small blocks can be clicked within large ones, and moved blocks over removed ones.
        zIndex: Math.round(100 * (1 - (x2 - x1) * (y2 - y1))) - (kind === 'removed' ? 1 : 0),
      }}
      onClick={() => selectMark(mark, 'page')}
    />
  )
}

export function DifferenceLegend() {
  return (
    <ul class="kinds" aria-label={t('compare.legend')}>
      {kinds.map((kind) => (
        <li key={kind} class={`kind-${kind}`}>
          <span class="kind-swatch" aria-hidden="true" />
          {t(`compare.kind.${kind}`)}{' '}
          <span class="muted">{marks.value?.filter((mark) => mark.kind === kind).length ?? 0}</span>
        </li>
      ))}
    </ul>
  )
}
