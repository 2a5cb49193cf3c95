/** Names a block in the views, on the pages and in the address: `3.7`. */
export function keyOf(page: number, idx: number): string {
  return `${page}.${idx}`
}
