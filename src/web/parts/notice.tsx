import type { ComponentChildren } from 'preact'

export function Notice({
  kind,
  title,
  children,
}: {
  kind: 'error' | 'warning' | 'success' | 'info'
  title?: string
  children: ComponentChildren
}) {
  return (
    <div class={`notice ${kind}`} role={kind === 'error' ? 'alert' : 'status'}>
      {title === undefined ? null : <strong>{title}</strong>}
      <div>{children}</div>
    </div>
  )
}
