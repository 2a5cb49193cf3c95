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
  boxes: readonly { readonly text: string; readonly records: readonly Uint8Array[]; readonly extension?: Uint8Array }[],
): Uint8Array {
  const shapes = boxes.map(({ text, records, extension = new Uint8Array() }) =>
    container(
      0xf004,
      container(0xf011, container(0x1388, container(0x138a, record(0x138b, extension)))),
      container(0xf00d, record(0x0f9f, numbers(4)), record(0x0fa8, bytesOf(text)), ...records),
    ),
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

test('numbers of paragraphs are those of the extension to the styles', async () => {
  const shorts = (...values: number[]): Uint8Array => new Uint8Array(Uint16Array.from(values).buffer)
  const texts = ['Four', 'Five', 'Point', 'One']
  const [first, second, third] = [10, 6, 4]
  const paragraphs = join([numbers(first + second + third), shorts(0), numbers(1), shorts(1)])
  const characters = (length: number, group: number): Uint8Array =>
    join([numbers(length, 0x20400), shorts(group << 10, 18)])
  const style = record(0x0fa1, join([paragraphs, characters(first, 0), characters(second, 1), characters(third, 2)]))
  const none = numbers(0, 0, 0)
  const numbered = join([numbers(0x3800000), shorts(0xffff, 1, 5, 4), numbers(0, 0x3), shorts(0, 1033)])
  const plain = join([numbers(0x2000000), shorts(1), numbers(0x100000, 0), numbers(0)])
  const extension = record(0x0fac, join([numbered, none, plain]))
  const bytes = presentation([{ text: texts.join('\r'), records: [style], extension }])
  expect(await outlineOf(bytes, '.ppt')).toEqual(['iv) Four\nv) Five\n- Point\n1. One'])
})
