import { useEffect, useRef } from 'preact/hooks'

interface TabItem<name extends string> {
  readonly name: name
  readonly label: string
  readonly count?: number | undefined
}

/** Arrow keys select tabs. The panel has the id `panel-<name>`. */
export function Tabs<name extends string>({
  items,
  selected,
  onSelect,
  label,
}: {
  items: readonly TabItem<name>[]
  selected: name
  onSelect: (name: name) => void
  label: string
}) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    ref.current?.querySelector(`#tab-${selected}`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [selected])
  const move = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    const at = items.findIndex(({ name }) => name === selected)
    const next = items[(at + step + items.length) % items.length]
    if (next === undefined) return
    event.preventDefault()
    onSelect(next.name)
    ref.current?.querySelector<HTMLElement>(`#tab-${next.name}`)?.focus()
  }
  return (
    <div class="tabs" role="tablist" aria-label={label} ref={ref} onKeyDown={move}>
      {items.map(({ name, label: text, count }) => (
        <button
          key={name}
          id={`tab-${name}`}
          type="button"
          role="tab"
          aria-selected={name === selected}
          aria-controls={name === selected ? `panel-${name}` : undefined}
          tabIndex={name === selected ? 0 : -1}
          onClick={() => onSelect(name)}
        >
          {text}
          {count === undefined || count === 0 ? null : <span class="count">{count}</span>}
        </button>
      ))}
    </div>
  )
}
