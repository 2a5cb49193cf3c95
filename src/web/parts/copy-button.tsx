import { useSignal } from '@preact/signals'
import { t } from '../messages/messages.ts'
import { Button } from './buttons.tsx'

interface CopyButtonProps {
  readonly text: () => string
  readonly label?: string
  readonly icon?: 'copy' | 'link'
  readonly help?: string
  /** Shows only the icon on phones. */
  readonly isCompact?: boolean
  readonly isDisabled?: boolean
}

/** The text is computed when the button is pressed. */
export function CopyButton({
  text,
  label,
  icon = 'copy',
  help,
  isCompact = false,
  isDisabled = false,
}: CopyButtonProps) {
  const isCopied = useSignal(false)
  const copy = async (): Promise<void> => {
    await writeClipboard(text())
    isCopied.value = true
    setTimeout(() => {
      isCopied.value = false
    }, 1600)
  }
  return (
    <Button
      kind="small"
      icon={isCopied.value ? 'check' : icon}
      title={help}
      disabled={isDisabled}
      onClick={() => copy().catch(() => undefined)}
    >
      <span class={isCompact ? 'compact-label' : undefined} aria-live="polite">
        {isCopied.value ? t('copied') : (label ?? t('copy'))}
      </span>
    </Button>
  )
}

/** Pages without HTTPS have no clipboard API, but can handle a copy command. */
async function writeClipboard(text: string): Promise<void> {
  if ('clipboard' in navigator) return await navigator.clipboard.writeText(text)
  const answer = (event: ClipboardEvent): void => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
    event.stopPropagation()
  }
  document.addEventListener('copy', answer, { capture: true })
  const isDone = document.execCommand('copy')
  document.removeEventListener('copy', answer, { capture: true })
  if (!isDone) throw new Error('The browser refuses to copy.')
}

export function saveFile(name: string, data: string | Blob, type = 'text/plain'): void {
  const url = URL.createObjectURL(typeof data === 'string' ? new Blob([data], { type }) : data)
  saveAddress(name, url)
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

export function saveAddress(name: string, url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}
