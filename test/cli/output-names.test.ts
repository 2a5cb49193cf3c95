import { expect, test } from 'vitest'
import { outputNames } from '../../src/cli/output-names.ts'

test('the stem is the name', () =>
  expect(outputNames(['a/report.pdf', 'b\\scan.v2.png', '.hidden', 'noending'])).toEqual([
    'report',
    'scan.v2',
    '.hidden',
    'noending',
  ]))

test('two inputs of one stem have their full names, whatever their case', () =>
  expect(outputNames(['report.pdf', 'Report.PNG', 'other.pdf'])).toEqual(['report.pdf', 'Report.PNG', 'other']))

test('two inputs of one name are numbered', () =>
  expect(outputNames(['a/report.pdf', 'b/report.pdf', 'c/report.pdf'])).toEqual([
    'report.pdf',
    'report.pdf-2',
    'report.pdf-3',
  ]))

test('a name that is another input’s full name is not taken twice', () =>
  expect(new Set(outputNames(['x.pdf', 'x.png', 'x.pdf.tiff'])).size).toBe(3))
