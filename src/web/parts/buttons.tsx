import type { ButtonHTMLAttributes } from 'preact'
import { Icon, type IconName } from './icons.tsx'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Further classes: `small`, `large`, `accent` or `danger`. */
  readonly kind?: string | undefined
  readonly icon?: IconName | undefined
}

export function Button({ kind, icon, children, ...rest }: ButtonProps) {
  return (
    <button type="button" class={kind === undefined ? 'button' : `button ${kind}`} {...rest}>
      {icon === undefined ? null : <Icon name={icon} />}
      {children}
    </button>
  )
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly icon: IconName
  /** Accessible name and tooltip. */
  readonly label: string
}

export function IconButton({ icon, label, ...rest }: IconButtonProps) {
  return (
    <button type="button" class="icon-button" aria-label={label} title={label} {...rest}>
      <Icon name={icon} />
    </button>
  )
}
