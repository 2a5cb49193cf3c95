/**
 * The XML of a worksheet → the same, printed as wide as one landscape page of A3 and as high as it takes. Without it a converter cuts
 * wide sheets into strips of columns, which no reader can put together again.
 */

/** A3: the largest that printers' drivers, and hence converters, all know. */
const pageSetup = '<pageSetup paperSize="8" orientation="landscape" fitToWidth="1" fitToHeight="0"/>'
/** What may stand before `pageSetup` at the end of a worksheet, in the schema's order, and what only after it. */
const after = [
  'headerFooter',
  'rowBreaks',
  'colBreaks',
  'customProperties',
  'cellWatches',
  'ignoredErrors',
  'smartTags',
  'drawing',
  'legacyDrawing',
]
const later = [
  'legacyDrawingHF',
  'drawingHF',
  'picture',
  'oleObjects',
  'controls',
  'webPublishItems',
  'tableParts',
  'extLst',
]

/** `null` where the sheet can't be changed so. */
export function fitToWidth(xml: string): string | null {
  const root = /<((?:\w+:)?)worksheet(?:\s[^>]*)?>/.exec(xml)
  if (root === null) return null
  const prefix = root[1] ?? ''
  const named = (name: string): RegExp =>
    new RegExp(`<${prefix}${name}(?:\\s[^>]*)?(?:/>|>[\\s\\S]*?</${prefix}${name}>)`)
  const own = (text: string): string => text.replaceAll(/<(\/?)(?=\w)/g, `<$1${prefix}`)
  const head = root.index + root[0].length

  // Sheets of a million rows: only the two ends hold what is looked for.
  const dataStart = xml.indexOf(`<${prefix}sheetData`, head)
  const dataEnd = Math.max(xml.lastIndexOf(`</${prefix}sheetData>`), dataStart)
  if (dataStart < 0) return null
  let before = xml.slice(head, dataStart)
  let behind = xml.slice(dataEnd)
  const properties = named('sheetPr').exec(before)
  const fit = own('<pageSetUpPr fitToPage="1"/>')
  if (properties === null) before = own('<sheetPr>') + fit + own('</sheetPr>') + before
  else before = before.replace(properties[0], () => withFit(properties[0], { fit, prefix, named }))
  for (const name of ['rowBreaks', 'colBreaks', 'pageSetup']) behind = behind.replace(named(name), '')
  const next = [...after, ...later]
    .map((name) => behind.search(new RegExp(`<${prefix}${name}[\\s/>]`)))
    .filter((at) => at >= 0)
  const end = behind.lastIndexOf(`</${prefix}worksheet>`)
  const place = Math.min(...next, end)
  if (place < 0) return null
  behind = behind.slice(0, place) + own(pageSetup) + behind.slice(place)
  return xml.slice(0, head) + before + xml.slice(dataStart, dataEnd) + behind
}

/** Page properties come last among a sheet's properties. */
function withFit(
  properties: string,
  { fit, prefix, named }: { fit: string; prefix: string; named: (name: string) => RegExp },
): string {
  if (properties.endsWith('/>') && !properties.includes(`</${prefix}sheetPr>`))
    return `${properties.slice(0, -2)}>${fit}</${prefix}sheetPr>`
  const bare = properties.replace(named('pageSetUpPr'), '')
  return bare.replace(`</${prefix}sheetPr>`, () => `${fit}</${prefix}sheetPr>`)
}
