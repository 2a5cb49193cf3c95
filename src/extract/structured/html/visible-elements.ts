/**
 * Which elements of a web page are read: what a browser without scripts shows, minus what only steers it (menus, forms).
 * Judges one element at a time; style sheets are not read.
 */
import { attribute, descendants, type Element, elements, textOf } from '../../../xml/tree.ts'

/** Never shown, or nothing that could be read. */
const silent = new Set([
  ...[
    'head',
    'script',
    'style',
    'template',
    'meta',
    'link',
    'title',
    'base',
    'noframes',
    'frameset',
    'frame',
    'iframe',
    'object',
    'embed',
    'applet',
  ],
  ...['param', 'source', 'track', 'audio', 'video', 'canvas', 'map', 'area', 'col', 'colgroup'],
  // Words in them are choices and labels of a form, not text.
  ...['select', 'datalist', 'option', 'optgroup', 'textarea', 'progress', 'meter', 'dialog'],
  // How a sign is read stands above it, not in the line.
  ...['rp', 'rt', 'rtc'],
])

/** By convention of the large site builders: not for print, hence no part of the text. */
const screenOnly =
  /(?:^|\s)(?:no-?print|d-print-none|hidden-print|print:hidden|print-none|mw-editsection|mw-jump-link)(?:\s|$)/

/** Signs of links to the place where they stand: at headings, and behind notes back to their mark. */
const selfLinkSigns = /^\s*(?:[¶#🔗↩]\ufe0e?\ufe0f?)\s*$/u

export function isHidden(element: Element): boolean {
  if (silent.has(element.name)) return true
  const { attributes } = element
  if (attributes.hidden !== undefined) return true
  // A checkbox that acts as a button unfolds a menu; nobody ticks it.
  if (element.name === 'input') return attributes.type?.toLowerCase() !== 'checkbox' || attributes.role === 'button'
  if (element.name === 'a' && attributes.href?.startsWith('#') === true && selfLinkSigns.test(textOf(element)))
    return true
  const style = attributes.style
  if (style !== undefined && /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(style)) return true
  return attributes.class !== undefined && screenOnly.test(attributes.class)
}

export interface PageParts {
  readonly body: readonly Element[]
  /** What stands below the main part on every page of the site. */
  readonly footers: readonly Element[]
}

/**
 * The part of the page that is its own: `main` where there is just one that is shown, else the body. The head and the menus
 * of a site are left out then; its foot is kept apart.
 */
export function pageParts(root: Element): PageParts {
  const [body] = descendants(root, 'body')
  if (body === undefined) return { body: [root], footers: [] }
  const mains = [...new Set([...descendants(body, 'main', true), ...withRole(body, 'main')])].filter(
    (each) => !isHidden(each),
  )
  const [main] = mains
  if (main === undefined || mains.length > 1) return { body: [body], footers: [] }
  const inMain = new Set(descendants(main, 'footer'))
  const inArticles = new Set(
    ['article', 'section', 'aside']
      .flatMap((name) => descendants(body, name, true))
      .flatMap((each) => descendants(each, 'footer')),
  )
  return {
    body: [main],
    footers: descendants(body, 'footer', true).filter(
      (each) => !inMain.has(each) && !inArticles.has(each) && !isHidden(each),
    ),
  }
}

function withRole(root: Element, role: string): Element[] {
  const found: Element[] = []
  const open = elements(root)
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (attribute(next, 'role') === role) found.push(next)
    else for (const inside of elements(next)) open.push(inside)
  }
  return found
}
