/**
 * Replaces each section from an opening tag (`names`: regular expressions) to the next closing one. After an unclosed
 * element, others of its name are skipped: linear time.
 */
export function replaceXmlElements(
  xml: string,
  names: readonly string[],
  replace: (element: string) => string,
): string {
  const unclosed = new Set<string>()
  const parts: string[] = []
  let at = 0
  for (const { 0: tag, 1: name = '', index } of xml.matchAll(
    new RegExp(`<(${names.join('|')})(?=[\\s/>])(?:\\s[^<>]*)?>`, 'g'),
  )) {
    if (index < at || unclosed.has(name)) continue
    const close = `</${name}>`
    const closeAt = xml.indexOf(close, index + tag.length)
    if (closeAt < 0) {
      unclosed.add(name)
      continue
    }
    const end = closeAt + close.length
    parts.push(xml.slice(at, index), replace(xml.slice(index, end)))
    at = end
  }
  return at === 0 ? xml : parts.join('') + xml.slice(at)
}

/** First prefix that is declared for one of the namespaces, with its colon; "" for a default namespace. */
export function namespacePrefix(xml: string, namespaces: readonly string[]): string | null {
  for (const namespace of namespaces) {
    const declaration = new RegExp(`xmlns(?::([\\w.-]+))?\\s*=\\s*["']${namespace.replaceAll('.', '\\.')}["']`).exec(
      xml,
    )
    if (declaration !== null) return declaration[1] === undefined ? '' : `${declaration[1]}:`
  }
  return null
}

export const wordNamespaces = [
  'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  'http://purl.oclc.org/ooxml/wordprocessingml/main',
]
