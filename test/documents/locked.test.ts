/** Files under a password are read without a converter where the password comes along. */
import { beforeAll, describe, expect, test } from 'vitest'
import { outlineOf, xlsx } from './build.ts'
import { locked } from './locked.ts'

const data = '<sheetData><row r="1"><c r="A1" t="str"><v>secret</v></c></row></sheetData>'
const plain = xlsx({ Sheet: { content: data } })
const read = ['# Sheet', 'secret']

describe('a workbook under a password', () => {
  let file: Uint8Array
  beforeAll(async () => {
    file = await locked(plain, 'Grün 7')
  })

  test('opens with the right one, whatever its name says that it is', async () => {
    expect(await outlineOf(file, '.xlsx', {}, 'Grün 7')).toEqual(read)
    expect(await outlineOf(file, '.docx', {}, 'Grün 7')).toEqual(read)
  })

  test('with a wrong one or none it is refused, and the two are told apart', async () => {
    await expect(outlineOf(file, '.xlsx', {}, 'grün 7')).rejects.toMatchObject({ code: 1106, message: expect.stringContaining('does not open') })
    await expect(outlineOf(file, '.xlsx')).rejects.toMatchObject({ code: 1106, message: expect.stringMatching(/is protected with a password.*"password"/) })
  })

  test('that every program knows is opened unasked', async () => {
    expect(await outlineOf(await locked(plain, 'VelvetSweatshop'), '.xlsx')).toEqual(read)
  })

  test('cut off it is refused', async () => {
    await expect(outlineOf(file.subarray(0, 2048), '.xlsx', {}, 'Grün 7')).rejects.toMatchObject({ code: 1106 })
  })
})
