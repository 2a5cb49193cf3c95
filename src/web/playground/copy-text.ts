/** Copies selected text: formulas as TeX, and parts of a long document that are not rendered. */
import type { Page } from '../client/types.ts'
import { textsOf } from './block-text.tsx'

/** Blocks become lines, and cells are separated by tabs. Labels of boxes are omitted. */
export function copyPages(event: ClipboardEvent, pages: readonly Page[]): void {
  const range = selectedRange()
  if (range === null || event.clipboardData === null) return
  const copied = range.cloneContents()
  for (const label of copied.querySelectorAll('.box-label, .order, .page-label')) label.remove()
  for (const element of copied.querySelectorAll<HTMLElement>('.page')) {
    const page = pages.find(({ page_num }) => String(page_num) === element.dataset.page)
    if (page !== undefined && element.querySelector('.box') === null) element.replaceChildren(...undrawnTexts(page))
  }
  for (const copy of copied.querySelectorAll<HTMLElement>('.block-text')) {
    const next = copy.nextElementSibling
    const isRow = next instanceof HTMLElement && next.dataset.row !== undefined && next.dataset.row === copy.dataset.row
    copy.append(isRow ? '\t' : '\n')
  }
  event.clipboardData.setData('text/plain', (copied.textContent ?? '').replace(/^\n+|\n+$/g, ''))
  event.preventDefault()
}

function undrawnTexts({ blocks, page_num }: Page): HTMLElement[] {
  return blocks.map((block) => {
    const box = document.createElement('div')
    for (const { text, row } of textsOf(block, page_num)) {
      const copy = document.createElement('span')
      copy.className = 'block-text'
      copy.textContent = text
      if (row !== undefined) copy.dataset.row = String(row)
      box.append(copy)
    }
    return box
  })
}

/** `drawSection` renders a page, because the browser copies no unrendered ones. */
export function copyResult(event: ClipboardEvent, drawSection: (page: number) => readonly Node[]): void {
  const range = selectedRange()
  if (range === null || event.clipboardData === null) return
  const first = formulaOf(range.startContainer)
  const last = formulaOf(range.endContainer)
  if (first !== null) range.setStartBefore(first)
  if (last !== null) range.setEndAfter(last)
  const copied = range.cloneContents()
  const formulas = copied.querySelectorAll('.katex')
  const sections = [...copied.querySelectorAll<HTMLElement>('[data-section]')]
  const undrawn = sections.filter((section) => section.querySelector('.segment') === null)
  if (formulas.length === 0 && undrawn.length === 0) return
  for (const formula of formulas) formula.replaceWith(texOf(formula))
  for (const section of undrawn) section.append(...drawSection(Number(section.dataset.section)))
  for (const mark of copied.querySelectorAll('.page-mark')) mark.remove()
  const holder = document.createElement('div')
  holder.className = 'copied'
  holder.append(copied)
  document.body.append(holder)
  // biome-ignore lint/performance/useDomNodeTextContent: only innerText has the line breaks of the layout.
  event.clipboardData.setData('text/plain', holder.innerText)
  event.clipboardData.setData('text/html', holder.innerHTML)
  holder.remove()
  event.preventDefault()
}

function selectedRange(): Range | null {
  const selection = getSelection()
  return selection === null || selection.isCollapsed ? null : selection.getRangeAt(0).cloneRange()
}

function formulaOf(node: Node): Element | null {
  const element = node instanceof Element ? node : node.parentElement
  return element?.closest('.katex') ?? null
}

function texOf(formula: Element): string {
  const tex = formula.querySelector('annotation')?.textContent ?? ''
  return formula.closest('.formula') === null ? `$${tex}$` : `$$${tex}$$`
}
