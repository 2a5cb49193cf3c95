import type { Block } from '../client/types.ts'

/** Names a block in the views, on the pages and in the address: `3.7`. */
export function keyOf(page: number, idx: number): string {
  return `${page}.${idx}`
}

export function textOf({ cells, content }: Block): string {
  return cells === undefined ? content : cells.map(({ text }) => text).join(' ')
}
