import { t, tDynamic } from '../messages/messages.ts'
import { marks } from './comparison.ts'
import { DifferenceLegend } from './difference-marks.tsx'
import { blockTypes, hasOcr, hiddenTypes, showBoxes, showConfidence, showOrder, toggle } from './view.ts'

export function Legend() {
  const isComparison = marks.value !== null
  const toggles = [
    ['boxes', showBoxes],
    ...(isComparison ? [] : ([['order', showOrder]] as const)),
    ...(hasOcr.value && !isComparison ? ([['confidence', showConfidence]] as const) : []),
  ] as const
  return (
    <div class="legend" role="group" aria-label={t('legend')}>
      {toggles.map(([name, state]) => (
        <button key={name} type="button" class="chip" aria-pressed={state.value} onClick={() => toggle(state)}>
          {t(`legend.${name}`)}
        </button>
      ))}
      <span class="divider" aria-hidden="true" />
      {isComparison ? <DifferenceLegend /> : null}
      {(isComparison ? [] : blockTypes.value).map(([type, count]) => (
        <button
          key={type}
          type="button"
          class={`chip type-${type}`}
          aria-pressed={!hiddenTypes.value.has(type)}
          onClick={() => {
            const next = new Set(hiddenTypes.value)
            if (!next.delete(type)) next.add(type)
            hiddenTypes.value = next
          }}
        >
          <span class="swatch" aria-hidden="true" />
          {tDynamic(`type.${type}`, type)} <span class="muted">{count}</span>
        </button>
      ))}
    </div>
  )
}
