/** Password-protected files are read without a converter if the request has the password. */
import { beforeAll, describe, expect, test } from 'vitest'
import { detectOfficeType } from '../../../src/extract/office/detect.ts'
import { isLocked } from '../../../src/office/encryption/encryption.ts'
import { prepareForConverter } from '../../../src/office/prepare.ts'
import { bytesOf, odf, outlineOf, xlsx } from './build.ts'
import { locked, lockedOpenDocument } from './locked.ts'

const data = '<sheetData><row r="1"><c r="A1" t="str"><v>secret</v></c></row></sheetData>'
const plain = xlsx({ Sheet: { content: data } })
const read = ['# Sheet', 'secret']

describe('a workbook with a password', () => {
  let file: Uint8Array
  beforeAll(async () => {
    file = await locked(plain, 'Grün 7')
  })

  test('opens with the right password, whatever its file name', async () => {
    expect(await outlineOf(file, '.xlsx', {}, 'Grün 7')).toEqual(read)
    expect(await outlineOf(file, '.docx', {}, 'Grün 7')).toEqual(read)
  })

  test('different errors for a wrong and a missing password', async () => {
    await expect(outlineOf(file, '.xlsx', {}, 'grün 7')).rejects.toMatchObject({
      code: 1106,
      message: expect.stringContaining('does not open'),
    })
    await expect(outlineOf(file, '.xlsx')).rejects.toMatchObject({
      code: 1106,
      message: expect.stringMatching(/is protected with a password.*"password"/),
    })
  })

  test('written with uppercase stream names', async () => {
    const named = (name: string): Uint8Array =>
      Uint8Array.from(Array.from(name).flatMap((letter) => [letter.charCodeAt(0), 0]))
    const capitals = new Uint8Array(file)
    for (const name of ['EncryptedPackage', 'EncryptionInfo']) {
      const at = capitals.findIndex((_, start) => named(name).every((byte, index) => capitals[start + index] === byte))
      capitals.set(named(name.toUpperCase()), at)
    }
    expect(detectOfficeType({ head: capitals, tail: capitals, size: capitals.length, fileName: 'a' })).toBe('.docx')
    expect(isLocked(capitals)).toBe(true)
    expect(await outlineOf(capitals, '.xlsx', {}, 'Grün 7')).toEqual(read)
    await expect(outlineOf(capitals, '.docx')).rejects.toMatchObject({
      code: 1106,
      message: expect.stringContaining('is protected with a password'),
    })
  })

  test('a write-protected workbook opens without a password', async () => {
    expect(await outlineOf(await locked(plain, 'VelvetSweatshop'), '.xlsx')).toEqual(read)
  })

  test('a truncated file is rejected', async () => {
    await expect(outlineOf(file.subarray(0, 2048), '.xlsx', {}, 'Grün 7')).rejects.toMatchObject({ code: 1106 })
  })

  test.each([
    ['saltValue="', '!'],
    ['encryptedVerifierHashInput="', '!'],
    ['encryptedKeyValue="', '*'],
    ['encryptedVerifierHashInput="', '='],
    ['keyBits="', '9'],
    ['keyBits="', '0'],
    ['blockSize="', '9'],
    ['hashSize="', '-'],
  ])('with a damaged description (%s%s) it is refused as damaged', async (name, character) => {
    const damaged = new Uint8Array(file)
    const words = bytesOf(name)
    for (let at = 0; at < damaged.length; at++)
      if (words.every((byte, index) => damaged[at + index] === byte))
        damaged[at + words.length] = character.charCodeAt(0)
    expect(damaged).not.toEqual(file)
    await expect(outlineOf(damaged, '.xlsx', {}, 'Grün 7')).rejects.toMatchObject({ name: 'ParseError', code: 1106 })
  })
})

describe('an OpenDocument file with a password', () => {
  const text = odf(
    'text',
    `<text:h text:outline-level="1">Secret</text:h><text:p>${'Kept under a key. '.repeat(20).trim()}</text:p>`,
  )
  let file: Uint8Array
  beforeAll(async () => {
    file = await lockedOpenDocument(text, 'Grün 7')
  })

  test('opens with the right password', async () => {
    expect(await outlineOf(file, '.odt', {}, 'Grün 7')).toEqual(await outlineOf(text, '.odt'))
  })

  test('different errors for a wrong and a missing password', async () => {
    await expect(outlineOf(file, '.odt', {}, 'grün 7')).rejects.toMatchObject({
      code: 1106,
      message: expect.stringContaining('does not open'),
    })
    await expect(outlineOf(file, '.odt')).rejects.toMatchObject({
      code: 1106,
      message: expect.stringMatching(/is protected with a password.*"password"/),
    })
  })

  test('the converter gets the decrypted file', async () => {
    const job = { bytes: file, fileType: '.odt', password: 'Grün 7', speakerNotes: false, formulaPlaceholders: false }
    const prepared = await prepareForConverter(job)
    expect(prepared.password).toBeNull()
    expect(await outlineOf(prepared.bytes, '.odt')).toEqual(await outlineOf(text, '.odt'))
  })

  test('an unknown encryption is named', async () => {
    const other = await lockedOpenDocument(text, 'Grün 7', 'http://www.w3.org/2009/xmlenc11#aes256-gcm')
    await expect(outlineOf(other, '.odt', {}, 'Grün 7')).rejects.toMatchObject({
      code: 1106,
      message: expect.stringContaining('AES-GCM'),
    })
  })

  test('an unnecessary password is ignored', async () => {
    expect(await outlineOf(text, '.odt', {}, 'Grün 7')).toEqual(await outlineOf(text, '.odt'))
  })
})
