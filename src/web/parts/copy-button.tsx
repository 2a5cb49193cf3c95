import { useSignal } from '@preact/signals'
import { t } from '../messages/messages.ts'
import { Icon } from './icons.tsx'

interface CopyButtonProps {
  readonly text: () => string
  readonly label?: string
  readonly icon?: 'copy' | 'link'
  readonly help?: string
}

/** Copies a text, which is made when the button is pressed. */
export function CopyButton({ text, label, icon = 'copy', help }: CopyButtonProps) {
  const isCopied = useSignal(false)
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text())
    isCopied.value = true
    setTimeout(() => {
      isCopied.value = false
    }, 1600)
  }
  return (
    <button type="button" class="button small" title={help} onClick={() => copy().catch(() => undefined)}>
      <Icon name={isCopied.value ? 'check' : icon} />
      <span aria-live="polite">{isCopied.value ? t('copied') : (label ?? t('copy'))}</span>
    </button>
  )
}

/** Saves a file that the page made. */
export function saveFile(name: string, data: string | Blob, type = 'text/plain'): void {
  const url = URL.createObjectURL(typeof data === 'string' ? new Blob([data], { type }) : data)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
