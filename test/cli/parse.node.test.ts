/** The real command in a process of its own, on real documents. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'

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

test('without --out Markdown goes to standard output and nothing else does', () => {
  const { stdout, stderr, status } = sheaf('parse', fixture('pdf-digital'))
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
  expect(stdout).toContain('# The Harvest Report\n\n')
  expect(stdout).toContain('This line is red and in italics.\n')
})

test('"-" reads standard input, whose outputs are named after it', () => {
  const out = join(folder, 'piped')
  const input = readFileSync(fixture('pdf-digital'))
  const { status } = spawnSync(process.execPath, [entry, 'parse', '-', '--out', out], { input, timeout: 60_000 })
  expect(status).toBe(0)
  expect(readFileSync(join(out, 'stdin.md'), 'utf8')).toContain('# The Harvest Report')
})

test('a folder and an output that cannot be written are told as what they are', () => {
  const { stderr, status } = sheaf('parse', folder)
  expect({ stderr, status }).toEqual({
    stderr: `${folder}: 1111 This is a folder. Name its files: ${join(folder, '*.pdf')}\n`,
    status: 1,
  })
  const file = join(folder, 'taken')
  writeFileSync(file, '')
  expect(sheaf('parse', fixture('pdf-digital'), '--out', file).stderr).toContain(
    "1137 The output can't be written: file already exists",
  )
})

test('several files to standard output are parted by a blank line', () => {
  const { stdout } = sheaf('parse', fixture('pdf-digital'), fixture('pdf-two-columns'))
  expect(stdout.match(/\n\n# Two Columns\n\n/g)).toHaveLength(1)
})

test('writes every format, with pictures beside them', () => {
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

test('goes on after a failed file, names code and reason, ends with 1', () => {
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
  const lines = stderr.trimEnd().split('\n')
  expect(lines[0]).toBe(`${missing}: 1111 The file can't be read: no such file or directory.`)
  expect(lines[1]).toBe(`${empty}: 1111 The file is empty.`)
  expect(lines[2]?.startsWith(`${words}: 1104 `)).toBe(true)
  expect(lines[3]?.startsWith(`${corrupt}: 1106 `)).toBe(true)
  expect(lines[4]).toContain(': 1106 ')
  expect(lines[5]).toContain(': 1132 ')
  expect(lines).toHaveLength(6)
  // All of one stem: full names, numbered.
  expect(readdirSync(out)).toEqual(['source.pdf-4.md'])
})

test('a password opens a protected document', () => {
  expect(sheaf('parse', fixture('pdf-encrypted'), '--password', 'wrong').stderr).toContain(': 1106 ')
  expect(sheaf('parse', fixture('pdf-encrypted'), '--password', 'sheaf').status).toBe(0)
})

test('a page that does not exist is told with the number of pages there are', () => {
  const { stderr, status } = sheaf('parse', fixture('pdf-digital'), '--pages', '9')
  expect(status).toBe(1)
  expect(stderr).toMatch(/: 1133 .*page 9.*1 page/)
})

test('--debug-boxes draws every page with its boxes and changes nothing else', () => {
  const boxes = join(folder, 'boxes')
  const { stdout, status } = sheaf('parse', fixture('pdf-cross-page'), '--pages', '3-4', '--debug-boxes', boxes)
  expect(status).toBe(0)
  expect(stdout).toBe(sheaf('parse', fixture('pdf-cross-page'), '--pages', '3-4').stdout)
  expect(readdirSync(boxes).sort()).toEqual(['source-p3.png', 'source-p4.png'])
  const png = readFileSync(join(boxes, 'source-p3.png'))
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1190, 1684])
  // The table's frame is drawn in its own color, at its place in the JSON.
  const rows = inflateSync(Buffer.concat(chunks(png, 'IDAT')))
  const pixel = (x: number, y: number) => [...rows.subarray(y * (1190 * 4 + 1) + 1 + x * 4).subarray(0, 3)]
  expect(pixel(145, 1300)).toEqual([148, 103, 189])
  expect(pixel(100, 1300)).toEqual([255, 255, 255])
})

function chunks(png: Buffer, wanted: string): Buffer[] {
  const found: Buffer[] = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === wanted)
      found.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  return found
}

test('the same file twice is parsed once', () => {
  const { stdout } = sheaf('parse', fixture('pdf-digital'), fixture('pdf-digital'))
  expect(stdout.match(/# The Harvest Report/g)).toHaveLength(1)
})

test('wrong arguments end with 2 and say everything that is wrong', () => {
  const { stderr, stdout, status } = sheaf('parse', '--ocr', 'perhaps', '--pages', 'x')
  expect({ stdout, status }).toEqual({ stdout: '', status: 2 })
  expect(stderr).toContain('--ocr: "perhaps"')
  expect(stderr).toContain('--pages: "x"')
  expect(stderr).toContain('no file is named')
  expect(sheaf('prase').status).toBe(2)
})

test('help and version', () => {
  expect(sheaf('--help').stdout).toContain('sheaf parse')
  expect(sheaf('parse', '--help').stdout).toContain('--element-formats')
  expect(sheaf('--version').stdout).toMatch(/^\d+\.\d+\.\d+/)
  expect(sheaf().status).toBe(2)
})
