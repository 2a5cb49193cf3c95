import { useSignal } from '@preact/signals'

export function SecretForm({
  label,
  help,
  submit,
  onSubmit,
}: {
  label: string
  help: string
  submit: string
  onSubmit: (text: string) => void
}) {
  const text = useSignal('')
  return (
    <form
      class="card section sign-in"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.value.trim() !== '') onSubmit(text.value.trim())
      }}
    >
      <p class="muted">{help}</p>
      <label class="field">
        <span>{label}</span>
        <input
          type="password"
          autocomplete="off"
          spellcheck={false}
          value={text.value}
          onInput={(event) => {
            text.value = event.currentTarget.value
          }}
        />
      </label>
      <button type="submit" class="button accent">
        {submit}
      </button>
    </form>
  )
}
