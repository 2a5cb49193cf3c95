/** Fields of interactive PDF forms. */
import { expect, test } from 'vitest'
import { applyFormFields } from '../../../src/extract/pdf/form-fields.ts'
import { type PdfObject, pagesPdf, show } from '../../fixtures/pdf-writer.ts'
import { parsePdf } from '../../layout/drawn.ts'
import { span } from '../../layout/raw-pages.ts'

type Rect = readonly [number, number, number, number]

/** Objects 7 and 8 of the file: a check box that is on, and one that is off. */
const toggles: PdfObject[] = ['0.5 0.5 11 11 re S 2 2 m 10 10 l S', '0.5 0.5 11 11 re S'].map((stream) => ({
  entries: '/Type /XObject /Subtype /Form /BBox [0 0 12 12]',
  stream,
}))

function toggle(rect: Rect, state: 'Yes' | 'Off', flags = 4): string {
  return `<< /Type /Annot /Subtype /Widget /FT /Btn /T (t${rect[1]}) /F ${flags} /Rect [${rect.join(' ')}] /V /${state} /AS /${state} /AP << /N << /Yes 7 0 R /Off 8 0 R >> >> >>`
}

/** Draws a background and a border; with `comb` each character has a cell. */
function textField(rect: Rect, value: string, { object, comb = false }: { object: number; comb?: boolean }) {
  const [width, height] = [rect[2] - rect[0], rect[3] - rect[1]]
  const step = comb ? width / value.length : 0
  const letters = comb ? [...value].map((char, at) => ({ char, x: 4 + step * at })) : [{ char: value, x: 4 }]
  const shown = letters.map(({ char, x }) => `1 0 0 1 ${x} 5 Tm (${char}) Tj`).join(' ')
  return {
    annotation: `<< /Type /Annot /Subtype /Widget /FT /Tx /T (f${object}) /F 4 /Ff ${comb ? 1 << 24 : 0} /MaxLen ${value.length} /Rect [${rect.join(' ')}] /V (${value}) /AP << /N ${object} 0 R >> >>`,
    appearance: {
      entries: `/Type /XObject /Subtype /Form /BBox [0 0 ${width} ${height}] /Resources << /Font << /F 3 0 R >> >>`,
      stream: `1 1 0 rg 0 0 ${width} ${height} re f 0 G 0.5 0.5 ${width - 1} ${height - 1} re S 0 g BT /F 10 Tf ${shown} ET`,
    },
  }
}

async function blocksOf(content: string, annotations: readonly string[], objects: readonly PdfObject[]) {
  const bytes = pagesPdf([{ content, entries: `/Annots [${annotations.join(' ')}]` }], [...toggles, ...objects])
  const { markdown } = await parsePdf(bytes)
  return markdown.trim().split('\n\n')
}

test('check boxes are characters with their state, and hidden ones are not', async () => {
  const blocks = await blocksOf(
    show('Body', 10, [100, 700], 'Send me the report') + show('Body', 10, [100, 680], 'Send me the invoice'),
    [toggle([72, 697, 84, 709], 'Yes'), toggle([72, 677, 84, 689], 'Off'), toggle([300, 677, 312, 689], 'Yes', 2)],
    [],
  )
  expect(blocks).toEqual(['- ☒ Send me the report\n- ☐ Send me the invoice'])
})

test('a check box has the tags of its label', () => {
  const label = span({ text: 'Single', x: 100, y: 110 })
  const { text, tagSpans } = applyFormFields(
    { spans: [label], paths: [], images: [], charCount: 6, unreadableCount: 0, invisibleCount: 0 },
    [{ box: { x0: 80, y0: 101, x1: 90, y1: 111 }, type: 'checkbox', isOn: true, isComb: false, value: '' }],
  )
  expect(text.spans.map((each) => each.text)).toEqual(['Single', '☒'])
  expect(tagSpans.map((each) => [each.text, each.box.x0])).toEqual([
    ['Single', 100],
    ['S', 100],
  ])
})

test('values follow their labels, and borders of fields make no table', async () => {
  const name = textField([250, 696, 450, 712], 'Alice Example', { object: 9 })
  const city = textField([250, 666, 450, 682], 'Utrecht', { object: 10 })
  const blocks = await blocksOf(
    show('Body', 10, [72, 700], 'Full name:') + show('Body', 10, [72, 670], 'City:'),
    [name.annotation, city.annotation],
    [name.appearance, city.appearance],
  )
  expect(blocks).toEqual(['Full name: Alice Example', 'City: Utrecht'])
})

test('the characters of a comb field are one value', async () => {
  const number = textField([200, 696, 440, 712], '123456789', { object: 9, comb: true })
  const blocks = await blocksOf(show('Body', 10, [72, 700], 'Number:'), [number.annotation], [number.appearance])
  expect(blocks).toEqual(['Number: 123456789'])
})
