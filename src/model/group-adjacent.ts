/** Groups consecutive items. `continues`: whether an item belongs to the group that ends in `last`. */
export function groupAdjacent<item>(
  items: Iterable<item>,
  continues: (item: item, last: item, group: readonly [item, ...item[]]) => boolean,
): [item, ...item[]][] {
  const groups: [item, ...item[]][] = []
  for (const item of items) {
    const group = groups.at(-1)
    if (group !== undefined && continues(item, group.at(-1)!, group)) group.push(item)
    else groups.push([item])
  }
  return groups
}
