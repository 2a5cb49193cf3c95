import { expect, test } from 'vitest'
import { outputNames } from '../../src/cli/output-names.ts'

test('the name is the stem', () =>
  expect(outputNames(['a/report.pdf', 'b\\scan.v2.png', '.hidden', 'noending'])).toEqual([
    'report',
    'scan.v2',
    '.hidden',
    'noending',
  ]))

test('inputs with the same stem, in any case, get their full names', () =>
  expect(outputNames(['report.pdf', 'Report.PNG', 'other.pdf'])).toEqual(['report.pdf', 'Report.PNG', 'other']))

test('inputs with the same name are numbered', () =>
  expect(outputNames(['a/report.pdf', 'b/report.pdf', 'c/report.pdf'])).toEqual([
    'report.pdf',
    'report.pdf-2',
    'report.pdf-3',
  ]))

test('a stem that equals the full name of another input stays unique', () =>
  expect(new Set(outputNames(['x.pdf', 'x.png', 'x.pdf.tiff'])).size).toBe(3))
