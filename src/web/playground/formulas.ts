/** Renders formulas with KaTeX, which is loaded with the first document. */
import { signal } from '@preact/signals'
import { loadModule } from '../client/load-module.ts'

type Render = typeof import('./katex.ts').render

const inlinePattern = /\$([^$\n]{1,500}?)\$/g
/** The fonts of most formulas. */
const fonts = ['16px KaTeX_Main', 'italic 16px KaTeX_Math', '16px KaTeX_Size1', '16px KaTeX_Size2']

/** `'failed'`: formulas stay text. */
const katex = signal<Render | 'unused' | 'loading' | 'failed'>('unused')

/** Also loads the fonts, so that rendering does not shift content. */
export async function loadKatex(): Promise<void> {
  if (katex.peek() !== 'unused') return
  katex.value = 'loading'
  try {
    const [{ render }] = await Promise.all([
      loadModule(() => import('./katex.ts')),
      ...fonts.map((font) => document.fonts.load(font)),
    ])
    katex.value = render
  } catch {
    katex.value = 'failed'
  }
}

export function areFormulasReady(): boolean {
  return katex.value === 'failed' || typeof katex.value === 'function'
}

export function drawFormulas(root: Element): void {
  const render = katex.peek()
  if (typeof render !== 'function') return
  const elements = root.querySelectorAll<HTMLElement>('[data-tex]')
  const texts = textNodesWithDollars(root)
  for (const element of elements) render(element.dataset.tex ?? '', element, true)
  for (const node of texts) replaceInline(node, render)
}

function textNodesWithDollars(root: Element): Text[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const found: Text[] = []
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Text) || node.parentElement?.closest('pre, code, .formula') != null) continue
    // A price is not a formula: the text between the signs has a letter, a command or an operator.
    const [, inner = ''] = new RegExp(inlinePattern).exec(node.data) ?? []
    if (/[\\^_=]/.test(inner) || /^[a-zA-Z]$/.test(inner)) found.push(node)
  }
  return found
}

function replaceInline(node: Text, render: Render): void {
  const parts: (string | Node)[] = []
  let end = 0
  for (const match of node.data.matchAll(inlinePattern)) {
    parts.push(node.data.slice(end, match.index))
    const element = document.createElement('span')
    render(match[1] ?? '', element, false)
    parts.push(element)
    end = match.index + match[0].length
  }
  node.replaceWith(...parts, node.data.slice(end))
}
