/** OpenDocument in one XML file. */
import { expect, test } from 'vitest'
import { detectFileType } from '../../../src/extract/registry.ts'
import { sampleOf } from '../../../src/extract/types.ts'
import { toBinaryString } from '../../../src/model/bytes.ts'
import { isConverted } from '../../../src/office/conversion-choice.ts'
import { fixture } from '../../fixtures/fixtures.ts'
import { bytesOf, outlineOf } from './build.ts'

const oasis = 'urn:oasis:names:tc:opendocument:xmlns'

function flat(kind: 'text' | 'spreadsheet' | 'presentation', body: string, styles = ''): Uint8Array {
  const spaces = ['office', 'text', 'table', 'style', 'presentation', 'chart']
    .map((name) => `xmlns:${name}="${oasis}:${name}:1.0"`)
    .join(' ')
  const others = `xmlns:draw="${oasis}:drawing:1.0" xmlns:svg="${oasis}:svg-compatible:1.0" xmlns:math="http://www.w3.org/1998/Math/MathML"`
  return bytesOf(
    `<?xml version="1.0" encoding="UTF-8"?>\n<office:document ${spaces} ${others} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.${kind}">${styles}<office:body><office:${kind}>${body}</office:${kind}></office:body></office:document>`,
  )
}

const typeOf = (bytes: Uint8Array): string | null => detectFileType({ ...sampleOf(bytes), fileName: 'a.xml' })

test('a flat text: styles, page headers, an image, a formula and a chart', async () => {
  const image = btoa(toBinaryString(await fixture('image-png')))
  const data = `<office:binary-data>${image.replace(/.{72}/g, '$&\n')}</office:binary-data>`
  const frame = (content: string): string => `<draw:frame>${content}</draw:frame>`
  const row = (...cells: string[]): string =>
    `<table:table-row>${cells.map((cell) => `<table:table-cell><text:p>${cell}</text:p></table:table-cell>`).join('')}</table:table-row>`
  const chart = `<draw:object><office:document office:mimetype="application/vnd.oasis.opendocument.chart"><office:body><office:chart><chart:chart><chart:plot-area><chart:axis><chart:title><text:p>Month</text:p></chart:title></chart:axis></chart:plot-area><table:table>${row('', 'Sales')}${row('North', '5')}</table:table></chart:chart></office:chart></office:body></office:document></draw:object>`
  const formula = '<draw:object><math:math><math:mi>x</math:mi></math:math></draw:object>'
  const styles = `<office:styles><style:style style:name="Secret" style:family="text"><style:text-properties text:display="none"/></style:style></office:styles><office:master-styles><style:master-page><style:header><text:p>Running ${frame(`<draw:image>${data}</draw:image>`)}</text:p></style:header></style:master-page></office:master-styles>`
  const body = [
    '<text:h text:outline-level="2">Part</text:h>',
    `<text:p>a<text:span text:style-name="Secret">hidden</text:span>${frame(`<draw:image>${data}</draw:image>`)}</text:p>`,
    `<text:p>${frame(formula)}</text:p>`,
    `<text:p>${frame(chart)}</text:p>`,
  ]
  const bytes = flat('text', body.join(''), styles)
  expect(typeOf(bytes)).toBe('.fodt')
  expect(isConverted({ fileType: '.fodt', options: { office: 'auto' } }, true)).toBe(false)
  expect(await outlineOf(bytes, '.fodt')).toEqual([
    'header: Running',
    '## Part',
    'a',
    'figure',
    'equation: x',
    '*|*Sales / North|5',
  ])
})

test('a flat spreadsheet and a flat presentation', async () => {
  const cell = '<table:table-cell><text:p>7.0</text:p></table:table-cell>'
  const sheet = flat(
    'spreadsheet',
    `<table:table table:name="S"><table:table-row>${cell}</table:table-row></table:table>`,
  )
  expect(typeOf(sheet)).toBe('.fods')
  expect(await outlineOf(sheet, '.fods')).toEqual(['# S', '7.0'])
  const title =
    '<draw:frame presentation:class="title"><draw:text-box><text:p>Title</text:p></draw:text-box></draw:frame>'
  const deck = flat('presentation', `<draw:page>${title}</draw:page>`)
  expect(typeOf(deck)).toBe('.fodp')
  expect(await outlineOf(deck, '.fodp')).toEqual(['# Title'])
})

test('images and charts of cells are read; a chart of visible cells has only its title', async () => {
  const cell = (text: string): string => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`
  const rows = `<table:table-row>${cell('North')}${cell('5')}</table:table-row>`
  const titled = '<chart:title><text:p>Sales</text:p></chart:title>'
  const header = `<table:table-row>${cell('')}${cell('2024')}</table:table-row>`
  const chart = (ranges: string): string =>
    `<draw:frame><draw:object draw:notify-on-update-of-ranges="${ranges}"><office:document office:mimetype="application/vnd.oasis.opendocument.chart"><office:body><office:chart><chart:chart>${titled}<table:table table:name="local-table">${header}${rows}</table:table></chart:chart></office:chart></office:body></office:document></draw:object></draw:frame>`
  const image = `<draw:frame><svg:title>Map</svg:title><draw:image><office:binary-data>!</office:binary-data></draw:image></draw:frame>`
  const sheet = (frame: string): Uint8Array =>
    flat(
      'spreadsheet',
      `<table:table table:name="S"><table:table-row>${cell('North')}<table:table-cell>${frame}</table:table-cell></table:table-row></table:table>`,
    )
  expect(await outlineOf(sheet(image), '.fods')).toEqual(['# S', 'North', 'figure Map'])
  expect(await outlineOf(sheet(chart('S.A1:S.B2')), '.fods')).toEqual(['# S', 'North', 'figure Sales'])
  expect(await outlineOf(sheet(chart('Hidden.A1:Hidden.B2')), '.fods')).toEqual([
    '# S',
    'North',
    'table_caption: Sales',
    '*|*2024 / North|5',
  ])
})
