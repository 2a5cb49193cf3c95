/** Prefixes of element names by namespace; strict OOXML (ISO/IEC 29500) gets the transitional ones. */

const office = 'http://schemas.openxmlformats.org/'
const oasis = 'urn:oasis:names:tc:opendocument:xmlns:'

/** Prefixes by the parts of a name that both forms of OOXML share. */
const ooxml = {
  'wordprocessingml/main': 'w',
  'spreadsheetml/main': 's',
  'presentationml/main': 'p',
  'drawingml/main': 'a',
  'drawingml/wordprocessingDrawing': 'wp',
  'drawingml/spreadsheetDrawing': 'xdr',
  'drawingml/picture': 'pic',
  'drawingml/chart': 'c',
  'drawingml/diagram': 'dgm',
  'officeDocument/relationships': 'r',
  'officeDocument/math': 'm',
}

export const namespaces: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(ooxml).flatMap(([name, prefix]) => [
      [office + name.replace('/', '/2006/'), prefix],
      [`http://purl.oclc.org/ooxml/${name}`, prefix],
    ]),
  ),
  [`${office}package/2006/relationships`]: 'rel',
  [`${office}markup-compatibility/2006`]: 'mc',
  'http://schemas.microsoft.com/office/drawing/2010/main': 'a14',
  'urn:schemas-microsoft-com:vml': 'v',
  'urn:schemas-microsoft-com:office:office': 'o',
  [`${oasis}office:1.0`]: 'office',
  [`${oasis}text:1.0`]: 'text',
  [`${oasis}table:1.0`]: 'table',
  [`${oasis}drawing:1.0`]: 'draw',
  [`${oasis}chart:1.0`]: 'chart',
  [`${oasis}style:1.0`]: 'style',
  [`${oasis}presentation:1.0`]: 'presentation',
  [`${oasis}xsl-fo-compatible:1.0`]: 'fo',
  [`${oasis}svg-compatible:1.0`]: 'svg',
  [`${oasis}manifest:1.0`]: 'manifest',
  'http://www.w3.org/XML/1998/namespace': 'xml',
  'http://www.w3.org/1999/xlink': 'xlink',
  'http://www.w3.org/1998/Math/MathML': 'math',
  'http://www.idpf.org/2007/opf': 'opf',
  [`${oasis}container`]: 'container',
}
