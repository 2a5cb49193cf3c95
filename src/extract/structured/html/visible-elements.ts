/** Selects elements that a browser without scripts shows, without menus and forms. */
import { attribute, descendants, type Element, textOf } from '../../../xml/tree.ts'

const UNREAD_ELEMENTS = new Set(
  `head script style template meta link title base noframes frameset frame iframe object embed applet
  param source track audio video canvas map area col colgroup
  select datalist option optgroup textarea progress meter dialog
  rp rt rtc`.split(/\s+/),
)

const SCREEN_ONLY_CLASS =
  /(?:^|\s)(?:no-?print|d-print-none|hidden-print|print:hidden|print-none|mw-editsection|mw-jump-link|viewcode-back|viewcode-link)(?:\s|$)/

const SELF_LINK = /^\s*(?:[¶#🔗↩]\ufe0e?\ufe0f?)\s*$/u

export function isHidden(element: Element): boolean {
  const { name, attributes } = element
  if (UNREAD_ELEMENTS.has(name) || attributes.hidden !== undefined) return true
  if (name === 'input') return attributes.type?.toLowerCase() !== 'checkbox' || attributes.role === 'button'
  if (name === 'a' && attributes.href?.startsWith('#') === true && SELF_LINK.test(textOf(element))) return true
  const { style } = attributes
  if (style !== undefined && /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(style)) return true
  return attributes.class !== undefined && SCREEN_ONLY_CLASS.test(attributes.class)
}

interface PageParts {
  readonly body: Element
  readonly footers: readonly Element[]
}

/** Returns the only visible `main`, else the body without the header and menus of the website. */
export function pageParts(root: Element): PageParts {
  const [body] = descendants(root, 'body')
  if (body === undefined) return { body: root, footers: [] }
  const candidates = new Set([...descendants(body, 'main', true), ...descendants(body, hasMainRole, true)])
  const mains = [...candidates].filter((each) => !isHidden(each))
  const [main] = mains
  if (main === undefined || mains.length > 1) return { body, footers: [] }
  const sections = ['article', 'section', 'aside'].flatMap((name) => descendants(body, name, true))
  const inside = new Set([main, ...sections].flatMap((each) => descendants(each, 'footer')))
  return {
    body: main,
    footers: descendants(body, 'footer', true).filter((each) => !inside.has(each) && !isHidden(each)),
  }
}

function hasMainRole(element: Element): boolean {
  return attribute(element, 'role') === 'main'
}
