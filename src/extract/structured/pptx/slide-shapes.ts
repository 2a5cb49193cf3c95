/** Shapes of a slide with their positions. Placeholders inherit from layout and master. */
import type { ShapeBox } from '../../../model/shape-order.ts'
import { attribute, child, type Element, elements, integer } from '../../../xml/tree.ts'
import { chooseAlternative } from '../ooxml/drawing.ts'
import { isTrue } from '../ooxml/on-off.ts'

export interface Shape {
  readonly element: Element
  readonly kind: 'text' | 'picture' | 'frame'
  readonly box: ShapeBox
  readonly placeholder: string | null
  readonly ancestors: readonly Element[]
}

export interface SlideTemplates {
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

const SHAPE_ELEMENTS = new Map<string, readonly [Shape['kind'], string]>([
  ['p:sp', ['text', 'p:nvSpPr']],
  ['p:pic', ['picture', 'p:nvPicPr']],
  ['p:graphicFrame', ['frame', 'p:nvGraphicFramePr']],
])

export function readShapes(slide: Element, templates: SlideTemplates): Shape[] {
  return readTree(child(slide, 'p:cSld', 'p:spTree'), identity, templates)
}

function readTree(tree: Element | undefined, transform: Transform, templates: SlideTemplates): Shape[] {
  return elements(tree).flatMap((element): Shape[] => {
    if (element.name === 'mc:AlternateContent') return readTree(chooseAlternative(element), transform, templates)
    if (element.name === 'p:grpSp')
      return isHidden(child(element, 'p:nvGrpSpPr'))
        ? []
        : readTree(element, groupTransform(element, transform), templates)
    const [kind, propertiesName] = SHAPE_ELEMENTS.get(element.name) ?? []
    if (kind === undefined || propertiesName === undefined) return []
    const properties = child(element, propertiesName)
    if (isHidden(properties)) return []
    const marker = child(properties, 'p:nvPr', 'p:ph')
    const ancestors = marker === undefined ? [] : findAncestors(marker, templates)
    const placed = [element, ...ancestors].map(ownTransform).find((each) => each !== undefined)
    const box = placed === undefined ? { x: 0, y: 0, width: 0, height: 0 } : boxOf(placed, transform)
    return [{ element, kind, placeholder: marker === undefined ? null : typeOf(marker), box, ancestors }]
  })
}

function isHidden(properties: Element | undefined): boolean {
  return isTrue(attribute(child(properties, 'p:cNvPr'), 'hidden'))
}

function typeOf(marker: Element): string {
  return attribute(marker, 'type') ?? 'body'
}

/** Placeholders of the layout match by index or type, those of the master by type. */
function findAncestors(marker: Element, { layout, master }: SlideTemplates): Element[] {
  const index = attribute(marker, 'idx')
  const onLayout = readPlaceholders(layout)
  const parent =
    (index === undefined ? undefined : onLayout.find((other) => attribute(other.marker, 'idx') === index)) ??
    onLayout.find((other) => hasSameType(other.marker, marker))
  const onMaster = readPlaceholders(master).find((other) => hasSameType(other.marker, parent?.marker ?? marker))
  return [parent?.shape, onMaster?.shape].filter((each) => each !== undefined)
}

function readPlaceholders(root: Element | null): { shape: Element; marker: Element }[] {
  return elements(child(root ?? undefined, 'p:cSld', 'p:spTree')).flatMap((shape) => {
    const marker = child(shape, 'p:nvSpPr', 'p:nvPr', 'p:ph') ?? child(shape, 'p:nvPicPr', 'p:nvPr', 'p:ph')
    return marker === undefined ? [] : [{ shape, marker }]
  })
}

function hasSameType(a: Element, b: Element): boolean {
  const masterType = (type: string): string =>
    type === 'ctrTitle' ? 'title' : ['dt', 'ftr', 'sldNum', 'title'].includes(type) ? type : 'body'
  return masterType(typeOf(a)) === masterType(typeOf(b))
}

function ownTransform(shape: Element): Element | undefined {
  const transform = child(shape, 'p:spPr', 'a:xfrm') ?? child(shape, 'p:xfrm')
  return child(transform, 'a:off') === undefined ? undefined : transform
}

function boxOf(transform: Element, { scaleX, scaleY, x, y }: Transform): ShapeBox {
  const offset = child(transform, 'a:off')
  const extent = child(transform, 'a:ext')
  return {
    x: (integer(offset, 'x') ?? 0) * scaleX + x,
    y: (integer(offset, 'y') ?? 0) * scaleY + y,
    width: Math.abs((integer(extent, 'cx') ?? 0) * scaleX),
    height: Math.abs((integer(extent, 'cy') ?? 0) * scaleY),
  }
}

function groupTransform(group: Element, outer: Transform): Transform {
  const transform = child(group, 'p:grpSpPr', 'a:xfrm')
  const [offset, extent] = [child(transform, 'a:off'), child(transform, 'a:ext')]
  const [innerOffset, innerExtent] = [child(transform, 'a:chOff'), child(transform, 'a:chExt')]
  if (offset === undefined || innerOffset === undefined) return outer
  const scale = (name: 'cx' | 'cy'): number => {
    const [size, inner] = [integer(extent, name), integer(innerExtent, name)]
    return size === undefined || inner === undefined || inner === 0 ? 1 : size / inner
  }
  const shift = (name: 'x' | 'y', factor: number): number =>
    (integer(offset, name) ?? 0) - (integer(innerOffset, name) ?? 0) * factor
  const [scaleX, scaleY] = [scale('cx'), scale('cy')]
  return {
    scaleX: outer.scaleX * scaleX,
    scaleY: outer.scaleY * scaleY,
    x: outer.x + shift('x', scaleX) * outer.scaleX,
    y: outer.y + shift('y', scaleY) * outer.scaleY,
  }
}
