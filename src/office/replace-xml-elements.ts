/** Elements of XML that is only looked at as text: nothing is parsed, and whatever is broken stays as it was. */

/**
 * Replaces each piece from an opening tag of one of these names (they go into a regular expression) to the next closing tag of the same
 * name. Time grows with the text, whatever it holds: where one is never closed, none behind it is.
 */
export function replaceXmlElements(xml: string, names: readonly string[], replace: (piece: string) => string): string {
  const unclosed = new Set<string>()
  const kept: string[] = []
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
    kept.push(xml.slice(at, index), replace(xml.slice(index, end)))
    at = end
  }
  return at === 0 ? xml : kept.join('') + xml.slice(at)
}
