import { expect, test } from 'vitest'
import { deserializeError, errorTable, ParseError, serializeError } from '../../src/model/errors.ts'

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

test('other errors become 1137 without their message', () => {
  expect(serializeError(new TypeError('secret path'))).toMatchObject({ code: 1137, status: 500 })
  expect(serializeError(new TypeError('secret path')).message).not.toContain('secret')
})
