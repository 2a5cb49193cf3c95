import { expect, test } from 'vitest'
import { stuckError } from '../../src/pool/pool-errors.ts'

test.each(['page 3', 'the first page', 'the page after 2 others'])('%s can be left out with page_range', (step) => {
  expect(stuckError(step, 100).message).toBe(
    `Timed out: ${step} took longer than 100 ms. Send the document without it (page_range), or raise PAGE_TIMEOUT_MS.`,
  )
})

test('page_range is no remedy for a document that takes too long to open', () => {
  expect(stuckError('opening the document', 100).message).toBe(
    'Timed out: opening the document took longer than 100 ms. Split the document and send the parts, or raise PAGE_TIMEOUT_MS.',
  )
})
