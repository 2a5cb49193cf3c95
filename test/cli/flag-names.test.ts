import { expect, test } from 'vitest'
import { withFlags } from '../../src/cli/flag-names.ts'

test('messages name flags, not form fields', () => {
  expect(withFlags('The PDF is encrypted and no password came with it. Send it in the field "password".')).toBe(
    'The PDF is encrypted and no password came with it. Give it with --password.',
  )
  expect(withFlags('Ask for fewer pages with page_range, or split the document.')).toBe(
    'Ask for fewer pages with --pages, or split the document.',
  )
  expect(withFlags('office: table_1 of "my_file" has no ocr text')).toBe('office: table_1 of "my_file" has no ocr text')
})
