/**
 * Prefixes of element names in parsed trees, by namespace. Strict OOXML (ISO/IEC 29500) gets the prefixes of
 * transitional OOXML.
 */

const office = 'http://schemas.openxmlformats.org/'
const strict = 'http://purl.oclc.org/ooxml/'
const microsoft = 'http://schemas.microsoft.com/office/'
const oasis = 'urn:oasis:names:tc:opendocument:xmlns:'

export const namespaces: Readonly<Record<string, string>> = {
  [`${office}wordprocessingml/2006/main`]: 'w',
  [`${strict}wordprocessingml/main`]: 'w',
  [`${office}spreadsheetml/2006/main`]: 's',
  [`${strict}spreadsheetml/main`]: 's',
  [`${office}presentationml/2006/main`]: 'p',
  [`${strict}presentationml/main`]: 'p',
  [`${office}drawingml/2006/main`]: 'a',
  [`${strict}drawingml/main`]: 'a',
  [`${office}drawingml/2006/wordprocessingDrawing`]: 'wp',
  [`${strict}drawingml/wordprocessingDrawing`]: 'wp',
  [`${office}drawingml/2006/spreadsheetDrawing`]: 'xdr',
  [`${strict}drawingml/spreadsheetDrawing`]: 'xdr',
  [`${office}drawingml/2006/picture`]: 'pic',
  [`${strict}drawingml/picture`]: 'pic',
  [`${office}drawingml/2006/chart`]: 'c',
  [`${strict}drawingml/chart`]: 'c',
  [`${office}drawingml/2006/diagram`]: 'dgm',
  [`${strict}drawingml/diagram`]: 'dgm',
  [`${microsoft}drawing/2008/diagram`]: 'dsp',
  [`${office}officeDocument/2006/relationships`]: 'r',
  [`${strict}officeDocument/relationships`]: 'r',
  [`${office}officeDocument/2006/math`]: 'm',
  [`${strict}officeDocument/math`]: 'm',
  [`${office}package/2006/relationships`]: 'rel',
  [`${office}package/2006/content-types`]: 'ct',
  [`${office}markup-compatibility/2006`]: 'mc',
  [`${microsoft}word/2010/wordprocessingShape`]: 'wps',
  [`${microsoft}word/2010/wordprocessingGroup`]: 'wpg',
  [`${microsoft}word/2010/wordprocessingCanvas`]: 'wpc',
  [`${microsoft}drawing/2010/main`]: 'a14',
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
  'http://www.w3.org/1999/xlink': 'xlink',
  'http://www.w3.org/1998/Math/MathML': 'math',
  'http://www.w3.org/1999/xhtml': 'h',
  'http://www.w3.org/2000/svg': 'svgx',
  'http://www.idpf.org/2007/opf': 'opf',
  'http://www.idpf.org/2007/ops': 'epub',
  'http://purl.org/dc/elements/1.1/': 'dc',
  'http://www.daisy.org/z3986/2005/ncx/': 'ncx',
  [`${oasis}container`]: 'container',
}
