/** Lists of links to other pages above the first heading, such as the sections of a website. */
import { type Element, isElement, textOf } from '../../../xml/tree.ts'
import { isHidden } from './visible-elements.ts'

const CONTAINERS = new Set(['p', 'ul', 'div', 'table'])
const HEADING = /^h[1-6]$/
const MIN_LINKS = 3
/** A longer list, or one with longer texts, may be a table of contents. */
const MAX_LINKS = 15
const MAX_LINK_TEXT = 30
/** Maximum characters between the links, and the name of the website. */
const MAX_OTHER_TEXT = 60
const MAX_NODES = 300

/** Empties the lists, if a heading follows. */
export function removeSiteMenus(body: Element): void {
  const menus: Element[] = []
  if (collectMenus(body, menus)) for (const { children } of menus) children.length = 0
}

/** Returns whether there is a heading, where it stops. */
function collectMenus(parent: Element, menus: Element[]): boolean {
  for (const each of parent.children) {
    if (!isElement(each) || isHidden(each)) continue
    if (HEADING.test(each.name)) return true
    if (CONTAINERS.has(each.name) && isMenu(each)) menus.push(each)
    else if (collectMenus(each, menus)) return true
  }
  return false
}

function isMenu(element: Element): boolean {
  let otherText = 0
  let linkCount = 0
  const open: Element[] = [element]
  for (let visited = 0; open.length > 0; visited++) {
    const { name, children } = open.pop()!
    if (visited > MAX_NODES || HEADING.test(name)) return false
    for (const node of children) {
      if (!isElement(node)) otherText += node.trim().length
      else if (isHidden(node)) continue
      else if (node.name !== 'a') open.push(node)
      else if (!isMenuLink(node)) return false
      else linkCount++
    }
    if (otherText > MAX_OTHER_TEXT || linkCount > MAX_LINKS) return false
  }
  return linkCount >= MIN_LINKS
}

function isMenuLink(link: Element): boolean {
  return !/^(?:#|mailto:)/i.test(link.attributes.href ?? '') && textOf(link).trim().length <= MAX_LINK_TEXT
}
