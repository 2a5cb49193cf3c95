import type { Element } from '../../xml/tree.ts'

/** An element of a source that is a cell, with its place in the grid. */
export interface PlacedCell {
  readonly element: Element
  readonly row: number
  readonly col: number
  readonly rowSpan: number
  readonly colSpan: number
  readonly header: boolean
}
