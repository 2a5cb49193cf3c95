/** Binary presentations of a few records. */
import { expect, test } from 'vitest'
import { bytesOf, outlineOf } from './build.ts'
import { compoundFile } from './locked.ts'

const CONTAINER = 0xf

function record(type: number, content: Uint8Array, version = 0): Uint8Array {
  const bytes = new Uint8Array(8 + content.length)
  const view = new DataView(bytes.buffer)
  view.setUint16(0, version, true)
  view.setUint16(2, type, true)
  view.setUint32(4, content.length, true)
  bytes.set(content, 8)
  return bytes
}

const join = (parts: readonly Uint8Array[]): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]))
const container = (type: number, ...children: Uint8Array[]): Uint8Array => record(type, join(children), CONTAINER)
const numbers = (...values: number[]): Uint8Array => new Uint8Array(Uint32Array.from(values).buffer)

/** One slide with a text box for each text, which has the records that follow it. */
function presentation(
  boxes: readonly { readonly text: string; readonly records: readonly Uint8Array[] }[],
): Uint8Array {
  const shapes = boxes.map(({ text, records }) =>
    container(0xf004, container(0xf00d, record(0x0f9f, numbers(4)), record(0x0fa8, bytesOf(text)), ...records)),
  )
  const slide = container(0x03ee, container(0x040c, container(0xf003, container(0xf004), ...shapes)))
  const list = container(0x0ff0, record(0x03f3, numbers(1, 0, 0, 256, 0)))
  const document = container(0x03e8, list)
  const directory = record(0x1772, numbers((1 << 20) | 1, document.length))
  return compoundFile({ 'PowerPoint Document': join([document, slide, directory]) })
}

test('placeholders for dates and numbers of slides are left out, other asterisks are not', async () => {
  const slideNumber = record(0x0fd8, numbers(5))
  const date = record(0x0ff7, numbers(0, 0))
  const bytes = presentation([
    { text: 'Page * of * parts', records: [slideNumber] },
    { text: '*', records: [date] },
  ])
  expect(await outlineOf(bytes, '.ppt')).toEqual(['Page of * parts'])
})
