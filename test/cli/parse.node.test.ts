/** The command as a process, with real documents. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import * as mupdf from 'mupdf'
import { afterAll, expect, test } from 'vitest'
import { endlessPdf } from '../fixtures/endless-pdf.ts'

const entry = join(import.meta.dirname, '../../src/cli/sheaf.node.ts')
const fixture = (id: string, ending = 'pdf') => join(import.meta.dirname, '../fixtures', id, `source.${ending}`)
const folder = mkdtempSync(join(tmpdir(), 'sheaf-cli-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function sheaf(...args: string[]) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [entry, ...args], {
    encoding: 'utf8',
    timeout: 60_000,
  })
  return { stdout, stderr, status }
}

test('without --out only the Markdown is written to standard output', () => {
  const { stdout, stderr, status } = sheaf('parse', fixture('pdf-digital'))
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
  expect(stdout).toContain('# The Harvest Report\n\n')
  expect(stdout).toContain('This line is red and in italics.\n')
})

test('a page that takes too long is left empty with a warning', () => {
  const file = join(folder, 'endless.pdf')
  writeFileSync(file, endlessPdf(['short', 'endless', 'looping']))
  const { stdout, stderr, status } = spawnSync(process.execPath, [entry, 'parse', file], {
    encoding: 'utf8',
    timeout: 60_000,
    env: { ...process.env, PAGE_TIMEOUT_MS: '2000' },
  })
  expect({ stdout, status }).toEqual({ stdout: 'Readable text\n', status: 0 })
  for (const page of [2, 3]) expect(stderr).toContain(`warning: Page ${page} takes too long and was left empty`)
})

test('an OCR language without a model is refused before the first document', () => {
  expect(sheaf('parse', fixture('pdf-digital'), '--ocr-languages', 'eng+klingon')).toEqual({
    stdout: '',
    stderr:
      'sheaf parse: --ocr-languages: "klingon" is not installed here; use "chi_sim", "eng" ("sheaf models add LANGUAGE" adds a model)\n' +
      '"sheaf parse --help" shows the options.\n',
    status: 2,
  })
})

test('"-" reads standard input', () => {
  const out = join(folder, 'piped')
  const input = readFileSync(fixture('pdf-digital'))
  const { status } = spawnSync(process.execPath, [entry, 'parse', '-', '--out', out], { input, timeout: 60_000 })
  expect(status).toBe(0)
  expect(readFileSync(join(out, 'stdin.md'), 'utf8')).toContain('# The Harvest Report')
})

test('a name may be as long as the system allows; longer outputs fail with their name', () => {
  const stem = 'm'.repeat(251)
  const input = join(folder, `${stem}.pdf`)
  writeFileSync(input, readFileSync(fixture('pdf-digital')))
  const out = join(folder, 'long')
  expect(sheaf('parse', input, '--out', out)).toMatchObject({ stderr: '', status: 0 })
  expect(readdirSync(out)).toEqual([`${stem}.md`])
  expect(sheaf('parse', input, '--out', out, '--format', 'json')).toEqual({
    stdout: '',
    stderr: `${input}: 1137 The output can't be written: name too long (${join(out, `${stem}.json`)}).\n`,
    status: 1,
  })
  expect(readdirSync(out)).toEqual([`${stem}.md`])
})

test('a folder without documents and an unwritable output have clear messages', () => {
  const empty = mkdtempSync(join(folder, 'empty-'))
  expect(sheaf('parse', empty)).toEqual({
    stdout: '',
    stderr: `${empty}: 1111 The folder has no files of supported types (--recursive includes its subfolders).\n`,
    status: 1,
  })
  const pattern = join(empty, '*.pdf')
  expect(sheaf('parse', pattern).stderr).toBe(`${pattern}: 1111 No file matches this pattern.\n`)
  const file = join(folder, 'taken')
  writeFileSync(file, '')
  expect(sheaf('parse', fixture('pdf-digital'), '--out', file).stderr).toMatch(
    /: 1137 The output can't be written: file already exists \([^()]*\)\.\n$/,
  )
  const lost = join(folder, 'lost')
  symlinkSync(join(folder, 'nowhere', 'else'), lost)
  expect(sheaf('parse', fixture('pdf-digital'), '--out', join(lost, 'below'))).toMatchObject({
    stderr: expect.stringContaining("1137 The output can't be written: "),
    status: 1,
  })
})

test.skipIf(!existsSync('/dev/full'))('a full disk behind standard output is named', () => {
  const command = `"$0" "$@" > /dev/full`
  const args = ['-c', command, process.execPath, entry, 'parse', fixture('pdf-digital')]
  const { stderr, status } = spawnSync('sh', args, { encoding: 'utf8', timeout: 60_000 })
  expect({ stderr, status }).toEqual({
    stderr: "sheaf: standard output can't be written: ENOSPC: no space left on device, write\n",
    status: 1,
  })
})

test('several files on standard output are separated by an empty line', () => {
  const { stdout } = sheaf('parse', fixture('pdf-digital'), fixture('pdf-two-columns'))
  expect(stdout.match(/\n\n# Two Columns\n\n/g)).toHaveLength(1)
})

test('writes all formats and images', () => {
  const out = join(folder, 'formats')
  const { stderr, status } = sheaf(
    'parse',
    fixture('pdf-mixed'),
    '-f',
    'markdown',
    '-f',
    'json',
    '-f',
    'zip',
    '--out',
    out,
    '--ocr',
    'off',
    '--element-formats',
    '{"image":"file"}',
  )
  expect(status).toBe(0)
  expect(stderr).toMatch(/^\S*source\.pdf: warning: .*ocr is "off"\n$/)
  const markdown = readFileSync(join(out, 'source.md'), 'utf8')
  const json = readFileSync(join(out, 'source.json'), 'utf8')
  const entries = unzipSync(new Uint8Array(readFileSync(join(out, 'source.zip'))))
  const links = [...markdown.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, link]) => link ?? '')
  expect(JSON.parse(json).pages.length).toBeGreaterThan(1)
  expect(links.length).toBeGreaterThan(0)
  for (const link of links) expect(existsSync(join(out, link)), link).toBe(true)
  expect(links.length).toBe(Object.keys(entries).filter((name) => name.startsWith('images/')).length)
  expect(existsSync(join(out, 'source_images')) ? readdirSync(join(out, 'source_images')).length : 0).toBe(links.length)
  expect(strFromU8(entries['source.md'] ?? new Uint8Array())).toBe(markdown.replaceAll('source_images/', 'images/'))
})

test('continues after a failed file, reports code and reason, and exits with 1', () => {
  const out = join(folder, 'failures')
  const empty = join(folder, 'empty.pdf')
  const words = join(folder, 'words.pdf')
  writeFileSync(empty, '')
  writeFileSync(words, Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0))
  const missing = join(folder, 'missing.pdf')
  const corrupt = fixture('pdf-corrupt')
  const { stderr, stdout, status } = sheaf(
    'parse',
    missing,
    empty,
    words,
    corrupt,
    fixture('pdf-encrypted'),
    fixture('pdf-301-pages'),
    fixture('pdf-digital'),
    '--out',
    out,
  )
  expect({ stdout, status }).toEqual({ stdout: '', status: 1 })
  expect(stderr).toContain(`${missing}: 1111 The file can't be read: no such file or directory.\n`)
  expect(stderr).toContain(`${empty}: 1111 The file is empty.\n`)
  expect(stderr).toContain(`${words}: 1104 `)
  expect(stderr).toContain(`${corrupt}: 1106 `)
  expect(stderr).toContain(`${fixture('pdf-encrypted')}: 1106 `)
  expect(stderr).toContain(`${fixture('pdf-301-pages')}: 1132 `)
  expect(stderr).toMatch(/\n7 files: 1 parsed, 6 failed; 1 page in .* pages\/s\n/)
  expect(stderr).toContain(
    [
      '  failed  code  reason',
      '       2  1106  File invalid, corrupt, or needs a (correct) password',
      '       2  1111  No file in the request, or empty file',
      '       1  1104  Unsupported file type',
      '       1  1132  Too many pages\n',
    ].join('\n'),
  )
  const written = readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  expect(written.map(({ name }) => name)).toEqual(['source.md'])
})

test('a password opens a protected document', () => {
  expect(sheaf('parse', fixture('pdf-encrypted'), '--password', 'wrong').stderr).toContain(': 1106 ')
  expect(sheaf('parse', fixture('pdf-encrypted'), '--password', 'sheaf').status).toBe(0)
})

test('pages after the end are ignored if the document has one of the pages', () => {
  const { stdout, status } = sheaf('parse', fixture('pdf-digital'), '--pages', '1-12,20')
  expect(status).toBe(0)
  expect(stdout).toBe(sheaf('parse', fixture('pdf-digital')).stdout)
})

test('the error for a missing page has the number of pages', () => {
  const { stderr, status } = sheaf('parse', fixture('pdf-digital'), '--pages', '9')
  expect(status).toBe(1)
  expect(stderr).toMatch(/: 1133 .*page 9.*1 page/)
})

test('--debug shows candidates, blocks and the deciding pass, and does not change the output', () => {
  const pages = join(folder, 'debug')
  const { stdout, status } = sheaf('parse', fixture('pdf-ruled-table'), '--debug', pages)
  expect(status).toBe(0)
  expect(stdout).toBe(sheaf('parse', fixture('pdf-ruled-table')).stdout)
  const page = readFileSync(join(pages, 'source-p1.html'), 'utf8')
  expect(page).toMatch(/<td>lattice<\/td><td>[\d ]+<\/td><td><\/td><td>accepted<\/td>/)
  expect(page).toContain('<td>table_caption</td>')
  // The table's detector is its deciding pass.
  expect(page).toContain('<td>text_layer</td><td>lattice</td>')
  expect(page).toMatch(/<td>decoration<\/td><td>[\d ]+<\/td><td>9<\/td><td>few strokes<\/td>/)
  expect(page).toContain('data:image/png;base64,')
})

test('--debug says why charts are no tables, and the class of each drawing', () => {
  const pages = join(folder, 'charts')
  expect(sheaf('parse', fixture('pdf-charts'), '--debug', pages).status).toBe(0)
  expect(readFileSync(join(pages, 'source-p3.html'), 'utf8')).toMatch(
    /<td>lattice<\/td><td>[\d ]+<\/td><td><\/td><td>chart<\/td>[\s\S]*<td>chart<\/td><td>[\d ]+<\/td><td>6<\/td><td>bars<\/td>/,
  )
})

test('--debug-boxes draws the boxes of every page and does not change the output', () => {
  const boxes = join(folder, 'boxes')
  const { stdout, status } = sheaf('parse', fixture('pdf-cross-page'), '--pages', '3-4', '--debug-boxes', boxes)
  expect(status).toBe(0)
  expect(stdout).toBe(sheaf('parse', fixture('pdf-cross-page'), '--pages', '3-4').stdout)
  expect(readdirSync(boxes).sort()).toEqual(['source-p3.png', 'source-p4.png'])
  const png = readFileSync(join(boxes, 'source-p3.png'))
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1190, 1684])
  // The border of the table has the color of its type.
  const pixmap = new mupdf.Image(png).toPixmap()
  const components = pixmap.getNumberOfComponents()
  const pixel = (x: number, y: number) => [
    ...pixmap
      .getPixels()
      .subarray(y * pixmap.getStride() + x * components)
      .subarray(0, 3),
  ]
  expect(pixel(145, 1300)).toEqual([148, 103, 189])
  expect(pixel(100, 1300)).toEqual([255, 255, 255])
})

test('a file that is given twice is parsed once', () => {
  const { stdout } = sheaf('parse', fixture('pdf-digital'), fixture('pdf-digital'))
  expect(stdout.match(/# The Harvest Report/g)).toHaveLength(1)
})

test('wrong arguments are all reported, with exit code 2', () => {
  const { stderr, stdout, status } = sheaf('parse', '--ocr', 'perhaps', '--pages', 'x')
  expect({ stdout, status }).toEqual({ stdout: '', status: 2 })
  expect(stderr).toContain('--ocr: "perhaps"')
  expect(stderr).toContain('--pages: "x"')
  expect(stderr).toContain('no input file given')
  expect(sheaf('prase').status).toBe(2)
})

test('help and version are printed', () => {
  expect(sheaf('--help').stdout).toContain('sheaf parse')
  expect(sheaf('parse', '--help').stdout).toContain('--element-formats')
  expect(sheaf('--version').stdout).toMatch(/^\d+\.\d+\.\d+/)
  expect(sheaf().status).toBe(2)
})
