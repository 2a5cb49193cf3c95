import { type DefaultTreeAdapterMap, defaultTreeAdapter, parse, type TreeAdapter } from 'parse5'
import { ParseError } from '../../../model/errors.ts'
import type { Element } from '../../../xml/tree.ts'

/** Browsers flatten below level 512, which unclosed tags reach. */
const MAX_DEPTH = 1500
/** Repeated unclosed formatting can turn a megabyte of tags into gigabytes. */
const MAX_ELEMENTS = 1_000_000

type ParsedNode = DefaultTreeAdapterMap['node']

/**
 * As browsers do (parse5), with lowercase attributes, without prefixes. Throws `ParseError` 1106 for too many or too
 * deep elements.
 */
export function parseHtmlTree(source: string): Element {
  return toTree(parse(source, { treeAdapter: createLimitedAdapter(), scriptingEnabled: false }))
}

function createLimitedAdapter(): TreeAdapter<DefaultTreeAdapterMap> {
  let elements = 0
  let depth = 0
  return {
    ...defaultTreeAdapter,
    createElement(...parts) {
      if (++elements > MAX_ELEMENTS)
        throw new ParseError(
          1106,
          `The page has more than ${MAX_ELEMENTS} elements, which is the limit. Split it and send the parts.`,
        )
      return defaultTreeAdapter.createElement(...parts)
    },
    onItemPush() {
      if (++depth > MAX_DEPTH)
        throw new ParseError(
          1106,
          `The page's elements are nested more than ${MAX_DEPTH} levels deep: it is damaged or malicious.`,
        )
    },
    onItemPop() {
      depth--
    },
  }
}

/** Neutral elements with a role of a list or table (WAI-ARIA 1.2) are treated as that element. */
const ELEMENTS_BY_ROLE = new Map([
  ['list', 'ul'],
  ['listitem', 'li'],
  ['table', 'table'],
  ['rowgroup', 'tbody'],
  ['row', 'tr'],
  ['cell', 'td'],
  ['columnheader', 'th'],
  ['rowheader', 'th'],
])

function nameOf(tag: string, { role = '' }: Readonly<Record<string, string>>): string {
  return tag === 'div' || tag === 'span' ? (ELEMENTS_BY_ROLE.get(role) ?? tag) : tag
}

const noAttributes: Readonly<Record<string, string>> = Object.freeze(Object.create(null))

/** Removes the nodes from `document`, so that both trees need the memory of one. */
function toTree(document: DefaultTreeAdapterMap['document']): Element {
  const root: Element = { name: '#document', attributes: noAttributes, children: [] }
  const open: { readonly from: ParsedNode[]; readonly to: Element }[] = [
    { from: document.childNodes.reverse(), to: root },
  ]
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const node = top.from.pop()
    if (node === undefined) open.pop()
    else if (defaultTreeAdapter.isTextNode(node)) top.to.children.push(node.value)
    else if (defaultTreeAdapter.isElementNode(node)) {
      const attributes = attributesOf(node)
      const element: Element = { name: nameOf(node.tagName, attributes), attributes, children: [] }
      top.to.children.push(element)
      if (node.childNodes.length > 0) open.push({ from: node.childNodes.reverse(), to: element })
    }
  }
  return root
}

function attributesOf({ attrs }: DefaultTreeAdapterMap['element']): Readonly<Record<string, string>> {
  if (attrs.length === 0) return noAttributes
  const attributes: Record<string, string> = Object.create(null)
  for (const { name, value } of attrs) attributes[name] = value
  return attributes
}
