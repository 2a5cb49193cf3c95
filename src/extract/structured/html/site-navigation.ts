/** Links to other pages that are no content: to the pages before and after, and menus above the first heading. */
import { type Element, isElement } from '../../../xml/tree.ts'
import { isHidden } from './visible-elements.ts'

const CONTAINERS = new Set(['p', 'ul', 'div', 'table'])
const HEADING = /^h[1-6]$/
/** Maximum characters that are not links: "Next:", separators and the name of the website. */
const MAX_OTHER_TEXT = 60
/** With the title of the page, as DocBook writes it. */
const MAX_OTHER_TEXT_OF_TABLE = 200
const MIN_MENU_LINKS = 3
/** A longer list, or one with longer texts, may be a table of contents. */
const MAX_MENU_LINKS = 15
const MAX_MENU_TEXT = 30

interface Summary {
  otherText: number
  linkCount: number
  /** Links to pages before or after by the link types of HTML; by the keys of DocBook, GTK-Doc and Publican. */
  hasPageLink: boolean
  hasPageKey: boolean
  hasHeading: boolean
  /** No link is long, or leads to this page. */
  hasMenuLinks: boolean
}

/** Empties the containers of these links. Menus are left if no heading follows. */
export function removeSiteNavigation(body: Element): void {
  const summaries = new Map<Element, Summary>()
  summarize(body, summaries)
  const menus: Element[] = []
  if (removePagers(body, { summaries, menus, isAfterHeading: false })) for (const menu of menus) empty(menu)
}

function summarize(element: Element, summaries: Map<Element, Summary>): Summary {
  const summary: Summary = {
    otherText: 0,
    linkCount: 0,
    hasPageLink: false,
    hasPageKey: false,
    hasHeading: HEADING.test(element.name),
    hasMenuLinks: true,
  }
  for (const node of element.children) {
    if (!isElement(node)) summary.otherText += node.trim().length
    else if (!isHidden(node)) addSummary(summary, summarize(node, summaries))
  }
  if (CONTAINERS.has(element.name)) summaries.set(element, summary)
  return element.name === 'a' ? summaryOfLink(element, summary) : summary
}

function addSummary(sum: Summary, part: Summary): void {
  sum.otherText += part.otherText
  sum.linkCount += part.linkCount
  sum.hasPageLink ||= part.hasPageLink
  sum.hasPageKey ||= part.hasPageKey
  sum.hasHeading ||= part.hasHeading
  sum.hasMenuLinks &&= part.hasMenuLinks
}

function summaryOfLink({ attributes }: Element, { otherText, hasHeading }: Summary): Summary {
  const { href = '', rel = '', accesskey = '' } = attributes
  return {
    otherText: 0,
    linkCount: 1,
    hasPageLink: /(?:^|\s)(?:next|prev|previous)(?:\s|$)/i.test(rel),
    hasPageKey: /^[np]$/i.test(accesskey),
    hasHeading,
    hasMenuLinks: !/^(?:#|mailto:)/i.test(href) && otherText <= MAX_MENU_TEXT,
  }
}

interface Removal {
  readonly summaries: ReadonlyMap<Element, Summary>
  readonly menus: Element[]
  isAfterHeading: boolean
}

/** Returns whether there is a heading. */
function removePagers(parent: Element, removal: Removal): boolean {
  for (const each of parent.children) {
    if (!isElement(each) || isHidden(each)) continue
    const summary = removal.summaries.get(each)
    if (HEADING.test(each.name)) removal.isAfterHeading = true
    else if (summary !== undefined && isPager(each.name, summary)) empty(each)
    else if (summary !== undefined && !removal.isAfterHeading && isMenu(summary)) removal.menus.push(each)
    else removePagers(each, removal)
  }
  return removal.isAfterHeading
}

function isPager(name: string, { otherText, hasPageLink, hasPageKey, hasHeading }: Summary): boolean {
  const maxOtherText = name === 'table' ? MAX_OTHER_TEXT_OF_TABLE : MAX_OTHER_TEXT
  return (hasPageLink || (hasPageKey && name !== 'p')) && !hasHeading && otherText <= maxOtherText
}

function isMenu({ otherText, linkCount, hasHeading, hasMenuLinks }: Summary): boolean {
  const isList = linkCount >= MIN_MENU_LINKS && linkCount <= MAX_MENU_LINKS
  return hasMenuLinks && isList && !hasHeading && otherText <= MAX_OTHER_TEXT
}

function empty({ children }: Element): void {
  children.length = 0
}
