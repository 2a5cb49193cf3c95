import { describe, expect, test } from 'vitest'
import { openCompoundFile } from '../../../../src/office/compound-file.ts'
import { hideDocDeletions, hideRtfDeletions } from '../../../../src/office/fixups/tracked-changes/hide-deletions.ts'
import { compoundFile } from '../../../extract/structured/locked.ts'

describe('deleted text becomes hidden text', () => {
  const hide = (text: string): string | null => {
    const changed = hideRtfDeletions(new TextEncoder().encode(text))
    return changed === null ? null : new TextDecoder().decode(changed)
  }

  test('rich text: in place, and the rest of the control word is kept', () => {
    expect(hide(String.raw`{\rtf1 a{\deleted b}{\deleted\b c}{\b\deleted0 d}}`)).toBe(
      String.raw`{\rtf1 a{\v\v\v\v b}{\v\v\v\v\b c}{\b\v\v\v\v0 d}}`,
    )
    expect(hide(String.raw`{\rtf1 a}`)).toBeNull()
  })

  test('rich text: other words and escaped backslashes are unchanged', () => {
    expect(hide(String.raw`{\rtf1 \deletedx \\deleted deleted}`)).toBeNull()
    expect(hide(String.raw`{\rtf1 \\\deleted x}`)).toBe(String.raw`{\rtf1 \\\v\v\v\v x}`)
  })

  /** A document with one page of character properties, the second page of its stream, with these runs. */
  function document(runs: readonly (readonly number[])[], { version = 0xc1, pages = 1 } = {}): Uint8Array {
    const stream = new Uint8Array(4096)
    const head = new DataView(stream.buffer)
    head.setUint16(0, 0xa5ec, true)
    head.setUint16(2, version, true)
    head.setUint16(0x0a, 0x0200, true)
    head.setUint32(0xfa, 8, true)
    head.setUint32(0xfe, 4 + 8 * pages, true)
    const page = stream.subarray(512, 1024)
    page[511] = runs.length
    let at = 400
    runs.forEach((properties, index) => {
      page[4 * (runs.length + 1) + index] = at / 2
      page[at] = properties.length
      page.set(properties, at + 1)
      at += 16
    })
    const table = new Uint8Array(64)
    // Two text positions, then the page number.
    new DataView(table.buffer).setUint32(8 + 8, 1, true)
    return compoundFile({ WordDocument: stream, '1Table': table })
  }
  const pageOf = (bytes: Uint8Array): Uint8Array =>
    openCompoundFile(bytes)!.read('WordDocument', 4096)!.subarray(512, 1024)

  test('binary documents: the property is replaced among others of all lengths', () => {
    const size = [0x43, 0x4a, 24, 0]
    const long = [0x65, 0xca, 2, 0x00, 0x08]
    const bytes = document([
      [...size, ...long, 0x00, 0x08, 1],
      [0x35, 0x08, 1],
      [0x00, 0x08, 1, ...size],
    ])
    const changed = hideDocDeletions(bytes)
    expect(changed).toHaveLength(bytes.length)
    const page = pageOf(changed!)
    expect([...page.subarray(401, 413)]).toEqual([...size, ...long, 0x3c, 0x08, 1])
    expect([...page.subarray(417, 420)]).toEqual([0x35, 0x08, 1])
    expect([...page.subarray(433, 440)]).toEqual([0x3c, 0x08, 1, ...size])
    expect([...pageOf(bytes).subarray(410, 413)]).toEqual([0x00, 0x08, 1])
  })

  test('binary documents: without deletions, of older versions or with damaged lists, they are unchanged', () => {
    expect(
      hideDocDeletions(
        document([
          [0x35, 0x08, 1],
          [0x00, 0x08, 0],
        ]),
      ),
    ).toBeNull()
    expect(hideDocDeletions(document([[0x00, 0x08, 1]], { version: 0x65 }))).toBeNull()
    expect(hideDocDeletions(document([[0x00, 0x08, 1]], { pages: 100_000 }))).toBeNull()
    expect(hideDocDeletions(document([[0x00, 0x08]]))).toBeNull()
    expect(hideDocDeletions(compoundFile({ Workbook: new Uint8Array(4096) }))).toBeNull()
  })
})
