import { describe, expect, test } from 'vitest'
import { defaultOptions, featureDefaults } from '../../src/model/options.ts'
import { choosePages } from '../../src/model/page-selection.ts'
import { readOptions, readPageRange } from '../../src/model/read-options.ts'

const form = (fields: Record<string, string | string[]>) =>
  new Map(Object.entries(fields).map(([name, value]) => [name, Array.isArray(value) ? value : [value]]))
const read = (fields: Record<string, string | string[]>) => readOptions(form(fields))

test('no fields give the documented defaults', () => {
  expect(read({})).toEqual({ options: defaultOptions, problems: [], warnings: [] })
})

describe('output_formats', () => {
  test.each([
    ['repeated', ['zip', 'markdown']],
    ['a JSON array', '["zip","markdown"]'],
    ['a comma-separated list', 'zip, markdown'],
    ['duplicates and the alias', ['somarkdown', 'markdown', 'zip']],
  ])('%s', (_, value) => {
    expect(read({ output_formats: value })).toMatchObject({
      problems: [],
      options: { outputFormats: ['markdown', 'zip'] },
    })
    expect(read({ 'output_formats[]': value })).toMatchObject({
      problems: [],
      options: { outputFormats: ['markdown', 'zip'] },
    })
  })
  test('an unknown format is reported with the allowed ones', () => {
    expect(read({ output_formats: ['docx', 'json'] }).problems).toEqual([
      'output_formats: "docx" is not known; use "markdown", "json", "html", "zip"',
    ])
  })
})

describe('object fields', () => {
  test('partial objects and nulls keep the defaults', () => {
    const { options, problems } = read({
      element_formats: '{"table":"markdown","image":null}',
      feature_config: '{"keep_header_footer":true,"enable_table_image":null}',
    })
    expect(problems).toEqual([])
    expect(options.elementFormats).toEqual({ ...defaultOptions.elementFormats, table: 'markdown' })
    expect(options.features).toEqual({ ...featureDefaults, keep_header_footer: true })
  })
  test('extract_config is an alias of feature_config', () => {
    expect(read({ extract_config: '{"keep_header_footer":true}' }).options.features.keep_header_footer).toBe(true)
  })
  test('all problems are reported at once', () => {
    const { problems } = read({
      scene: 'law',
      output_formats: 'pdf',
      element_formats: '{"image":"gif","sound":"mp3"}',
      feature_config: '{"keep_header_footer":"yes","enable_magic":true}',
      page_range: '5-2',
      ocr: 'maybe',
    })
    expect(problems).toHaveLength(8)
    expect(problems.join('\n')).toContain('element_formats: unknown key "sound"')
    expect(problems.join('\n')).toContain('feature_config.keep_header_footer: "yes" is not a boolean')
  })
  test.each(['{"image":', '[1]', '"none"', '7'])('malformed: %s', (text) => {
    expect(read({ element_formats: text }).problems).toEqual([`element_formats: not a JSON object: ${text}`])
  })
  test('prototype keys are unknown keys', () => {
    expect(read({ element_formats: '{"constructor":"x"}' }).problems).toHaveLength(1)
    expect(read({ feature_config: '{"toString":true}' }).problems).toHaveLength(1)
  })
  test('image=file requires zip', () => {
    expect(read({ element_formats: '{"image":"file"}' }).problems).toHaveLength(1)
    expect(read({ element_formats: '{"image":"file"}', output_formats: 'zip' }).problems).toEqual([])
  })
})

test('k12 is an alias of general', () => {
  expect(read({ scene: 'k12' }).problems).toEqual([])
})

test.each(['true', 'TRUE', ' True', '1'])('boolean field: %j is true', (text) => {
  expect(read({ speaker_notes: text })).toMatchObject({ options: { speakerNotes: true }, problems: [] })
})

test.each(['', 'false', 'False', '0'])('boolean field: %j is false', (text) => {
  expect(read({ speaker_notes: text })).toMatchObject({ options: { speakerNotes: false }, problems: [] })
})

test('boolean field: other values are rejected', () => {
  expect(read({ speaker_notes: 'yes' }).problems).toEqual(['speaker_notes: "yes" is not a boolean; use true or false'])
})

test('a language list keeps its order and is validated', () => {
  expect(read({ ocr_languages: 'eng+chi_sim+eng' }).options.ocrLanguages).toEqual(['eng', 'chi_sim'])
  expect(read({ ocr_languages: '../etc' }).problems).toHaveLength(1)
})

describe('page_range', () => {
  test('1-based, inclusive, overlaps are merged', () => {
    const pageRange = readPageRange('3-4, 1,4-5', [])
    expect(choosePages({ pageRange }, { pageCount: 10 })).toEqual([0, 2, 3, 4])
    expect(choosePages({ pageRange: null }, { pageCount: 3 })).toEqual([0, 1, 2])
  })
  test.each(['0', '2-1', 'a', '1-', '1;2', '-3'])('rejects %s', (text) => {
    const problems: string[] = []
    readPageRange(text, problems)
    expect(problems).toHaveLength(1)
  })
  test('the end is compared with the page count', () => {
    expect(() => choosePages({ pageRange: readPageRange('1,3-7', []) }, { pageCount: 5 })).toThrow('page 7')
    expect(choosePages({ pageRange: readPageRange('1-5', []) }, { pageCount: 5 })).toHaveLength(5)
    expect(choosePages({ pageRange: null }, { pageCount: 0 })).toEqual([])
  })
  test('a range that is repeated very often is one range', () => {
    const repeated = `7,3-4,${'1-3,'.repeat(60_000)}2-4`
    expect(readPageRange(repeated, [])).toEqual([
      { first: 0, last: 3 },
      { first: 6, last: 6 },
    ])
    expect(choosePages({ pageRange: readPageRange(`${'1,'.repeat(130_000)}1`, []) }, { pageCount: 1 })).toEqual([0])
  })
  test('clipped ranges need one page', () => {
    const clipped = (text: string) => readPageRange(text, [])!.map((span) => ({ ...span, clip: true as const }))
    expect(choosePages({ pageRange: clipped('4-9,20') }, { pageCount: 5 })).toEqual([3, 4])
    expect(() => choosePages({ pageRange: clipped('6-9') }, { pageCount: 5 })).toThrow('page 6')
  })
})

test('quoted values are truncated', () => {
  const { problems } = read({ scene: 'x'.repeat(100_000) })
  expect(problems[0]?.length).toBeLessThan(200)
})

test('a long list of invalid items gives a limited number of problems', () => {
  const { problems } = read({ page_range: Array.from({ length: 1000 }, (_, index) => `x${index}`).join(',') })
  expect(problems).toHaveLength(51)
  expect(problems.at(-1)).toBe('950 more problems')
})
