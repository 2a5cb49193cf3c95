import { expect, test } from 'vitest'
import { busyIfDiskFails, deserializeError, errorTable, ParseError, serializeError } from '../../src/model/errors.ts'

test('the table has every documented code', () => {
  expect(Object.keys(errorTable).map(Number)).toEqual([
    1101, 1104, 1106, 1107, 1108, 1111, 1118, 1123, 1124, 1131, 1132, 1133, 1137, 1138, 1139,
  ])
})

test('an error can be serialized and restored', () => {
  const error = new ParseError(1132, 'The document has 301 pages; the limit is 300.')
  expect(deserializeError(structuredClone(serializeError(error)))).toMatchObject({
    code: 1132,
    message: error.message,
    status: 413,
  })
})

test.each([
  ['ENOSPC', 'Busy: the disk is full. Try again later.'],
  ['EROFS', 'Busy: the disk is read-only. Try again later.'],
  ['EACCES', 'Busy: the disk is read-only for this user. Try again later.'],
])('a disk with %s is 1124', (code, message) => {
  const error = Object.assign(new Error('no'), { code })
  expect(busyIfDiskFails(error, 'the disk')).toMatchObject({ code: 1124, message, cause: error })
  const defect = new TypeError('no')
  expect(busyIfDiskFails(defect, 'the disk')).toBe(defect)
})

test('other errors become 1137 without their message', () => {
  expect(serializeError(new TypeError('secret path'))).toMatchObject({ code: 1137, status: 500 })
  expect(serializeError(new TypeError('secret path')).message).not.toContain('secret')
})
