import { expect, test } from 'vitest'
import { readParseArguments } from '../../src/cli/parse-arguments.node.ts'

function request(...args: string[]) {
  const read = readParseArguments(args)
  if (read.kind !== 'request') throw new Error(JSON.stringify(read))
  return read.request
}

function problems(...args: string[]): readonly string[] {
  const read = readParseArguments(args)
  return read.kind === 'problems' ? read.problems : []
}

test('one file: Markdown without images', () => {
  const { options, ...command } = request('a.pdf')
  expect(command).toEqual({
    inputs: ['a.pdf'],
    recursive: false,
    jobs: null,
    skipExisting: false,
    quiet: false,
    out: null,
    debug: null,
    debugBoxes: null,
  })
  expect(options.outputFormats).toEqual(['markdown'])
  expect(options.elementFormats.image).toBe('none')
})

test('every option sets its field', () => {
  const { inputs, out, options } = request(
    ...[
      'a.pdf',
      'b.png',
      '--format',
      'json',
      '-f',
      'zip',
      '--out',
      'o',
      '--pages',
      '1-3,8',
      '--ocr',
      'force',
      '--ocr-languages',
      'eng+chi_sim',
    ],
    ...[
      '--password',
      'x y',
      '--feature-config',
      '{"keep_header_footer":true}',
      '--element-formats',
      '{"image":"file","table":null}',
    ],
  )
  expect({ inputs, out }).toEqual({ inputs: ['a.pdf', 'b.png'], out: 'o' })
  expect(options).toMatchObject({
    outputFormats: ['json', 'zip'],
    pageRange: [
      { first: 0, last: 2, clip: true },
      { first: 7, last: 7, clip: true },
    ],
    ocr: 'force',
    ocrLanguages: ['eng', 'chi_sim'],
    password: 'x y',
  })
  expect(options.elementFormats).toEqual({ image: 'file', formula: 'latex', table: 'html', cs: 'image' })
  expect(options.features.keep_header_footer).toBe(true)
})

test('images are off by default, also with other element formats', () => {
  expect(request('a.pdf', '--element-formats', '{"table":"markdown"}').options.elementFormats).toMatchObject({
    image: 'none',
    table: 'markdown',
  })
  expect(request('a.pdf', '--element-formats', '{"image":null}').options.elementFormats.image).toBe('none')
  expect(request('a.pdf', '--element-formats', '{"image":"base64"}').options.elementFormats.image).toBe('base64')
})

test('an unknown option and an output that is no folder are refused', () => {
  expect(problems('a.pdf', '--fromat', 'json')).toEqual(['unknown option "--fromat"'])
  expect(problems('-dash.txt')).toEqual(['unknown option "-d"'])
  expect(problems('a.pdf', '-o', 'a.md')).toEqual([
    '--out names a folder, and "a.md" looks like a file; for one output use "> a.md"',
  ])
  expect(problems('a.pdf', '-o', 'a.md/')).toEqual([])
})

test('warnings name flags in every place', () => {
  const read = readParseArguments(['a.pdf', '--chunk', 'title'])
  expect(read.kind === 'request' && read.warnings).toEqual([
    '--chunk: chunks are part of the JSON, which --format does not include',
  ])
})

test('zip only if requested', () => {
  expect(request('a.pdf', '-o', 'o', '--element-formats', '{"image":"file"}').options.outputFormats).toEqual([
    'markdown',
  ])
  expect(request('a.pdf', '-o', 'o', '-f', 'markdown,zip').options.outputFormats).toEqual(['markdown', 'zip'])
})

test('all problems at once, with the names of the flags', () => {
  const found = problems(
    '--pages',
    '0',
    '--ocr',
    'maybe',
    '--element-formats',
    '{"image":"url","x":1}',
    '--feature-config',
    '[1]',
    '--format',
    'docx',
  )
  const starts = [
    '--format: "docx"',
    '--element-formats: unknown key "x"',
    '--feature-config: not a JSON object',
    '--pages: "0"',
    '--ocr: "maybe"',
    'no input file',
  ]
  for (const start of starts)
    expect(
      found.filter((problem) => problem.startsWith(start)),
      start,
    ).toHaveLength(1)
  expect(found.some((problem) => problem.includes('"url" is only available in the service'))).toBe(true)
})

test('options that require a folder', () => {
  expect(problems('a.pdf', '-f', 'zip')).toEqual(['--out DIR is required for a zip or for more than one format'])
  expect(problems('a.pdf', '-f', 'json', '-f', 'markdown')).toHaveLength(1)
  expect(problems('a.pdf', '--element-formats', '{"image":"file"}')).toEqual([
    '--out DIR is required for --element-formats image: "file"',
  ])
  expect(request('a.pdf', '-f', 'json').options.outputFormats).toEqual(['json'])
})

test('chunks are a format of the command line', () => {
  expect(request('a.pdf', '-f', 'chunks').options.outputFormats).toEqual(['chunks'])
  expect(request('a.pdf', '-o', 'o', '-f', 'json,chunks').options.outputFormats).toEqual(['json', 'chunks'])
  expect(problems('a.pdf', '-f', 'docx')).toEqual([
    '--format: "docx" is not known; use "markdown", "json", "html", "zip", "chunks"',
  ])
})

test('options for many files', () => {
  expect(request('docs', '-r', '-j', '3', '-q', '--skip-existing', '-o', 'o')).toMatchObject({
    inputs: ['docs'],
    recursive: true,
    jobs: 3,
    quiet: true,
    skipExisting: true,
  })
  for (const jobs of ['0', '1.5', 'all', '257'])
    expect(problems('a.pdf', '-j', jobs)).toEqual(['--jobs must be a number from 1 to 256'])
  expect(problems('a.pdf', '--skip-existing')).toEqual(['--out DIR is required for --skip-existing'])
})

test('unknown flags and help', () => {
  expect(problems('a.pdf', '--colour')[0]).toContain('--colour')
  expect(readParseArguments(['--help', '--pages', '0']).kind).toBe('help')
})
