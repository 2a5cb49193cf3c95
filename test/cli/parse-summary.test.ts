import { expect, test } from 'vitest'
import { leftOutText, summaryOf } from '../../src/cli/parse-summary.ts'

test('counts, pages per second, and a table of failures by reason', () =>
  expect(
    summaryOf({
      files: 500,
      parsed: 480,
      skipped: 10,
      pages: 2000,
      elapsedMs: 40_000,
      failures: [1104, 1106, 1106, 1106],
    }),
  ).toBe(
    `500 files: 480 parsed, 10 skipped, 4 failed, 6 not parsed; 2000 pages in 40.0 s, 50.0 pages/s

  failed  code  reason
       3  1106  File invalid, corrupt, or needs a (correct) password
       1  1104  Unsupported file type
`,
  ))

test('a run that skips all files has no speed', () =>
  expect(summaryOf({ files: 2, parsed: 0, skipped: 2, pages: 0, elapsedMs: 12, failures: [] })).toBe(
    '2 files: 0 parsed, 2 skipped; 0 pages in 0.0 s\n',
  ))

test('files of unsupported types, by their endings', () => {
  expect(leftOutText(['a/x.EML', 'Makefile', 'y.eml'])).toBe(
    'left out: 3 files of unsupported types (2 .eml, 1 without an ending); name a file to parse it anyway',
  )
})
