/** Quotation marks that OCR reads as words of their own. */
import { expect, test } from 'vitest'
import { joinQuotationMarks } from '../../../src/layout/blocks/quotation-marks.ts'

test.each([
  ['was “ chief of the island ” when', 'was “chief of the island” when'],
  ['“ Chief of the island ”', '“Chief of the island”'],
  ['of ‘‘ Christ Church ’’ he', 'of “Christ Church” he'],
  ['or “‘ Where is “‘ Every', 'or “Where is “Every'],
  ['the ‘‘Nine States’’ now', 'the “Nine States” now'],
  ['helmet. " A pesane " and " two', 'helmet. "A pesane" and "two'],
  ['“‘God helping us, it’s so!” said', '“God helping us, it’s so!” said'],
  ['sagte „ Nein “ und „ Ja “', 'sagte „Nein“ und „Ja“'],
  ['a plate of 5 " by 7 " and " both', 'a plate of 5" by 7" and "both'],
])('%s', (before, after) => {
  expect(joinQuotationMarks(before)).toBe(after)
})

test.each(['l ’ autre', 'he said “no” and “‘yes’”', 'the "old" house', 'rock ’n’ roll', 'אמר " לא " ושב'])(
  '%s stays',
  (text) => {
    expect(joinQuotationMarks(text)).toBe(text)
  },
)
