export type Tile = readonly [label: string, value: string, note: string]

export function Tiles({ tiles }: { tiles: readonly Tile[] }) {
  return (
    <ul class="tiles">
      {tiles.map(([label, value, note]) => (
        <li class="card tile" key={label}>
          <span class="muted">{label}</span>
          <strong>{value}</strong>
          <span class="muted">{note}</span>
        </li>
      ))}
    </ul>
  )
}
