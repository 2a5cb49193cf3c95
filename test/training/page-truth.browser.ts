/** Runs in the browser: the content of a web page as Markdown, with HTML tables, for scoring its printed PDF. */
import type { PageTruth } from './page-truth.ts'

/** Also marks data tables and layout tables, for the tags of the printed PDF. */
function readPageTruth(): PageTruth {
  /** Maximum length of a cell; longer ones contain the layout of a page. */
  const maxCellLength = 600
  const parts: string[] = []
  let line = ''

  const isVisible = (element: Element): boolean => {
    const { display, visibility } = getComputedStyle(element)
    return (
      display !== 'none' && visibility !== 'hidden' && (element.getClientRects().length > 0 || display === 'contents')
    )
  }
  // biome-ignore lint/performance/useDomNodeTextContent: hidden text is not printed
  const textOf = (element: Element): string => ((element as HTMLElement).innerText ?? '').replace(/\s+/g, ' ').trim()
  const escapeText = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
  const visibleRows = (table: HTMLTableElement): HTMLTableCellElement[][] =>
    [...table.rows].filter(isVisible).map((row) => [...row.cells].filter(isVisible))

  const isNavigation = (table: HTMLTableElement): boolean =>
    /nav/i.test(`${table.getAttribute('summary') ?? ''} ${table.className}`) ||
    table.closest('nav, .navheader, .navfooter, .navigation, .related') !== null
  const isDataTable = (table: HTMLTableElement): boolean => {
    if (table.querySelector('table, h1, h2, h3, h4, pre, dl') !== null || isNavigation(table)) return false
    const rows = visibleRows(table)
    const width = Math.max(0, ...rows.map((row) => row.reduce((sum, { colSpan }) => sum + colSpan, 0)))
    if (width < 2 || rows.length < (table.querySelector('th') === null ? 3 : 2)) return false
    if (rows.flat().some((cell) => textOf(cell).length > maxCellLength)) return false
    return rows.filter((row) => row.filter((cell) => textOf(cell) !== '').length > 1).length * 2 >= rows.length
  }
  const formatCell = (cell: HTMLTableCellElement): string => {
    const tag = cell.tagName.toLowerCase()
    const rowSpan = cell.rowSpan > 1 ? ` rowspan="${cell.rowSpan}"` : ''
    const colSpan = cell.colSpan > 1 ? ` colspan="${cell.colSpan}"` : ''
    return `<${tag}${rowSpan}${colSpan}>${escapeText(textOf(cell))}</${tag}>`
  }

  const endLine = (): void => {
    const text = line.replace(/\s+/g, ' ').trim()
    if (text !== '') parts.push(text)
    line = ''
  }
  const visit = (node: Node): void => {
    if (node instanceof Text) {
      line += node.data
      return
    }
    if (!(node instanceof HTMLElement) || !isVisible(node)) return
    if (/^(SCRIPT|STYLE|NOSCRIPT|TEMPLATE|IMG|BUTTON|SELECT|INPUT)$/.test(node.tagName)) return
    if (node.tagName === 'BR') line += ' '
    const isBlock = getComputedStyle(node).display !== 'inline'
    if (isBlock) endLine()
    if (/^H[1-6]$/.test(node.tagName)) parts.push(`${'#'.repeat(Number(node.tagName[1]))} ${textOf(node)}`)
    // biome-ignore lint/performance/useDomNodeTextContent: hidden text is not printed
    else if (node.tagName === 'PRE') parts.push(`\`\`\`\n${node.innerText.trimEnd()}\n\`\`\``)
    else if (node instanceof HTMLTableElement && isDataTable(node)) {
      if (node.caption !== null) parts.push(textOf(node.caption))
      parts.push(
        `<table>${visibleRows(node)
          .map((row) => `<tr>${row.map(formatCell).join('')}</tr>`)
          .join('')}</table>`,
      )
    } else for (const child of node.childNodes) visit(child)
    if (isBlock) endLine()
  }

  for (const table of document.querySelectorAll('table'))
    table.setAttribute('role', isVisible(table) && isDataTable(table) ? 'table' : 'presentation')
  visit(document.body)
  endLine()
  return {
    markdown: parts.join('\n\n'),
    tables: parts.filter((part) => part.startsWith('<table')).length,
    images: [...document.images].filter(isVisible).length,
    formulas: document.querySelectorAll('math, .math').length,
  }
}

readPageTruth()
