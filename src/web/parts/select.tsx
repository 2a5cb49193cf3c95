import type { ComponentProps } from 'preact'

type SelectProps = ComponentProps<'select'> & {
  readonly options: readonly (readonly [value: string | number, label: string])[]
  readonly onChoose: (value: string) => void
}

export function Select({ options, onChoose, ...rest }: SelectProps) {
  return (
    <select {...rest} onChange={(event) => onChoose(event.currentTarget.value)}>
      {options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}
