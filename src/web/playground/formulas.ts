/** Draws formulas with KaTeX, which is loaded with the first one. Its DOM output needs no inline styles in HTML. */

const inlinePattern = /\$([^$\n]{1,500}?)\$/g

export async function drawFormulas(root: Element): Promise<void> {
  const places = [...root.querySelectorAll<HTMLElement>('[data-tex]')]
  const texts = textNodesWithDollars(root)
  if (places.length === 0 && texts.length === 0) return
  const { render } = await import('./katex.ts')
  for (const place of places) render(place.dataset.tex ?? '', place, true)
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

function replaceInline(node: Text, render: (tex: string, place: HTMLElement, isDisplay: boolean) => void): void {
  const parts: (string | Node)[] = []
  let end = 0
  for (const match of node.data.matchAll(inlinePattern)) {
    parts.push(node.data.slice(end, match.index))
    const place = document.createElement('span')
    render(match[1] ?? '', place, false)
    parts.push(place)
    end = match.index + match[0].length
  }
  node.replaceWith(...parts, node.data.slice(end))
}
