/** Text as HTML source: what would begin a tag or an entity, or end an attribute, stands for itself. */

/** Escapes text for an HTML element or a double-quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (found) =>
    found === '&' ? '&amp;' : found === '<' ? '&lt;' : found === '>' ? '&gt;' : '&quot;',
  )
}
