/** Converts text of documents to DOM without active content (DOMPurify). */
import DOMPurify from 'dompurify'
import { marked, type Token } from 'marked'
import { localFile } from '../client/api.ts'

const settings = {
  ALLOWED_TAGS: [
    ...['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code'],
    ...['table', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'caption'],
    ...['a', 'img', 'em', 'strong', 'del', 'sub', 'sup', 'b', 'i', 'u', 's', 'div', 'span'],
  ],
  ALLOWED_ATTR: ['href', 'src', 'alt', 'title', 'colspan', 'rowspan', 'start', 'align'],
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|data:image\/(?:png|jpeg);base64,|files\/)/i,
  ADD_URI_SAFE_ATTR: ['colspan', 'rowspan', 'start', 'align'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true as const,
}

let isPrepared = false

function prepare(): void {
  isPrepared = true
  DOMPurify.addHook('afterSanitizeAttributes', (node) => {
    if (node.tagName === 'IMG') {
      const source = localFile(node.getAttribute('src') ?? '')
      if (source === null) node.remove()
      else {
        node.setAttribute('src', source)
        node.setAttribute('loading', 'lazy')
        if (!node.hasAttribute('alt')) node.setAttribute('alt', '')
      }
    }
    if (node.tagName === 'A') {
      if (!node.hasAttribute('href')) return
      node.setAttribute('rel', 'noopener noreferrer nofollow')
      node.setAttribute('target', '_blank')
    }
  })
}

export function sanitizeHtml(html: string): DocumentFragment {
  if (!isPrepared) prepare()
  return DOMPurify.sanitize(html, settings)
}

/** Formulas stay as text between dollar signs for `formulas.ts`. */
export function renderToken(token: Token): DocumentFragment {
  const formula = /^\$\$\s*([\s\S]+?)\s*\$\$\s*$/.exec(token.raw)?.[1]
  if (formula !== undefined) {
    const fragment = document.createDocumentFragment()
    const element = document.createElement('div')
    element.className = 'formula'
    element.dataset.tex = formula
    element.textContent = formula
    fragment.append(element)
    return fragment
  }
  return sanitizeHtml(marked.parser([token]))
}
