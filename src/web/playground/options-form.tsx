import { t, tDynamic } from '../messages/messages.ts'
import { Button } from '../parts/buttons.tsx'
import { Select } from '../parts/select.tsx'
import {
  type OptionField,
  type OptionGroup,
  optionFields,
  optionValues,
  playgroundDefaults,
  setOption,
} from './options.ts'
import { type Mode, mode } from './runs.ts'

const groups: readonly OptionGroup[] = ['reading', 'output', 'structure', 'chunks', 'delivery']

export function OptionsForm() {
  return (
    <form class="options" onSubmit={(event) => event.preventDefault()}>
      {groups.map((group) => (
        <fieldset key={group}>
          <legend>{t(`options.${group}`)}</legend>
          {group === 'delivery' ? <ModeField /> : null}
          {optionFields
            .filter((field) => field.group === group)
            .map((field) => (
              <Field key={field.name} field={field} />
            ))}
        </fieldset>
      ))}
      <div class="row end">
        <Button
          onClick={() => {
            optionValues.value = playgroundDefaults
            mode.value = 'auto'
          }}
        >
          {t('options.reset')}
        </Button>
      </div>
    </form>
  )
}

function ModeField() {
  return (
    <label class="field">
      <span>{t('mode')}</span>
      <Select
        value={mode.value}
        options={(['auto', 'sync', 'async'] as const).map((name) => [name, t(`mode.${name}`)])}
        onChoose={(name) => {
          mode.value = name as Mode
        }}
      />
      <small class="muted">{t('mode.help')}</small>
    </label>
  )
}

function Field({ field }: { field: OptionField }) {
  const { name, kind } = field
  const label = tDynamic(`option.${name}`, name)
  const help = <small class="muted">{tDynamic(`option.${name}.help`, '')}</small>
  const value = optionValues.value[name] ?? ''
  if (kind === 'flag')
    return (
      <label class="field flag">
        <input
          type="checkbox"
          name={name}
          checked={value === 'true'}
          onChange={(event) => setOption(name, String(event.currentTarget.checked))}
        />
        <span>{label}</span>
        {help}
      </label>
    )
  if (kind === 'list')
    return (
      <div class="field" role="group" aria-label={label}>
        <span>{label}</span>
        <div class="row">
          {field.choices?.map((choice) => (
            <label key={choice} class="inline">
              <input
                type="checkbox"
                checked={value.split(',').includes(choice)}
                onChange={(event) => {
                  const rest = value.split(',').filter((item) => item !== choice)
                  setOption(name, [...rest, ...(event.currentTarget.checked ? [choice] : [])].join(','))
                }}
              />
              {choice}
            </label>
          ))}
        </div>
        {help}
      </div>
    )
  return (
    <label class="field">
      <span>{label}</span>
      {kind === 'choice' ? (
        <Select
          name={name}
          value={value}
          options={field.choices?.map((choice) => [choice, choice]) ?? []}
          onChoose={(chosen) => setOption(name, chosen)}
        />
      ) : (
        <TextInput field={field} value={value} />
      )}
      {help}
    </label>
  )
}

function TextInput({ field: { name, kind, example }, value }: { field: OptionField; value: string }) {
  const rest = {
    name,
    value,
    placeholder: example,
    autocomplete: 'off',
    onChange: (event: Event & { readonly currentTarget: HTMLInputElement }) =>
      setOption(name, event.currentTarget.value.trim()),
  }
  if (kind === 'password') return <input type="password" {...rest} />
  return <input type="text" inputMode={kind === 'number' ? 'numeric' : 'text'} {...rest} />
}
