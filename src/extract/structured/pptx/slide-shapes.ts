/**
 * A slide's shape tree → shapes with their places on the slide, groups resolved; places and bullets that a placeholder does not
 * tell itself come from its layout and master.
 */
import type { ShapeBox } from '../../../model/shape-order.ts'
import { attribute, child, type Element, elements, integer } from '../../../xml/tree.ts'
import { chosen } from '../ooxml/drawing.ts'

export interface Shape {
  readonly element: Element
  readonly kind: 'text' | 'picture' | 'frame'
  readonly box: ShapeBox
  /** Kind of its placeholder, `body` where it only has a number; `null` for other shapes. */
  readonly placeholder: string | null
  /** The placeholders behind it, the layout's first. */
  readonly ancestors: readonly Element[]
}

/** Layout and master of a slide, as far as it has them. */
export interface SlideFrame {
  readonly layout: Element | null
  readonly master: Element | null
}

interface Transform {
  readonly scaleX: number
  readonly scaleY: number
  readonly x: number
  readonly y: number
}

const identity: Transform = { scaleX: 1, scaleY: 1, x: 0, y: 0 }

export function readShapes(slide: Element, frame: SlideFrame): Shape[] {
  const shapes: Shape[] = []
  collect(child(slide, 'p:cSld', 'p:spTree'), identity, { frame, shapes })
  return shapes
}

function collect(tree: Element | undefined, transform: Transform, found: { frame: SlideFrame; shapes: Shape[] }): void {
  for (const element of elements(tree)) {
    switch (element.name) {
      case 'mc:AlternateContent':
        collect(chosen(element), transform, found)
        break
      case 'p:grpSp':
        if (!isHidden(child(element, 'p:nvGrpSpPr'))) collect(element, inGroup(element, transform), found)
        break
      case 'p:sp':
        add(element, 'text', child(element, 'p:nvSpPr'), { transform, ...found })
        break
      case 'p:pic':
        add(element, 'picture', child(element, 'p:nvPicPr'), { transform, ...found })
        break
      case 'p:graphicFrame':
        add(element, 'frame', child(element, 'p:nvGraphicFramePr'), { transform, ...found })
        break
      default:
    }
  }
}

function add(
  element: Element,
  kind: Shape['kind'],
  named: Element | undefined,
  { transform, frame, shapes }: { transform: Transform; frame: SlideFrame; shapes: Shape[] },
): void {
  if (isHidden(named)) return
  const mark = child(named, 'p:nvPr', 'p:ph')
  const ancestors = mark === undefined ? [] : ancestorsOf(mark, frame)
  const placed = [element, ...ancestors].map(transformOf).find((each) => each !== undefined)
  shapes.push({
    element,
    kind,
    placeholder: mark === undefined ? null : (attribute(mark, 'type') ?? 'body'),
    box: placed === undefined ? { x: 0, y: 0, width: 0, height: 0 } : apply(placed, transform),
    ancestors,
  })
}

function isHidden(named: Element | undefined): boolean {
  return ['1', 'true'].includes(attribute(child(named, 'p:cNvPr'), 'hidden') ?? '')
}

/** A placeholder's likes: on the layout by number, or by kind; on the master by kind. */
function ancestorsOf(mark: Element, { layout, master }: SlideFrame): Element[] {
  const type = attribute(mark, 'type') ?? 'body'
  const index = attribute(mark, 'idx')
  const onLayout = placeholders(layout)
  const like =
    (index === undefined ? undefined : onLayout.find(({ mark: other }) => attribute(other, 'idx') === index)) ??
    onLayout.find(({ mark: other }) => sameKind(attribute(other, 'type') ?? 'body', type))
  const kind = like === undefined ? type : (attribute(like.mark, 'type') ?? type)
  const onMaster = placeholders(master).find(({ mark: other }) => sameKind(attribute(other, 'type') ?? 'body', kind))
  return [like?.shape, onMaster?.shape].filter((each) => each !== undefined)
}

function placeholders(root: Element | null): { shape: Element; mark: Element }[] {
  return elements(child(root ?? undefined, 'p:cSld', 'p:spTree')).flatMap((shape) => {
    const mark = child(shape, 'p:nvSpPr', 'p:nvPr', 'p:ph') ?? child(shape, 'p:nvPicPr', 'p:nvPr', 'p:ph')
    return mark === undefined ? [] : [{ shape, mark }]
  })
}

/** Masters know five kinds; the others are special bodies. */
function sameKind(a: string, b: string): boolean {
  const plain = (type: string): string =>
    type === 'ctrTitle' ? 'title' : ['dt', 'ftr', 'sldNum', 'title'].includes(type) ? type : 'body'
  return plain(a) === plain(b)
}

function transformOf(shape: Element): Element | undefined {
  const transform = child(shape, 'p:spPr', 'a:xfrm') ?? child(shape, 'p:xfrm')
  return child(transform, 'a:off') === undefined ? undefined : transform
}

function apply(transform: Element, { scaleX, scaleY, x, y }: Transform): ShapeBox {
  const off = child(transform, 'a:off')
  const extent = child(transform, 'a:ext')
  return {
    x: (integer(off, 'x') ?? 0) * scaleX + x,
    y: (integer(off, 'y') ?? 0) * scaleY + y,
    width: Math.abs((integer(extent, 'cx') ?? 0) * scaleX),
    height: Math.abs((integer(extent, 'cy') ?? 0) * scaleY),
  }
}

/** A group's children have coordinates of their own. */
function inGroup(group: Element, outer: Transform): Transform {
  const transform = child(group, 'p:grpSpPr', 'a:xfrm')
  const [off, extent] = [child(transform, 'a:off'), child(transform, 'a:ext')]
  const [innerOff, innerExtent] = [child(transform, 'a:chOff'), child(transform, 'a:chExt')]
  if (off === undefined || innerOff === undefined) return outer
  const scale = (size: number | undefined, inner: number | undefined): number =>
    size === undefined || inner === undefined || inner === 0 ? 1 : size / inner
  const scaleX = scale(integer(extent, 'cx'), integer(innerExtent, 'cx'))
  const scaleY = scale(integer(extent, 'cy'), integer(innerExtent, 'cy'))
  return {
    scaleX: outer.scaleX * scaleX,
    scaleY: outer.scaleY * scaleY,
    x: outer.x + ((integer(off, 'x') ?? 0) - (integer(innerOff, 'x') ?? 0) * scaleX) * outer.scaleX,
    y: outer.y + ((integer(off, 'y') ?? 0) - (integer(innerOff, 'y') ?? 0) * scaleY) * outer.scaleY,
  }
}
