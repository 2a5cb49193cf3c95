/**
 * An element tree, the common form of XML and HTML after parsing, and the few questions that readers ask of it.
 * Nothing here recurses: the trees come from strangers and may be as deep as their parser's limit allows.
 */

export type Node = Element | string

export interface Element {
  /** XML: `prefix:local` with the prefixes of `namespaces.ts`; HTML: the lower-case local name. */
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Node[]
}

export function isElement(node: Node | undefined): node is Element {
  return typeof node === 'object'
}

/** An attribute by its full name. Where its namespace is the default one the parser leaves the prefix out. */
export function attribute(element: Element | undefined, name: string): string | undefined {
  if (element === undefined) return undefined
  const { attributes } = element
  if (Object.hasOwn(attributes, name)) return attributes[name]
  const local = name.slice(name.indexOf(':') + 1)
  return Object.hasOwn(attributes, local) ? attributes[local] : undefined
}

/** An attribute that is a whole number; `undefined` when it is none. */
export function integer(element: Element | undefined, name: string): number | undefined {
  const text = attribute(element, name)?.trim()
  return text !== undefined && /^[+-]?\d{1,15}$/.test(text) ? Number(text) : undefined
}

/** The child elements, or those of one name. */
export function elements(parent: Element | undefined, name?: string): Element[] {
  if (parent === undefined) return []
  return parent.children.filter(
    (child): child is Element => isElement(child) && (name === undefined || child.name === name),
  )
}

/** The first child of that name, or what a path of names leads to. */
export function child(parent: Element | undefined, ...path: readonly string[]): Element | undefined {
  let found = parent
  for (const name of path)
    found = found?.children.find((each): each is Element => isElement(each) && each.name === name)
  return path.length === 0 ? undefined : found
}

/** All descendants of that name, in document order; with `outermost` those inside a found one are left out. */
export function descendants(root: Element, name: string, outermost = false): Element[] {
  const found: Element[] = []
  const open: Element[] = [...elements(root)].reverse()
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.name === name) {
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

/** All text inside, as it stands. */
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
