/** Presentations built record by record ([MS-PPT] 2.1.2). */
import { describe, expect, test } from 'vitest'
import { EditableFile } from '../../../../src/office/fixups/editable-file.ts'
import { speakerNotes } from '../../../../src/office/fixups/speaker-notes/speaker-notes.ts'
import { compoundFile } from '../../../extract/structured/locked.ts'

const join = (...parts: readonly Uint8Array[]): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]))
const words = (...values: readonly number[]): Uint8Array => new Uint8Array(new Uint32Array(values).buffer)

function record(type: number, content: Uint8Array, { instance = 0, container = false } = {}): Uint8Array {
  const head = new DataView(new ArrayBuffer(8))
  head.setUint16(0, (instance << 4) | (container ? 0xf : 0), true)
  head.setUint16(2, type, true)
  head.setUint32(4, content.length, true)
  return join(new Uint8Array(head.buffer), content)
}
const container = (type: number, content: readonly Uint8Array[], instance = 0): Uint8Array =>
  record(type, join(...content), { instance, container: true })

const utf16 = (text: string): Uint8Array =>
  record(0x0fa0, new Uint8Array(Uint16Array.from(text, (char) => char.charCodeAt(0)).buffer))
const bytes = (text: string): Uint8Array =>
  record(
    0x0fa8,
    Uint8Array.from(text, (char) => char.charCodeAt(0)),
  )
/** Texts are nested in several containers. */
const notes = (slide: number, texts: readonly (readonly [number, Uint8Array])[]): Uint8Array =>
  container(0x03f0, [
    record(0x03f1, words(slide, 0)),
    container(0x040c, [
      container(
        0xf00d,
        texts.flatMap(([kind, text]) => [record(0x0f9f, words(kind)), text]),
      ),
    ]),
  ])
const slide = (hidden: boolean): Uint8Array =>
  container(0x03ee, [record(0x03f9, words(0, 0, hidden ? 0x0004_0000 : 0, 0))])
const list = (instance: number, entries: readonly (readonly [number, number])[]): Uint8Array =>
  container(
    0x0ff0,
    entries.map(([persist, id]) => record(0x03f3, words(persist, 0, 0, id, 0))),
    instance,
  )

/** The records, followed by a persist directory; the first record has the identifier 1. */
function presentation(records: readonly Uint8Array[]): Uint8Array {
  const offsets: number[] = []
  let at = 0
  for (const each of records) {
    offsets.push(at)
    at += each.length
  }
  return compoundFile({
    'PowerPoint Document': join(...records, record(0x1772, words((offsets.length << 20) | 1, ...offsets))),
  })
}

async function notesIn(bytes: Uint8Array): Promise<string[][] | undefined> {
  const options = { speakerNotes: true, formulaPlaceholders: false }
  const file = new EditableFile(bytes, { container: 'compound', fileType: '.ppt', options })
  await speakerNotes.before?.(file)
  if (file.recovered.warnings !== undefined) return [[...file.recovered.warnings]]
  return file.recovered.notes?.map((blocks) => blocks.map((block) => ('text' in block ? block.text : block.kind)))
}

describe('speaker notes of a binary presentation', () => {
  test('are read in slide order, without hidden slides and older versions', async () => {
    const old = notes(256, [[2, utf16('What was said before')]])
    const document = container(0x03e8, [
      list(0, [
        [3, 258],
        [4, 257],
        [5, 256],
      ]),
      list(2, [
        [6, 256],
        [7, 257],
        [8, 258],
      ]),
    ])
    const file = presentation([
      old,
      document,
      slide(false),
      slide(true),
      slide(false),
      notes(256, [
        [4, utf16('*')],
        [2, utf16('Say this.\rThen\vwait — Σ.')],
      ]),
      notes(257, [[2, utf16('Hidden')]]),
      notes(258, [[2, bytes('Caf\xe9')]]),
    ])
    expect(await notesIn(file)).toEqual([['Café'], ['Say this.', 'Then wait — Σ.']])
  })

  test('without text of the notes type, other texts are used, but not fields', async () => {
    const document = container(0x03e8, [list(0, [[2, 256]]), list(2, [[3, 256]])])
    const file = presentation([
      document,
      slide(false),
      notes(256, [
        [4, utf16('*')],
        [4, utf16('Say this')],
      ]),
    ])
    expect(await notesIn(file)).toEqual([['Say this']])
  })

  test('damaged records give no notes; files without slides give a warning', async () => {
    const cut = container(0x03e8, [list(0, [[2, 256]]), list(2, [[99, 256]])])
    expect(await notesIn(presentation([cut, slide(false)]))).toEqual([[]])
    const damaged = { 'PowerPoint Document': join(words(0x03e8000f, 0xffffffff), new Uint8Array(100)) }
    for (const file of [{ WordDocument: new Uint8Array(64) }, damaged])
      expect(await notesIn(compoundFile(file))).toEqual([['The speaker notes could not be read.']])
  })
})
