/** Element tree of XML and HTML. No query recurses, because untrusted trees can be deep. */

export type Node = Element | string

export interface Element {
  /** `prefix:local` with the prefixes of `namespaces.ts` in XML; the lowercase local name in HTML. */
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Node[]
}

export function isElement(node: Node | undefined): node is Element {
  return typeof node === 'object'
}

/** The parser omits the prefix of the element's own namespace. */
export function attribute(element: Element | undefined, name: string): string | undefined {
  if (element === undefined) return undefined
  const { attributes } = element
  if (Object.hasOwn(attributes, name)) return attributes[name]
  const local = name.slice(name.indexOf(':') + 1)
  return Object.hasOwn(attributes, local) ? attributes[local] : undefined
}

export function integer(element: Element | undefined, name: string): number | undefined {
  const text = attribute(element, name)?.trim()
  return text !== undefined && /^[+-]?\d{1,15}$/.test(text) ? Number(text) : undefined
}

export function elements(parent: Element | undefined, name?: string): Element[] {
  if (parent === undefined) return []
  return parent.children.filter(
    (child): child is Element => isElement(child) && (name === undefined || child.name === name),
  )
}

/** First child with this name, or the element at a path of names. */
export function child(parent: Element | undefined, ...path: readonly string[]): Element | undefined {
  let found = parent
  for (const name of path)
    found = found?.children.find((each): each is Element => isElement(each) && each.name === name)
  return path.length === 0 ? undefined : found
}

/** In document order; `outermost` skips those inside another result. */
export function descendants(
  root: Element,
  wanted: string | ((element: Element) => boolean),
  outermost = false,
): Element[] {
  const isWanted = typeof wanted === 'string' ? ({ name }: Element) => name === wanted : wanted
  const found: Element[] = []
  const open: Element[] = [...elements(root)].reverse()
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (isWanted(next)) {
      found.push(next)
      if (outermost) continue
    }
    for (let at = next.children.length - 1; at >= 0; at--) {
      const each = next.children[at]
      if (isElement(each)) open.push(each)
    }
  }
  return found
}

export function textOf(root: Element | undefined): string {
  if (root === undefined) return ''
  let text = ''
  const open: Node[] = [root]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (!isElement(next)) text += next
    else for (let at = next.children.length - 1; at >= 0; at--) open.push(next.children[at]!)
  }
  return text
}
