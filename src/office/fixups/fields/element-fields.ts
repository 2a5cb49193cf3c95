/**
 * Fields that are one element around the value stored for them, in slides and in OpenDocument → that value as plain text. Converters
 * work them out anew, and today's date is not the one that the author saw. ISO/IEC 29500-1, 21.1.2.2.4; OpenDocument 1.3 part 3, 7.3, 7.5.
 */

/** Types of a slide's field, up to the digits for how the value is written. Numbers and names of slides stay with the converter. */
const volatileType = /\stype\s*=\s*["'](?:date|time|file|author)/i
/** A field's own paragraph properties are none of a run. */
const ownParagraph = /<((?:[\w.-]+:)?pPr)(?:\s[^<>]*)?(?:\/>|>[^<]*<\/\1>)/
/** Properties and text, as a run has them. */
const runContent = /^\s*(?:<([\w.-]+:)?rPr[\s/>][\s\S]*)?<((?:[\w.-]+:)?t)(?:\s[^<>]*)?>[^<]+<\/\2>\s*$/

/** `xml`: a slide, its layout or its master. `null`: nothing to change. */
export function storeSlideFields(xml: string): string | null {
  const opening = /<((?:[\w.-]+:)?)fld(\s[^<>]*[^<>/])>/g
  const pieces: string[] = []
  let at = 0
  for (let tag = opening.exec(xml); tag !== null; tag = opening.exec(xml)) {
    const [whole, prefix = '', attributes = ''] = tag
    const closing = `</${prefix}fld>`
    const start = tag.index + whole.length
    const end = xml.indexOf(closing, start)
    if (end < 0) break
    opening.lastIndex = end
    if (!volatileType.test(attributes)) continue
    const content = xml.slice(start, end).replace(ownParagraph, '')
    if (/<(?:[\w.-]+:)?(?:fld|r|p|pPr)[\s/>]/.test(content) || !runContent.test(content)) continue
    pieces.push(xml.slice(at, tag.index), `<${prefix}r>${content}</${prefix}r>`)
    at = end + closing.length
  }
  return pieces.length === 0 ? null : pieces.join('') + xml.slice(at)
}

/** Of the day, of the file, of whoever opens it, of its statistics and properties; not what differs from page to page. */
const openDocumentFields = [
  ...['date', 'time', 'file-name', 'template-name', 'author-name', 'author-initials', String.raw`sender-[\w-]+`],
  ...[
    '(?:creation|modification|print)-(?:date|time)',
    'printed-by',
    'editing-(?:duration|cycles)',
    'initial-creator',
    'creator',
  ],
  ...['title', 'subject', 'keywords', 'description', 'user-defined'],
  '(?:paragraph|word|character|table|image|object)-count',
]
const openDocumentField = new RegExp(
  String.raw`<text:(${openDocumentFields.join('|')})(?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*>([^<]+)</text:\1>`,
  'g',
)

/** `xml`: the content or the styles, with headers and footers, of an OpenDocument text or presentation. `null`: nothing to change. */
export function storeOpenDocumentFields(xml: string): string | null {
  const stored = xml.replace(openDocumentField, '$2')
  return stored.length === xml.length ? null : stored
}
