import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

interface MenuProps {
  readonly class: string
  readonly label: ComponentChildren
  /** Class of the button. */
  readonly labelClass?: string
  readonly children: ComponentChildren
}

export function Menu({ class: className, label, labelClass, children }: MenuProps) {
  const ref = useRef<HTMLDetailsElement>(null)
  const close = (): void => {
    if (ref.current !== null) ref.current.open = false
  }
  useEffect(() => {
    const closeOutside = ({ target }: Event): void => {
      if (target instanceof Node && ref.current?.contains(target) === false) close()
    }
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('focusin', closeOutside)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('focusin', closeOutside)
    }
  }, [])
  return (
    <details
      ref={ref}
      class={className}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || ref.current?.open !== true) return
        // Escape also clears the selection.
        event.stopPropagation()
        close()
        ref.current.querySelector('summary')?.focus()
      }}
    >
      <summary class={labelClass}>{label}</summary>
      <ul
        onClick={({ target }) => {
          if (target instanceof Element && target.closest('a, button') !== null) close()
        }}
      >
        {children}
      </ul>
    </details>
  )
}
