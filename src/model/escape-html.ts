export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (found) =>
    found === '&' ? '&amp;' : found === '<' ? '&lt;' : found === '>' ? '&gt;' : '&quot;',
  )
}
