import type { ComponentChildren } from 'preact'

export interface Column {
  readonly label: string
  readonly isNumber?: true
}

/** `titleId`: id of the heading of a table that can be wider than the page. */
export function DataTable({
  columns,
  titleId,
  layout = '',
  children,
}: {
  columns: readonly Column[]
  titleId?: string
  layout?: 'stacked' | 'stacked tasks' | 'stacked keys' | ''
  children: ComponentChildren
}) {
  const table = (
    <table class={`data ${layout}`}>
      <thead>
        <tr>
          {columns.map(({ label, isNumber }) => (
            <th scope="col" class={isNumber ? 'number' : ''} key={label}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
  if (titleId === undefined) return table
  return (
    <div class="table-scroll" tabIndex={0} role="region" aria-labelledby={titleId}>
      {table}
    </div>
  )
}
