/**
 * HTML source → an element tree as browsers build it (parse5). Comments and what templates hold are left out. Refuses sources
 * that are nested, or that multiply by mending, beyond all measure (1106).
 */
import { type DefaultTreeAdapterMap, defaultTreeAdapter, parse, type TreeAdapter } from 'parse5'
import { ParseError } from '../../../model/errors.ts'
import type { Element } from '../../../xml/tree.ts'

/** Browsers flatten what is deeper than 512; pages with unclosed tags get there. */
const maxDepth = 1500
/** Unclosed formatting elements are opened again in each paragraph: a megabyte of tags could become gigabytes of elements. */
const maxElements = 1_000_000

type ParsedNode = DefaultTreeAdapterMap['node']

/** The document element, `html`. Attribute names are lower-case; elements of SVG and MathML have their local names too. */
export function parseHtmlTree(source: string): Element {
  return toTree(parse(source, { treeAdapter: limitedAdapter(), scriptingEnabled: false }))
}

function limitedAdapter(): TreeAdapter<DefaultTreeAdapterMap> {
  let elements = 0
  let depth = 0
  return {
    ...defaultTreeAdapter,
    createElement(...parts) {
      if (++elements > maxElements)
        throw new ParseError(
          1106,
          `The page has more than ${maxElements} elements, which is the limit. Split it and send the parts.`,
        )
      return defaultTreeAdapter.createElement(...parts)
    },
    onItemPush() {
      if (++depth > maxDepth)
        throw new ParseError(
          1106,
          `The page's elements are nested more than ${maxDepth} levels deep: it is damaged or made to harm.`,
        )
    },
    onItemPop() {
      depth--
    },
  }
}

/** Lists and tables that are built of elements without a meaning say what they are to those who can't see them (WAI-ARIA 1.2). */
const roles: Readonly<Record<string, string>> = {
  list: 'ul',
  listitem: 'li',
  table: 'table',
  rowgroup: 'tbody',
  row: 'tr',
  cell: 'td',
  columnheader: 'th',
  rowheader: 'th',
}

function nameOf(tag: string, { role = '' }: Readonly<Record<string, string>>): string {
  return (tag === 'div' || tag === 'span') && Object.hasOwn(roles, role) ? (roles[role] ?? tag) : tag
}

/** Without recursion: depth is bounded, but what calls this may be deep already. */
function toTree(document: DefaultTreeAdapterMap['document']): Element {
  const root: Element = { name: '#document', attributes: {}, children: [] }
  const open: { from: readonly ParsedNode[]; to: Element; at: number }[] = [
    { from: document.childNodes, to: root, at: 0 },
  ]
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const node = top.from[top.at++]
    if (node === undefined) open.pop()
    else if (defaultTreeAdapter.isTextNode(node)) top.to.children.push(node.value)
    else if (defaultTreeAdapter.isElementNode(node)) {
      const attributes: Record<string, string> = Object.create(null)
      for (const { name, value } of node.attrs) attributes[name] = value
      const element: Element = { name: nameOf(node.tagName, attributes), attributes, children: [] }
      top.to.children.push(element)
      open.push({ from: node.childNodes, to: element, at: 0 })
    }
  }
  return root
}
