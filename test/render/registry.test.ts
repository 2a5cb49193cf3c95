import { expect, test } from 'vitest'
import { outputFormats } from '../../src/model/options.ts'
import { render, renderers } from '../../src/render/registry.ts'
import { documentOf, figure, optionsWith, page, picture, text } from './documents.ts'

const document = { ...documentOf([page([text('Hello'), figure('', 'p1-1.png')])]), warnings: ['Page 1: odd'] }

test('one renderer for each output format', () =>
  expect(renderers.map(({ format }) => format)).toEqual([...outputFormats, 'chunks']))

test('produces only the requested outputs', () => {
  for (const format of outputFormats) {
    const outputs = render(document, [], { options: optionsWith({ outputFormats: [format] }), links: { kind: 'none' } })
    expect(outputFormats.filter((name) => outputs[name] !== undefined)).toEqual([format])
  }
})

test('images are returned only if the outputs reference them', () => {
  const names = (links: Parameters<typeof render>[2]['links']) =>
    render(document, [picture('p1-1.png'), picture('p9-9.png')], { options: optionsWith({}), links }).images.map(
      ({ name }) => name,
    )
  expect(names({ kind: 'url', base: 'http://localhost/' })).toEqual(['p1-1.png'])
  expect(names({ kind: 'file', folder: 'images/' })).toEqual(['p1-1.png'])
  expect(names({ kind: 'base64' })).toEqual([])
  expect(names({ kind: 'none' })).toEqual([])
})

test('warnings come from the document', () => {
  const { warnings } = render(document, [], {
    options: optionsWith({ elementFormats: { formula: 'mathml' } }),
    links: { kind: 'none' },
  })
  expect(warnings).toEqual(['Page 1: odd'])
})
