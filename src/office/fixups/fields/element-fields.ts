/**
 * Fields of slides and OpenDocument files: one element around the stored result. ISO/IEC 29500-1, 21.1.2.2.4;
 * OpenDocument 1.3 part 3, 7.3 and 7.5.
 */

const volatileType = /\stype\s*=\s*["'](?:date|time|file|author)/i
const paragraphProperties = /<((?:[\w.-]+:)?pPr)(?:\s[^<>]*)?(?:\/>|>[^<]*<\/\1>)/
const runContent = /^\s*(?:<([\w.-]+:)?rPr[\s/>][\s\S]*)?<((?:[\w.-]+:)?t)(?:\s[^<>]*)?>[^<]+<\/\2>\s*$/

/** Turns fields of a slide, layout or master into runs; returns `null` for no change. */
export function storeSlideFields(xml: string): string | null {
  const opening = /<((?:[\w.-]+:)?)fld(\s[^<>]*[^<>/])>/g
  const parts: string[] = []
  let at = 0
  for (let tag = opening.exec(xml); tag !== null; tag = opening.exec(xml)) {
    const [whole, prefix = '', attributes = ''] = tag
    const closing = `</${prefix}fld>`
    const start = tag.index + whole.length
    const end = xml.indexOf(closing, start)
    if (end < 0) break
    opening.lastIndex = end
    if (!volatileType.test(attributes)) continue
    const content = xml.slice(start, end).replace(paragraphProperties, '')
    if (/<(?:[\w.-]+:)?(?:fld|r|p|pPr)[\s/>]/.test(content) || !runContent.test(content)) continue
    parts.push(xml.slice(at, tag.index), `<${prefix}r>${content}</${prefix}r>`)
    at = end + closing.length
  }
  return parts.length === 0 ? null : parts.join('') + xml.slice(at)
}

const openDocumentFields = [
  ...['date', 'time', 'file-name', 'template-name', 'author-name', 'author-initials', String.raw`sender-[\w-]+`],
  ...['(?:creation|modification|print)-(?:date|time)', 'printed-by', 'editing-(?:duration|cycles)'],
  ...['initial-creator', 'creator', 'title', 'subject', 'keywords', 'description', 'user-defined'],
  '(?:paragraph|word|character|table|image|object)-count',
]
const openDocumentField = new RegExp(
  String.raw`<text:(${openDocumentFields.join('|')})(?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*>([^<]+)</text:\1>`,
  'g',
)

export function storeOpenDocumentFields(xml: string): string | null {
  const stored = xml.replace(openDocumentField, '$2')
  return stored.length === xml.length ? null : stored
}
