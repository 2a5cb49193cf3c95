/** Orders the tagged items of a slide, which are in z-order: the title first, then in visual order. */
import { unionAll } from '../../model/geometry.ts'
import { sortShapes } from '../../model/shape-order.ts'
import type { PageTags, TagElement } from '../../model/tags.ts'
import { readItems } from './read-items.ts'
import type { TaggedItem } from './tagged-items.ts'
import type { VisibleItem } from './trust.ts'

/** Roles of shapes in Impress. Writer and Calc have one element for the document. */
const shapeRoles = new Set(['H', 'Div', 'Table', 'Figure', 'P', 'L', 'Formula'])

export function orderSlideItems({ root, exact }: PageTags, show: (item: TaggedItem) => VisibleItem): VisibleItem[] {
  const shapes = root.children.filter((kid): kid is TagElement => typeof kid !== 'number')
  const isSlide =
    exact === true && shapes.length === root.children.length && shapes.every(({ role }) => shapeRoles.has(role))
  if (!isSlide) return readItems(root).map(show)
  const read = shapes.map((shape) => readItems({ ...root, children: [shape] }).map(show))
  const isTitle = (items: readonly VisibleItem[]): boolean => items.some(({ item }) => item.kind === 'title')
  const sorted = read
    .filter((items) => !isTitle(items))
    .flatMap((items) => {
      const boxes = items.flatMap(boxesOf)
      if (boxes.length === 0) return []
      const { x0, y0, x1, y1 } = unionAll(boxes)
      return [{ items, box: { x: x0, y: y0, width: x1 - x0, height: y1 - y0 } }]
    })
  return [...read.filter(isTitle), ...sortShapes(sorted).map(({ items }) => items)].flat()
}

function boxesOf({ item, rows }: VisibleItem) {
  const drawn =
    item.kind === 'figure'
      ? [...(item.element.drawings ?? []), ...(item.element.box === undefined ? [] : [item.element.box])]
      : []
  return [...rows.map(({ box }) => box), ...drawn]
}
