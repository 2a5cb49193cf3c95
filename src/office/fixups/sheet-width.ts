/** Fits worksheets to the width of a landscape A3 page, because converters split wide sheets into pages. */
import type { Fixup } from './types.ts'

const sheetParts = /^xl\/worksheets\/[^/]+\.xml$/i
const MAX_SHEET_BYTES = 64 << 20

export const sheetWidth: Fixup = {
  before(file) {
    file.editParts(sheetParts, fitToWidth, { maxBytes: MAX_SHEET_BYTES })
  },
}

/** A3 is the largest size that all printer drivers support. */
const pageSetup = '<pageSetup paperSize="8" orientation="landscape" fitToWidth="1" fitToHeight="0"/>'
const laterElements = [
  ...['headerFooter', 'rowBreaks', 'colBreaks', 'customProperties', 'cellWatches', 'ignoredErrors', 'smartTags'],
  ...['drawing', 'legacyDrawing', 'legacyDrawingHF', 'drawingHF', 'picture', 'oleObjects', 'controls'],
  ...['webPublishItems', 'tableParts', 'extLst'],
]

export function fitToWidth(xml: string): string | null {
  const root = /<((?:\w+:)?)worksheet(?:\s[^>]*)?>/.exec(xml)
  if (root === null) return null
  const prefix = root[1] ?? ''
  const element = (name: string): RegExp =>
    new RegExp(`<${prefix}${name}(?:\\s[^>]*)?(?:/>|>[\\s\\S]*?</${prefix}${name}>)`)
  const prefixed = (text: string): string => text.replaceAll(/<(\/?)(?=\w)/g, `<$1${prefix}`)
  const rootEnd = root.index + root[0].length

  const dataStart = xml.indexOf(`<${prefix}sheetData`, rootEnd)
  const dataEnd = Math.max(xml.lastIndexOf(`</${prefix}sheetData>`), dataStart)
  if (dataStart < 0) return null
  let before = xml.slice(rootEnd, dataStart)
  let after = xml.slice(dataEnd)
  const properties = element('sheetPr').exec(before)
  const fit = prefixed('<pageSetUpPr fitToPage="1"/>')
  if (properties === null) before = prefixed('<sheetPr>') + fit + prefixed('</sheetPr>') + before
  else before = before.replace(properties[0], () => withFit(properties[0], { fit, prefix, element }))
  for (const name of ['rowBreaks', 'colBreaks', 'pageSetup']) after = after.replace(element(name), '')
  const next = laterElements.map((name) => after.search(new RegExp(`<${prefix}${name}[\\s/>]`))).filter((at) => at >= 0)
  const insertAt = Math.min(...next, after.lastIndexOf(`</${prefix}worksheet>`))
  if (insertAt < 0) return null
  after = after.slice(0, insertAt) + prefixed(pageSetup) + after.slice(insertAt)
  return xml.slice(0, rootEnd) + before + xml.slice(dataStart, dataEnd) + after
}

function withFit(
  properties: string,
  { fit, prefix, element }: { fit: string; prefix: string; element: (name: string) => RegExp },
): string {
  if (properties.endsWith('/>') && !properties.includes(`</${prefix}sheetPr>`))
    return `${properties.slice(0, -2)}>${fit}</${prefix}sheetPr>`
  return properties
    .replace(element('pageSetUpPr'), '')
    .replace(`</${prefix}sheetPr>`, () => `${fit}</${prefix}sheetPr>`)
}
